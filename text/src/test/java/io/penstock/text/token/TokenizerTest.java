package io.penstock.text.token;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Watchdog;
import io.penstock.text.ByteSlice;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenizerTest {
  private static final TokenSyntax USUAL = TokenSyntax.usual();
  private static final TokenSyntax C =
      USUAL.withOrdinary('/', '/').withLineComments().withBlockComments();

  private static List<String> tokens(String text, TokenSyntax syntax) throws IOException {
    Tokenizer tokens = Tokenizer.of(ByteSlice.of(text), syntax);
    List<String> found = new ArrayList<>();
    while (tokens.next() != TokenType.END) {
      found.add(
          switch (tokens.type()) {
            case NUMBER -> Double.toString(tokens.number());
            case QUOTED -> Character.toString(tokens.character()) + tokens.token();
            case ORDINARY -> "[" + Character.toString(tokens.character()) + "]";
            case END_OF_LINE -> "eol";
            default -> tokens.token().toString();
          });
    }
    return found;
  }

  @Test
  void wordsNumbersQuotesAndTheRestAreToldApart() throws IOException {
    assertThat(tokens("size-2 = -12.50 * (x + 'a b') % .5", USUAL))
        .containsExactly(
            "size-2", "[=]", "-12.5", "[*]", "[(]", "x", "[+]", "'a b", "[)]", "[%]", "0.5");
  }

  @Test
  void escapesSayWhatTheySayInC() throws IOException {
    assertThat(tokens("\"a\\tb\\n\\\"\\\\\\101\\0\\777\\q\"", USUAL))
        .containsExactly("\"a\tb\n\"\\A\0?7q");
  }

  @Test
  void commentsAreLeftOut() throws IOException {
    assertThat(tokens("a // b\nc /* d\n\n*/ e / f /**/ g /*/ h */ i", C))
        .containsExactly("a", "c", "e", "[/]", "f", "g", "i");
    assertThat(tokens("a / b\nc", USUAL)).containsExactly("a", "c");
  }

  @Test
  void lettersOfEveryScriptMakeWords() throws IOException {
    assertThat(tokens("Größe Σίσυφος 大小 e\u0301té x٣", USUAL))
        .containsExactly("Größe", "Σίσυφος", "大小", "e\u0301té", "x٣");
    assertThat(tokens("GRÖSSE ΑΒΓ", USUAL.withLowerCase())).containsExactly("grösse", "αβγ");
  }

  @Test
  void whatIsNoLetterIsNoWord() throws IOException {
    assertThat(tokens("a€b→c\u00a0d\u2003e😀", USUAL))
        .containsExactly("a", "[€]", "b", "[→]", "c", "d", "e", "[😀]");
  }

  @Test
  void bytesThatAreNoUtf8AreOrdinaryOneByOne() throws IOException {
    byte[] text = {'a', (byte) 0xc3, 'b', (byte) 0xed, (byte) 0xa0, (byte) 0x80, (byte) 0xf0};
    Tokenizer tokens = Tokenizer.of(ByteSlice.of(text), USUAL);
    List<Integer> characters = new ArrayList<>();
    while (tokens.next() != TokenType.END) {
      characters.add(tokens.character());
      assertThat(tokens.token().length()).isEqualTo(1);
    }
    assertThat(characters).containsExactly(0, 0xfffd, 0, 0xfffd, 0xfffd, 0xfffd, 0xfffd);
  }

  @Test
  void formsThatAreTooLongOrTooLargeAreNoUtf8() throws IOException {
    int[] text = {0xc1, 0x81, 0xe0, 0x81, 0x81, 0xf0, 0x81, 0x81, 0x81, 0xf4, 0x90, 0x80, 0x80};
    byte[] bytes = new byte[text.length];
    for (int i = 0; i < text.length; i++) {
      bytes[i] = (byte) text[i];
    }
    Tokenizer tokens = Tokenizer.of(ByteSlice.of(bytes), USUAL);
    for (int i = 0; i < bytes.length; i++) {
      assertThat(tokens.next()).isEqualTo(TokenType.ORDINARY);
      assertThat(tokens.character()).isEqualTo(0xfffd);
    }
    assertThat(tokens.next()).isEqualTo(TokenType.END);
  }

  @Test
  void charsetsOfOneByteAreTakenByTheirBytes() throws IOException {
    TokenSyntax latin = USUAL.withWords(0xc0, 0xff).withSpace(0xa0, 0xa0);
    Tokenizer tokens =
        Tokenizer.of(ByteSlice.of("été\u00a0Ä".getBytes(ISO_8859_1)), latin.withLowerCase());
    assertThat(tokens.next()).isEqualTo(TokenType.WORD);
    assertThat(tokens.token().toString(ISO_8859_1)).isEqualTo("été");
    assertThat(tokens.next()).isEqualTo(TokenType.WORD);
    assertThat(tokens.next()).isEqualTo(TokenType.END);
  }

  @Test
  void endsOfLinesAreTokensIfAskedFor() throws IOException {
    assertThat(tokens("a\r\n\nb\rc", USUAL.withEndsOfLines()))
        .containsExactly("a", "eol", "eol", "b", "eol", "c");
  }

  @Test
  void aTokenKnowsItsLineAndItsPlace() throws IOException {
    Tokenizer tokens = Tokenizer.of(ByteSlice.of("a\r\n/* \n\n */ bc\n'd' e"), C);
    List<String> places = new ArrayList<>();
    while (tokens.next() != TokenType.END) {
      places.add(tokens.line() + ":" + tokens.offset());
    }
    assertThat(places).containsExactly("1:0", "4:12", "5:15", "5:19");
  }

  @Test
  void aTokenThatIsPushedBackComesAgain() throws IOException {
    Tokenizer tokens = Tokenizer.of(ByteSlice.of("one 2"), USUAL);
    assertThat(tokens.next()).isEqualTo(TokenType.WORD);
    tokens.pushBack();
    assertThat(tokens.next()).isEqualTo(TokenType.WORD);
    assertThat(tokens.token()).hasToString("one");
    assertThat(tokens.next()).isEqualTo(TokenType.NUMBER);
    assertThat(tokens.over(ByteSlice.of("x")).next()).isEqualTo(TokenType.WORD);
  }

  @Test
  void whatHasNoEndSaysSo() throws IOException {
    Tokenizer tokens = Tokenizer.of(ByteSlice.of("'a\n'b' \"c\\"), USUAL);
    assertThat(tokens.next()).isEqualTo(TokenType.QUOTED);
    assertThat(tokens.isTerminated()).isFalse();
    assertThat(tokens.next()).isEqualTo(TokenType.QUOTED);
    assertThat(tokens.isTerminated()).isTrue();
    assertThat(tokens.next()).isEqualTo(TokenType.QUOTED);
    assertThat(tokens.token()).hasToString("c\\");
    assertThat(tokens.isTerminated()).isFalse();
    Tokenizer comment = Tokenizer.of(ByteSlice.of("a /* b *"), C);
    assertThat(comment.next()).isEqualTo(TokenType.WORD);
    assertThat(comment.next()).isEqualTo(TokenType.END);
    assertThat(comment.isTerminated()).isFalse();
  }

  @Test
  void numbersOfAnyLengthAreNumbers() throws IOException {
    String digits = "9".repeat(400);
    assertThat(tokens(digits + " -" + digits + " 0." + digits, USUAL))
        .containsExactly("Infinity", "-Infinity", "1.0");
    assertThat(tokens("1.2.3 5. - . -. --4", USUAL))
        .containsExactly("1.2", "0.3", "5.0", "[-]", "[.]", "[-]", "[.]", "[-]", "-4.0");
    Tokenizer tokens = Tokenizer.of(ByteSlice.of("9223372036854775807"), USUAL);
    assertThat(tokens.next()).isEqualTo(TokenType.NUMBER);
    assertThat(tokens.token().parseLong()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aTokenLongerThanAllowedIsRefusedWhateverTheBuffer() throws IOException {
    for (int buffer : new int[] {1, 7, 64, 1000}) {
      byte[] text = (" ".repeat(100) + "a".repeat(20) + " " + "a".repeat(21)).getBytes(UTF_8);
      Tokenizer tokens =
          Tokenizer.of(new ByteArrayInputStream(text), USUAL.withLongestToken(20), buffer);
      assertThat(tokens.next()).isEqualTo(TokenType.WORD);
      assertThatThrownBy(tokens::next)
          .isInstanceOf(IOException.class)
          .hasMessage(
              "the token that begins at byte 121 has more than 20 bytes; allow longer ones");
    }
  }

  /// Moving all of a token for each byte that comes would take minutes.
  @Test
  void aLongTokenMayComeByteByByte() throws Exception {
    int length = 3 << 20;
    byte[] text = ("'" + "x".repeat(length) + "' y").getBytes(UTF_8);
    InputStream slow =
        new FilterInputStream(new ByteArrayInputStream(text)) {
          @Override
          public int read(byte[] target, int from, int count) throws IOException {
            return in.read(target, from, Math.min(1, count));
          }
        };
    Tokenizer tokens = Tokenizer.of(slow, USUAL);
    assertThat(Watchdog.guard("a token of " + length + " bytes", tokens::next))
        .isEqualTo(TokenType.QUOTED);
    assertThat(tokens.token().length()).isEqualTo(length);
    assertThat(tokens.next()).isEqualTo(TokenType.WORD);
    assertThat(tokens.offset()).isEqualTo(text.length - 1);
    assertThat(tokens.token().toString()).isEqualTo("y");
  }

  @Test
  void theBufferOfATokenGrowsToTheLongestOneAndNeverBeyondAnArray() {
    int longest = 1 << 30;
    for (int length = 1; length < longest; ) {
      int grown = Feed.grown(length, longest);
      assertThat(grown).isGreaterThan(length);
      length = grown;
    }
    assertThat(Feed.grown(longest, longest)).isBetween(longest + 5, longest + 100);
    assertThat(Feed.grown(8, 8)).isBetween(13, 100);
  }

  @Test
  void tokensOfTheLongestLengthAreTakenAndLongerOnesAreRefused() throws IOException {
    TokenSyntax syntax = TokenSyntax.usual().withLongestToken(1000);
    for (int buffer : new int[] {1, 7, 999, 1000, 1001, 5000}) {
      Tokenizer tokens = Tokenizer.of(text("a".repeat(1000) + " b"), syntax, buffer);
      assertThat(tokens.next()).isEqualTo(TokenType.WORD);
      assertThat(tokens.token().length()).isEqualTo(1000);
      assertThat(tokens.next()).isEqualTo(TokenType.WORD);
      Tokenizer refused = Tokenizer.of(text("a".repeat(1001) + " b"), syntax, buffer);
      assertThatThrownBy(refused::next).hasMessageContaining("has more than 1000 bytes");
    }
  }

  private static ByteArrayInputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
