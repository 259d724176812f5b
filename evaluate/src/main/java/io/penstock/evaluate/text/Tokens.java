package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.token.ByteSet;
import io.penstock.text.token.TokenSyntax;
import io.penstock.text.token.TokenType;
import io.penstock.text.token.Tokenizer;
import io.penstock.text.token.Words;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamTokenizer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The cost of cutting a text into words of the letters a to z.
final class Tokens implements Question {
  private static final Pattern OTHERS = Pattern.compile("[^a-z]+");
  private static final ByteSet LETTERS = ByteSet.of("a-z");
  private static final int ASCII = 128;
  private static final int LAST = 255;

  /// All that is no letter is a token by itself.
  private static final TokenSyntax ARTICLE = TokenSyntax.plain().withWords('a', 'z');

  private static final TokenSyntax SPACED = ARTICLE.withSpace(0, 'a' - 1).withSpace('z' + 1, LAST);

  private static final String DELIMITERS = delimiters();

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    TextWork work = extent.pass("text-words", extent.log(), LogText.WORDS);
    TextWork slow = extent.pass("text-words", extent.log(64 * TextExtent.MEBIBYTE), LogText.WORDS);
    return Stream.of(
        TextExtent.cached(
                "text.tokens", "Words of the letters a to z in a log, counted", "Tokenization")
            .on(slow)
            .pass("stream-tokenizer", CLASSIC, text -> streamTokenizer(text.path()))
            .alias("token1")
            .pass("by-hand", CLASSIC, text -> byHand(text.path()))
            .alias("token2")
            .pass("string-tokenizer", JDK, text -> lines(text.path(), Tokens::stringTokenizer))
            .pass("split", JDK, text -> lines(text.path(), Tokens::split))
            .pass("scanner", JDK, text -> scanner(text.path()))
            .command("awk", awk())
            .command("tr", Commands.counting("sh", "-c", "tr -cs a-z '\\n' <\"$0\" | grep -c ."))
            .command("grep", Commands.counting("sh", "-c", "grep -o '[a-z]*' \"$0\" | wc -l"))
            .on(work)
            .pass("penstock-words", PENSTOCK, text -> words(text.path()))
            .on(work.threads(extent.threads()))
            .pass(
                "penstock-words-parallel", PENSTOCK, text -> parallel(text.path(), text.threads()))
            .on(work)
            .pass("penstock-tokenizer", PENSTOCK, text -> tokenizer(text.path(), ARTICLE))
            .pass("penstock-tokenizer-spaced", PENSTOCK, text -> tokenizer(text.path(), SPACED))
            .program("c-table", C, extent.c())
            .history("token2 over token1, speed", 1.2, "x", "by-hand")
            .remark(
                "To stream-tokenizer and penstock-tokenizer, as in the article, each byte that is"
                    + " no letter is a token by itself; to penstock-tokenizer-spaced it is white"
                    + " space. by-hand is the article's own loop: a char at a time, and a String of"
                    + " each word. All but those of Penstock and C read a shorter log.")
            .goal(10, "penstock-words", "stream-tokenizer"));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Take words apart by Words: %.1f times as fast as StreamTokenizer, %.1f times as fast as a"
            + " loop of one's own.",
        findings.ratio("text.tokens", "penstock-words", "stream-tokenizer"),
        findings.ratio("text.tokens", "penstock-words", "by-hand"));
  }

  private static Exercise awk() {
    return Commands.counting("awk", "{ n += gsub(/[a-z]+/, \"\") } END { printf \"%.0f\\n\", n }");
  }

  private static String delimiters() {
    StringBuilder others = new StringBuilder();
    for (char c = 0; c < ASCII; c++) {
      if (c < 'a' || c > 'z') {
        others.append(c);
      }
    }
    return others.toString();
  }

  /// As the article has it: all that is no letter is a token by itself.
  private static long streamTokenizer(Path path) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      StreamTokenizer tokens = new StreamTokenizer(in);
      tokens.resetSyntax();
      tokens.wordChars('a', 'z');
      long count = 0;
      for (int type = tokens.nextToken();
          type != StreamTokenizer.TT_EOF;
          type = tokens.nextToken()) {
        count += type == StreamTokenizer.TT_WORD ? 1 : 0;
      }
      return count;
    }
  }

  /// The article's equivalent: chars read one by one, and a String of each word.
  private static long byHand(Path path) throws IOException {
    StringBuilder word = new StringBuilder();
    long count = 0;
    try (BufferedReader in = Files.newBufferedReader(path)) {
      for (int c = in.read(); c >= 0; c = in.read()) {
        if (c >= 'a' && c <= 'z') {
          word.append((char) c);
        } else if (!word.isEmpty()) {
          count += isWord(word.toString());
          word.setLength(0);
        }
      }
    }
    return word.isEmpty() ? count : count + isWord(word.toString());
  }

  private static long isWord(String word) {
    return word.isEmpty() ? 0 : 1;
  }

  /// The sum over all lines, each a String.
  static long lines(Path path, ToLongFunction<String> words) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      long count = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        count += words.applyAsLong(line);
      }
      return count;
    }
  }

  private static long stringTokenizer(String line) {
    StringTokenizer words = new StringTokenizer(line, DELIMITERS);
    long count = 0;
    for (; words.hasMoreTokens(); words.nextToken()) {
      count++;
    }
    return count;
  }

  private static long split(String line) {
    long count = 0;
    for (String word : OTHERS.split(line, -1)) {
      count += isWord(word);
    }
    return count;
  }

  private static long scanner(Path path) throws IOException {
    try (Scanner words = new Scanner(path, StandardCharsets.UTF_8).useDelimiter(OTHERS)) {
      long count = 0;
      for (; words.hasNext(); words.next()) {
        count++;
      }
      return count;
    }
  }

  private static long words(Path path) throws IOException {
    Count count = new Count();
    Lines.of(path).forEach(count::add);
    return count.words;
  }

  private static long parallel(Path path, int threads) throws IOException {
    return Lines.of(path).parallel(threads).mapReduce(Count::new, Count::add, Count::plus).words;
  }

  private static long tokenizer(Path path, TokenSyntax syntax) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      Tokenizer tokens = Tokenizer.of(in, syntax);
      long count = 0;
      for (TokenType type = tokens.next(); type != TokenType.END; type = tokens.next()) {
        count += type == TokenType.WORD ? 1 : 0;
      }
      return count;
    }
  }

  /// The number of words in lines. For one thread.
  private static final class Count {
    private final Words letters = Words.of(LETTERS);
    private long words;

    void add(ByteSlice line) {
      letters.of(line);
      while (letters.next()) {
        words++;
      }
    }

    Count plus(Count other) {
      words += other.words;
      return this;
    }
  }
}
