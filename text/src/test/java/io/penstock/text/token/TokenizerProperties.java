package io.penstock.text.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import io.penstock.text.ByteSlice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tokens of random texts, against those of the JDK's class, and whatever the buffer.
class TokenizerProperties {
  private static final int TEXTS = 4000;
  private static final String[] PIECES = {
    "a", "Zed", "x1", "0", "12", "3.25", "-7", "-", "--", "+", " ", " ", "  ", "\t", "\n", "\r\n",
    "\r", "'", "\"", "'q'", "\"s t\"", "\\n", "\\", "\\101", "\\477", "/", "//", "/*", "*/", "*",
        "#", "(",
    "\u0000", "e", "_"
  };
  private static final String[] MORE = {"é", "ß", "大", "😀", "\u0301", "\u00a0", "€"};
  private static final int[] LIMITS = {0x80, 0x250, 0x3000, 0x10000, 0x20000};
  private static final TokenSyntax LETTERS =
      TokenSyntax.plain().withWords('a', 'z').withWords('A', 'Z').withSpace(0, ' ');

  private Random random;

  @BeforeEach
  void sowASeed() {
    random = Seed.sow(TokenizerProperties.class);
  }

  /// How both are set up. A `/` begins a comment by itself only where it does not otherwise: there
  /// StreamTokenizer leaves out the next line too if the `/` is the last of its line.
  private record Options(
      boolean lines, boolean blocks, boolean ends, boolean lower, boolean slash) {
    static Options any(Random random) {
      boolean lines = random.nextBoolean();
      boolean blocks = random.nextBoolean();
      boolean slash = lines || blocks || random.nextBoolean();
      return new Options(lines, blocks, random.nextBoolean(), random.nextBoolean(), slash);
    }

    TokenSyntax ours() {
      TokenSyntax syntax = TokenSyntax.usual();
      syntax = lines ? syntax.withLineComments() : syntax;
      syntax = blocks ? syntax.withBlockComments() : syntax;
      syntax = ends ? syntax.withEndsOfLines() : syntax;
      syntax = lower ? syntax.withLowerCase() : syntax;
      return slash ? syntax.withOrdinary('/', '/') : syntax.withQuote('#');
    }

    StreamTokenizer theirs(String text) {
      StreamTokenizer tokens = new StreamTokenizer(new StringReader(text));
      tokens.slashSlashComments(lines);
      tokens.slashStarComments(blocks);
      tokens.eolIsSignificant(ends);
      tokens.lowerCaseMode(lower);
      if (slash) {
        tokens.ordinaryChar('/');
      } else {
        tokens.quoteChar('#');
      }
      return tokens;
    }
  }

