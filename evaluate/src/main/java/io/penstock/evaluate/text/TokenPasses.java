package io.penstock.evaluate.text;

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
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/// Ways of cutting a text into words of the letters a to z. The answer is how many there are.
final class TokenPasses implements Passes {
  static final String STREAM_TOKENIZER = "stream-tokenizer";
  static final String BY_HAND = "by-hand";
  static final String STRING_TOKENIZER = "string-tokenizer";
  static final String SPLIT = "split";
  static final String SCANNER = "scanner";
  static final String WORDS = "penstock-words";
  static final String PARALLEL = "penstock-words-parallel";
  static final String TOKENIZER = "penstock-tokenizer";
  static final String SPACED = "penstock-tokenizer-spaced";

  private static final Pattern OTHERS = Pattern.compile("[^a-z]+");
  private static final ByteSet LETTERS = ByteSet.of("a-z");
  private static final int ASCII = 128;
  private static final int LAST = 255;

  /// All that is no letter is a token by itself.
  private static final TokenSyntax ARTICLE = TokenSyntax.plain().withWords('a', 'z');

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    return switch (subject.way()) {
      case STREAM_TOKENIZER -> () -> streamTokenizer(path);
      case BY_HAND -> () -> byHand(path);
      case STRING_TOKENIZER -> () -> lines(path, stringTokenizer());
      case SPLIT -> () -> lines(path, TokenPasses::split);
      case SCANNER -> () -> scanner(path);
      case WORDS -> () -> words(path);
      case PARALLEL -> () -> parallel(path, subject.threads());
      case TOKENIZER -> () -> tokenizer(path, ARTICLE);
      case SPACED -> () -> tokenizer(path, ARTICLE.withSpace(0, 'a' - 1).withSpace('z' + 1, LAST));
      default -> throw subject.unknown();
    };
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

  private static long lines(Path path, ToLongFunction<String> words) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      long count = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        count += words.applyAsLong(line);
      }
      return count;
    }
  }

  private static ToLongFunction<String> stringTokenizer() {
    StringBuilder others = new StringBuilder();
    for (char c = 0; c < ASCII; c++) {
      if (c < 'a' || c > 'z') {
        others.append(c);
      }
    }
    String delimiters = others.toString();
    return line -> {
      StringTokenizer words = new StringTokenizer(line, delimiters);
      long count = 0;
      for (; words.hasMoreTokens(); words.nextToken()) {
        count++;
      }
      return count;
    };
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

  /// For one thread.
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
