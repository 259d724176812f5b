package io.penstock.evaluate.text;

import static io.penstock.evaluate.text.LineBuffer.ascii;

import io.penstock.evaluate.run.TextWork.Corpus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Lines of a web server's log, as Wide Finder reads them, of about 100 bytes each; every line can
/// be had without those before it. The last one is stretched, so that the text has the length that
/// is wanted.
///
/// ```
/// 10.1.2.3 - - [11/Mar/2007:06:07:08 -0700] "GET /ongoing/When/200x/2007/03/11/Page HTTP/1.1" 200 5120 0.123
/// ```
///
/// The fields are separated by spaces; the last one is a time in seconds, with three decimals.
///
/// @param bytes its length
public record LogText(long bytes) implements Corpus {
  /// How many bytes there are.
  static final String BYTES = "bytes";

  /// How many lines there are.
  public static final String LINES = "lines";

  /// How many bytes there are in lines, without what ends them.
  static final String LENGTHS = "lengths";

  /// How many words of the letters a to z there are.
  static final String WORDS = "words";

  /// The sum of the last fields, in thousandths.
  static final String THOUSANDTHS = "thousandths";

  /// The ten pages that were read most, see [#mostRead].
  static final String PAGES = "pages";

  private static final int TOP = 10;

  private static final Comparator<Map.Entry<String, Long>> MOST_FIRST =
      Map.Entry.<String, Long>comparingByValue()
          .reversed()
          .thenComparing(Map.Entry.comparingByKey());

  /// A line that is shorter than that would not have all fields.
  private static final int LEAST = 160;

  private static final byte[] FROM = ascii(" - - [");
  private static final byte[] DATE = ascii("/Mar/2007:");
  private static final byte[] GET = ascii(" -0700] \"GET ");
  private static final byte[] PROTOCOL = ascii(" HTTP/1.1\" ");
  private static final byte[] OK = ascii("200 ");
  private static final byte[] UNCHANGED = ascii("304 ");

  /// @throws IllegalArgumentException if there is no room for a line
  public LogText {
    if (bytes < LEAST) {
      throw new IllegalArgumentException("a log of " + bytes + " bytes is too short");
    }
  }

  @Override
  public String fileName() {
    return "log-" + bytes + ".txt";
  }

  @Override
  public Map<String, Long> write(OutputStream out) throws IOException {
    LineBuffer line = new LineBuffer();
    Paths paths = new Paths();
    long lines = 0;
    long words = 0;
    long thousandths = 0;
    for (long left = bytes; left > 0; left -= line.length()) {
      write(lines, paths, line);
      if (left - line.length() < LEAST) {
        // The stretch is in the path of a page that nobody asks for.
        stretched(lines, (int) left, line);
      } else {
        paths.read(lines);
      }
      words += words(line);
      thousandths += seconds(lines);
      lines++;
      out.write(line.bytes(), 0, line.length());
    }
    return Map.of(
        BYTES,
        bytes,
        LINES,
        lines,
        LENGTHS,
        bytes - lines,
        WORDS,
        words,
        THOUSANDTHS,
        thousandths,
        PAGES,
        mostRead(paths.reads()));
  }

  /// Line number `n`, from 0, with the newline that ends it.
  private static void write(long n, Paths paths, LineBuffer line) {
    begin(n, line);
    line.append(paths.of(n));
    end(n, line);
  }

  private static void stretched(long n, int length, LineBuffer line) {
    begin(n, line);
    int without = line.length();
    end(n, line);
    int rest = line.length() - without;
    begin(n, line);
    line.append('/');
    while (line.length() < length - rest) {
      line.append('x');
    }
    end(n, line);
  }

  private static void begin(long n, LineBuffer line) {
    long draw = Draws.at(n);
    line.clear().append(ascii("10."));
    line.append((int) (draw & 0xff), 1).append('.');
    line.append((int) (draw >>> 8 & 0xff), 1).append('.');
    line.append((int) (draw >>> 16 & 0xff), 1).append(FROM);
    int second = (int) (n / 16 % 86400);
    line.append((int) (n / (16 * 86400) % 28) + 1, 2).append(DATE);
    line.append(second / 3600, 2).append(':');
    line.append(second / 60 % 60, 2).append(':');
    line.append(second % 60, 2).append(GET);
  }

  private static void end(long n, LineBuffer line) {
    long draw = Draws.at(n);
    line.append(PROTOCOL).append((draw >>> 24 & 7) == 0 ? UNCHANGED : OK);
    line.append((int) (draw >>> 27 & 0xffff), 1).append(' ');
    line.append(seconds(n) / 1000, 1).append('.');
    line.append(seconds(n) % 1000, 3).append('\n');
  }

  private static int seconds(long n) {
    int draw = (int) (Draws.at(n) >>> 43);
    return (draw & 15) == 0 ? draw % 20_000 : draw % 1000;
  }

  private static int words(LineBuffer line) {
    int words = 0;
    boolean before = false;
    for (int i = 0; i < line.length(); i++) {
      byte b = line.bytes()[i];
      boolean here = b >= 'a' && b <= 'z';
      if (here && !before) {
        words++;
      }
      before = here;
    }
    return words;
  }

  /// The paths that the lines of a log ask for: two of three an article, some far more often than
  /// others; else an image or a feed, which Wide Finder passes over.
  private static final class Paths {
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

    /// How often each article was read that was read at all.
    Map<String, Long> reads() {
      return IntStream.range(0, ARTICLES)
          .filter(i -> reads[i] > 0)
          .boxed()
          .collect(Collectors.toMap(Paths::name, i -> reads[i]));
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

  /// The answer that Wide Finder wants: the ten pages that were read most.
  ///
  /// It is one number made of names and counts, those of the same count in the order of their
  /// names. The same stands in `text_tables.c`.
  ///
  /// @param reads of each page, by name
  static long mostRead(Map<String, Long> reads) {
    long answer = 0;
    for (Map.Entry<String, Long> page :
        reads.entrySet().stream().sorted(MOST_FIRST).limit(TOP).toList()) {
      int hash = Arrays.hashCode(page.getKey().getBytes(StandardCharsets.UTF_8));
      answer = 31 * (31 * answer + hash) + page.getValue();
    }
    return answer;
  }
}
