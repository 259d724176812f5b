package io.penstock.evaluate.text;

import static io.penstock.evaluate.text.LineBuffer.ascii;

import java.util.Locale;

/// What the lines of a log ask for: two of three an article, some far more often than others; else
/// an image or a feed, which Wide Finder passes over.
final class Paths {
  private static final int ARTICLES = 1500;
  private static final int OTHERS = 200;
  private static final int KINDS = 3;
  private static final String[] SYLLABLES = {
    "Ba", "ro", "Ten", "di", "Ku", "lam", "Fi", "se", "Gor", "ny", "Ja", "mu"
  };

  private final byte[][] articles = new byte[ARTICLES][];
  private final byte[][] others = new byte[OTHERS][];
  private final long[] reads = new long[ARTICLES];

  Paths() {
    for (int i = 0; i < ARTICLES; i++) {
      articles[i] = ascii("/ongoing/When/200x/" + name(i));
    }
    for (int i = 0; i < OTHERS; i++) {
      others[i] = ascii("/ongoing/" + syllables(i) + (i % 2 == 0 ? ".png" : ".atom"));
    }
  }

  /// What line `n` asks for.
  byte[] of(long n) {
    return isArticle(n) ? articles[article(n)] : others[Draws.below(OTHERS, ~n)];
  }

  /// Takes note that line `n` is there.
  void read(long n) {
    if (isArticle(n)) {
      reads[article(n)]++;
    }
  }

  /// How often each article was read.
  Pages pages() {
    Pages pages = new Pages();
    for (int i = 0; i < ARTICLES; i++) {
      if (reads[i] > 0) {
        pages.add(name(i), reads[i]);
      }
    }
    return pages;
  }

  private static boolean isArticle(long n) {
    return Draws.below(KINDS, ~n) != 0;
  }

  /// The square makes those with low numbers frequent.
  private static int article(long n) {
    double u = (Draws.at(~n) & 0xffff) / (double) 0x10000;
    return (int) (u * u * ARTICLES);
  }

  private static String name(int article) {
    return String.format(
        Locale.ROOT,
        "200%d/%02d/%02d/%s",
        3 + article % 5,
        1 + article % 12,
        1 + article % 28,
        syllables(article));
  }

  private static String syllables(int number) {
    StringBuilder name = new StringBuilder();
    for (int rest = number + SYLLABLES.length; rest > 0; rest /= SYLLABLES.length) {
      name.append(SYLLABLES[rest % SYLLABLES.length]);
    }
    return name.append('-').append(number).toString();
  }
}
