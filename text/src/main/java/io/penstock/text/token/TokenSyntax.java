package io.penstock.text.token;

import java.util.Arrays;
import java.util.Locale;

/// The meaning of bytes to a [Tokenizer]. Immutable: each method gives another one.
///
/// Characters that are not ASCII are decoded from UTF-8, and are what Unicode says: letters, white
/// space, or ordinary. For text in a charset of one byte, give the bytes from 0x80 on a meaning.
public final class TokenSyntax {
  static final int SPACE = 1;
  static final int NUMBER = 2;
  static final int LETTER = 4;
  static final int QUOTE = 8;
  static final int COMMENT = 16;
  static final int UNICODE = 32;

  private static final int BYTES = 256;
  private static final int ASCII = 128;
  private static final int LONGEST = 1 << 30;

  private static final int ENDS_OF_LINES = 1;
  private static final int LINE_COMMENTS = 2;
  private static final int BLOCK_COMMENTS = 4;
  private static final int LOWER_CASE = 8;

  private final byte[] classes;
  private final int extras;
  private final int longestToken;

  private TokenSyntax(byte[] classes, int extras, int longestToken) {
    this.classes = classes;
    this.extras = extras;
    this.longestToken = longestToken;
  }

  /// All of ASCII is ordinary.
  public static TokenSyntax plain() {
    byte[] classes = new byte[BYTES];
    Arrays.fill(classes, ASCII, BYTES, (byte) UNICODE);
    return new TokenSyntax(classes, 0, LONGEST);
  }

  /// What a new [java.io.StreamTokenizer] has: letters make words, bytes up to the space are white
  /// space, there are numbers, `"` and `'` quote, and `/` begins a comment up to the line's end.
  public static TokenSyntax usual() {
    return plain()
        .withWords('a', 'z')
        .withWords('A', 'Z')
        .withSpace(0, ' ')
        .withNumbers()
        .withComment('/')
        .withQuote('"')
        .withQuote('\'');
  }

  /// Bytes that make words, beside what else they do.
  ///
  /// @throws IllegalArgumentException if these are no bytes
  public TokenSyntax withWords(int first, int last) {
    return with(first, last, UNICODE, LETTER);
  }

  /// Bytes that separate tokens, and do nothing else.
  ///
  /// @throws IllegalArgumentException if these are no bytes
  public TokenSyntax withSpace(int first, int last) {
    return with(first, last, -1, SPACE);
  }

  /// Bytes that are tokens by themselves.
  ///
  /// @throws IllegalArgumentException if these are no bytes
  public TokenSyntax withOrdinary(int first, int last) {
    return with(first, last, -1, 0);
  }

  /// Decimal numbers: digits, a `.` before, among or behind them, a `-` before all that.
  public TokenSyntax withNumbers() {
    return with('0', '9', 0, NUMBER).with('.', '.', 0, NUMBER).with('-', '-', 0, NUMBER);
  }

  /// A character of ASCII that begins and ends what is quoted. In between `\` escapes as in C: `\a
  /// \b \f \n \r \t \v`, one to three octal digits, and itself before all others.
  ///
  /// @throws IllegalArgumentException if it is not ASCII
  public TokenSyntax withQuote(char quote) {
    return with(ascii(quote), quote, -1, QUOTE);
  }

  /// A character of ASCII from which on all is left out up to the line's end.
  ///
  /// @throws IllegalArgumentException if it is not ASCII
  public TokenSyntax withComment(char begin) {
    return with(ascii(begin), begin, -1, COMMENT);
  }

  private static char ascii(char c) {
    if (c >= ASCII) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "'%c' is no character of ASCII", c));
    }
    return c;
  }

  private TokenSyntax with(int first, int last, int without, int with) {
    if (first < 0 || last < first || last >= BYTES) {
      throw new IllegalArgumentException(
          "bytes " + first + " to " + last + "; there are 0 to " + (BYTES - 1));
    }
    byte[] changed = classes.clone();
    for (int i = first; i <= last; i++) {
      changed[i] = (byte) ((changed[i] & ~without) | with);
    }
    return new TokenSyntax(changed, extras, longestToken);
  }

  /// From `//` on all is left out up to the line's end.
  public TokenSyntax withLineComments() {
    return with(LINE_COMMENTS);
  }

  /// What stands between `/*` and `*/` is left out.
  public TokenSyntax withBlockComments() {
    return with(BLOCK_COMMENTS);
  }

  /// The end of a line, if it is white space, is a token.
  public TokenSyntax withEndsOfLines() {
    return with(ENDS_OF_LINES);
  }

  /// Words are shown in lower case, as the root locale has it.
  public TokenSyntax withLowerCase() {
    return with(LOWER_CASE);
  }

  private TokenSyntax with(int extra) {
    return new TokenSyntax(classes, extras | extra, longestToken);
  }

  /// Tokens of a stream may have so many bytes, and no more; 1 GiB where nothing is said. White
  /// space and comments may be of any length.
  ///
  /// @throws IllegalArgumentException if it is less than 8 or more than 1 GiB
  public TokenSyntax withLongestToken(int bytes) {
    if (bytes < Long.BYTES || bytes > LONGEST) {
      throw new IllegalArgumentException(
          "tokens of up to " + bytes + " bytes; the limit may be 8 to " + LONGEST);
    }
    return new TokenSyntax(classes, extras, bytes);
  }

  /// For each byte, not to be changed.
  byte[] classes() {
    return classes;
  }

  boolean hasEndsOfLines() {
    return (extras & ENDS_OF_LINES) != 0;
  }

  boolean hasLineComments() {
    return (extras & LINE_COMMENTS) != 0;
  }

  boolean hasBlockComments() {
    return (extras & BLOCK_COMMENTS) != 0;
  }

  boolean hasLowerCase() {
    return (extras & LOWER_CASE) != 0;
  }

  int longestToken() {
    return longestToken;
  }
}