  @Test
  void tokensOfAsciiAreThoseOfStreamTokenizer() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      String text = text(PIECES) + "\n";
      Options options = Options.any(random);
      assertThat(ours(Tokenizer.of(ByteSlice.of(text.getBytes(US_ASCII)), options.ours())))
          .as("%s of %s", options, text)
          .isEqualTo(theirs(options.theirs(text)));
    }
  }

  @Test
  void tokensDoNotDependOnTheBuffer() throws IOException {
    for (int i = 0; i < TEXTS / 4; i++) {
      byte[] text = text().getBytes(UTF_8);
      if (random.nextBoolean() && text.length > 0) {
        text[random.nextInt(text.length)] = (byte) random.nextInt(256);
      }
      TokenSyntax syntax = Options.any(random).ours();
      List<String> expected = all(Tokenizer.of(ByteSlice.of(text), syntax));
      for (int buffer = 1; buffer < 20; buffer++) {
        assertThat(all(Tokenizer.of(drops(text), syntax, buffer))).isEqualTo(expected);
      }
    }
  }

  @Test
  void tokensOfAllScriptsAreThoseOfALoopOverCharacters() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      String text = ofAllScripts();
      Tokenizer tokens = Tokenizer.of(drops(text.getBytes(UTF_8)), LETTERS, 1 + random.nextInt(20));
      assertThat(ours(tokens)).as(text).isEqualTo(plain(text));
    }
  }

  /// Characters of every kind, most of them letters, marks, digits and spaces.
  private String ofAllScripts() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(30); left > 0; left--) {
      int c = random.nextInt(LIMITS[random.nextInt(LIMITS.length)]);
      boolean assigned = Character.isDefined(c) && !Character.isSurrogate((char) c);
      text.append(random.nextBoolean() ? MORE[random.nextInt(MORE.length)] : "");
      text.appendCodePoint(assigned && c != '\n' && c != '\r' ? c : ' ');
    }
    return text.toString();
  }

  /// Letters, and what goes on with them, are words; of the rest, all but white space stands alone.
  private static List<String> plain(String text) {
    List<String> found = new ArrayList<>();
    int[] characters = text.codePoints().toArray();
    for (int at = 0; at < characters.length; ) {
      int begin = at;
      int c = characters[at++];
      if (c >= 0x80 ? Character.isLetter(c) : isLetter(c)) {
        while (at < characters.length && goesOn(characters[at])) {
          at++;
        }
        found.add("word " + new String(characters, begin, at - begin));
      } else if (c >= 0x80 ? !Character.isSpaceChar(c) && !Character.isWhitespace(c) : c > ' ') {
        found.add("character " + c);
      }
    }
    return found;
  }

  private static boolean isLetter(int ascii) {
    return (ascii | 0x20) >= 'a' && (ascii | 0x20) <= 'z';
  }

  private static boolean goesOn(int c) {
    return c >= 0x80
        ? Character.isLetterOrDigit(c)
            || Character.getType(c) == Character.NON_SPACING_MARK
            || Character.getType(c) == Character.COMBINING_SPACING_MARK
        : isLetter(c);
  }

  @Test
  void anyBytesAreTokensOneAfterTheOther() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = new byte[random.nextInt(200)];
      random.nextBytes(text);
      Tokenizer tokens = Tokenizer.of(ByteSlice.of(text), Options.any(random).ours());
      long line = 1;
      long offset = -1;
      while (tokens.next() != TokenType.END) {
        assertThat(tokens.offset()).isGreaterThan(offset).isLessThan(text.length);
        assertThat(tokens.line()).isGreaterThanOrEqualTo(line);
        offset = tokens.offset();
        line = tokens.line();
      }
    }
  }

  private String text() {
    return random.nextBoolean() ? text(PIECES) : text(MORE) + text(PIECES) + text(MORE);
  }

  private String text(String[] pieces) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }

  private ByteArrayInputStream drops(byte[] text) {
    return new ByteArrayInputStream(text) {
      @Override
      public synchronized int read(byte[] target, int from, int count) {
        return super.read(target, from, Math.min(count, 1 + random.nextInt(5)));
      }
    };
  }

  private static List<String> ours(Tokenizer tokens) throws IOException {
    List<String> found = new ArrayList<>();
    while (tokens.next() != TokenType.END) {
      found.add(
          switch (tokens.type()) {
            case WORD -> "word " + tokens.token();
            case NUMBER -> "number " + (float) tokens.number();
            case QUOTED -> (char) tokens.character() + tokens.token().toString();
            case END_OF_LINE -> "end of line";
            default -> "character " + tokens.character();
          });
    }
    return found;
  }

  private static List<String> theirs(StreamTokenizer tokens) throws IOException {
    List<String> found = new ArrayList<>();
    for (int type = tokens.nextToken(); type != StreamTokenizer.TT_EOF; type = tokens.nextToken()) {
      found.add(
          switch (type) {
            case StreamTokenizer.TT_WORD -> "word " + tokens.sval;
            case StreamTokenizer.TT_NUMBER -> "number " + (float) tokens.nval;
            case StreamTokenizer.TT_EOL -> "end of line";
            case '\'', '"', '#' ->
                tokens.sval == null ? "character " + type : (char) type + tokens.sval;
            default -> "character " + type;
          });
    }
    return found;
  }

  private static List<String> all(Tokenizer tokens) throws IOException {
    List<String> found = new ArrayList<>();
    TokenType type;
    do {
      type = tokens.next();
      found.add(
          "%s %s %d line %d byte %d %b"
              .formatted(
                  type,
                  tokens.token(),
                  tokens.character(),
                  tokens.line(),
                  tokens.offset(),
                  tokens.isTerminated()));
    } while (type != TokenType.END);
    return found;
  }
}
