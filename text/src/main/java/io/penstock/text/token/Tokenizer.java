package io.penstock.text.token;

import io.penstock.text.ByteSlice;
import io.penstock.text.number.DoubleParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// A tokenizer, which cuts a text into words, numbers, quoted texts and other characters.
///
/// ```java
/// Tokenizer tokens = Tokenizer.of(stream, TokenSyntax.usual());
/// while (tokens.next() != TokenType.END) {
///   use(tokens.type(), tokens.token());
/// }
/// ```
///
/// Takes the place of [java.io.StreamTokenizer], and gives its tokens, but for these:
/// - Text is UTF-8: what Unicode calls a letter makes words, what it calls white space separates
///   tokens, all else is ordinary. StreamTokenizer takes whatever is beyond 0xff for a letter.
/// - A `.` or `-.` without a digit is ordinary, not the number 0.
/// - Numbers are the nearest `double`, whatever their length; and [#token] has their digits.
/// - [#line] is where the token begins, and counts empty lines in comments too.
/// - A `/` that begins comments both by itself and as `//` leaves out its own line, never the next.
/// - A `\` at the end of the text stands for itself.
/// - Whether a quoted text or a comment has an end is told by [#isTerminated].
///
/// A byte that is not UTF-8 is an ordinary U+FFFD, one for each byte. Memory is the buffer, or the
/// longest token where that is more. Belongs to one thread at a time.
public final class Tokenizer {
  private static final int BUFFER = 64 << 10;
  private static final int WORD_PART = TokenSyntax.LETTER | TokenSyntax.NUMBER;

  /// Of white space that ends a line.
  private static final int LINE_END = 64;

  private static final byte[] LINE_ENDS = {'\n', '\r'};

  private final TokenSyntax syntax;
  private final byte[] classes;
  private final boolean hasLowerCase;
  private final ByteRanges wordParts;
  private final ByteRanges blanks;
  private final ByteSlice token = new ByteSlice();
  private final Utf8Point point = new Utf8Point();
  private final Unquoted unquoted = new Unquoted();
  private Feed in;
  private byte[] lower = {};
  private TokenType type = TokenType.END;
  private int character;
  private long line = 1;
  private long nextLine = 1;
  private boolean terminated = true;
  private boolean pushedBack;

  private Tokenizer(Feed in, TokenSyntax syntax) {
    this.in = in;
    this.syntax = syntax;
    this.hasLowerCase = syntax.hasLowerCase();
    this.classes = kinds(syntax);
    this.wordParts = ByteRanges.of(classes, WORD_PART, 0);
    this.blanks = ByteRanges.of(classes, TokenSyntax.SPACE, LINE_END);
  }

  private static byte[] kinds(TokenSyntax syntax) {
    byte[] kinds = syntax.classes().clone();
    if (syntax.hasBlockComments() || syntax.hasLineComments()) {
      kinds['/'] = (byte) (kinds['/'] | TokenSyntax.COMMENT);
    }
    for (byte end : LINE_ENDS) {
      if ((kinds[end] & TokenSyntax.SPACE) != 0) {
        kinds[end] = (byte) (kinds[end] | LINE_END);
      }
    }
    return kinds;
  }

  /// Tokens of a slice, which must show the same bytes until the last one.
  public static Tokenizer of(ByteSlice slice, TokenSyntax syntax) {
    return new Tokenizer(new Feed(slice), syntax);
  }

  /// Tokens of what a stream has left, through a buffer of 64 KiB. The stream is not closed.
  public static Tokenizer of(InputStream input, TokenSyntax syntax) {
    return of(input, syntax, BUFFER);
  }

  /// Tokens of what a stream has left, through a buffer of a given size. The stream is not closed.
  ///
  /// @throws IllegalArgumentException if the buffer has no byte
  public static Tokenizer of(InputStream input, TokenSyntax syntax, int bufferBytes) {
    if (bufferBytes < 1) {
      throw new IllegalArgumentException("a buffer of " + bufferBytes + " bytes");
    }
    return new Tokenizer(new Feed(input, bufferBytes, syntax.longestToken()), syntax);
  }

  /// Goes on with another slice, as its first line.
  ///
  /// @return this tokenizer
  public Tokenizer over(ByteSlice slice) {
    in = new Feed(slice);
    nextLine = 1;
    pushedBack = false;
    return this;
  }

  /// Goes to the next token, or gives the same again after [#pushBack].
  ///
  /// @throws IOException if a token of a stream is too long, or the stream fails
  public TokenType next() throws IOException {
    if (pushedBack) {
      pushedBack = false;
      return type;
    }
    terminated = true;
    character = 0;
    type = scan();
    in.requireShort();
    return type;
  }

  /// The next [#next] gives the same token again.
  public void pushBack() {
    pushedBack = true;
  }

  // ---- the token -------------------------------------------------------------------------------

  /// What it is.
  public TokenType type() {
    return type;
  }

  /// Its bytes until the next one is asked for: of a quoted text what it says, of all others what
  /// the text has, words in lower case if the syntax says so. Always the same object.
  public ByteSlice token() {
    return token;
  }

  /// The value of a number, as [Double#parseDouble] finds it.
  ///
  /// @throws NumberFormatException if it is none
  public double number() {
    return DoubleParser.parse(token.array(), token.from(), token.to());
  }

  /// An ordinary character, or the quote of a quoted text; 0 of all others.
  public int character() {
    return character;
  }

  /// How many bytes of the text precede it.
  public long offset() {
    return in.offset(in.mark);
  }

  /// The line in which it begins, counted from 1. Lines end at `\n`, `\r` or both in the order
  /// `\r\n`.
  public long line() {
    return line;
  }

  /// False of a quoted text that the end of the line or of the text has ended, and of the end of
  /// the text if it is in a comment between `/*` and `*/`.
  public boolean isTerminated() {
    return terminated;
  }

  // ---- scanning --------------------------------------------------------------------------------

  private TokenType scan() throws IOException {
    while (true) {
      in.mark = in.at;
      line = nextLine;
      int b = in.peek();
      if (b < 0) {
        return shown(TokenType.END);
      }
      int kind = classes[b];
      if (kind == 0) {
        return ordinary(b, 1);
      }
      if ((kind & TokenSyntax.SPACE) != 0) {
        if (isEndOfLine(b, kind)) {
          return shown(TokenType.END_OF_LINE);
        }
      } else if ((kind & TokenSyntax.NUMBER) != 0) {
        return number(b);
      } else if ((kind & TokenSyntax.LETTER) != 0) {
        return word();
      } else if ((kind & TokenSyntax.QUOTE) != 0) {
        return quoted(b);
      } else if ((kind & TokenSyntax.UNICODE) != 0) {
        point.decode(in);
        if (!point.isSpace()) {
          return point.isLetter() ? word() : ordinary(point.point, point.length);
        }
        in.at += point.length;
      } else if (!isComment(b)) {
        return ordinary(b, 1);
      }
    }
  }

  private TokenType shown(TokenType found) {
    token.set(in.bytes, in.mark, in.at);
    return found;
  }

  private TokenType ordinary(int c, int length) {
    in.at += length;
    nextLine += c == '\n' ? 1 : 0;
    character = c;
    return shown(TokenType.ORDINARY);
  }

  /// Passes white space, of a line's end all of it.
  private boolean isEndOfLine(int b, int kind) throws IOException {
    if ((kind & LINE_END) != 0) {
      passLineEnd(b);
      return syntax.hasEndsOfLines();
    }
    in.at++;
    if (in.at < in.limit && (classes[in.bytes[in.at] & 0xff] & TokenSyntax.SPACE) != 0) {
      in.at = blanks.pass(in.bytes, in.at, in.limit);
    }
    return false;
  }

  private void passLineEnd(int b) throws IOException {
    in.at++;
    nextLine++;
    if (b == '\r' && in.peek() == '\n') {
      in.at++;
    }
  }

  private TokenType number(int first) throws IOException {
    in.at += first == '-' ? 1 : 0;
    int before = digits();
    int behind = 0;
    if (in.peek() == '.') {
      in.at++;
      behind = digits();
    }
    if (before + behind > 0) {
      return shown(TokenType.NUMBER);
    }
    in.at = in.mark;
    return ordinary(first, 1);
  }

  private int digits() throws IOException {
    int count = 0;
    do {
      count += passDigits();
    } while (in.at == in.limit && in.more());
    return count;
  }

  private int passDigits() {
    byte[] bytes = in.bytes;
    int limit = in.limit;
    int from = in.at;
    int at = from;
    while (at < limit && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    in.at = at;
    return at - from;
  }

  private TokenType word() throws IOException {
    do {
      in.at = wordParts.pass(in.bytes, in.at, in.limit);
    } while (goesOn());
    if (hasLowerCase) {
      showLowerCase();
      return TokenType.WORD;
    }
    return shown(TokenType.WORD);
  }

  /// Whether more of the word may follow: what has not been read yet, or what is not ASCII.
  private boolean goesOn() throws IOException {
    if (in.at == in.limit) {
      return in.more();
    }
    if ((classes[in.bytes[in.at] & 0xff] & TokenSyntax.UNICODE) == 0) {
      return false;
    }
    point.decode(in);
    if (!point.continuesWord()) {
      return false;
    }
    in.at += point.length;
    return true;
  }

  private void showLowerCase() {
    int length = in.at - in.mark;
    if (lower.length < length) {
      lower = new byte[Math.max(length, 2 * lower.length)];
    }
    int others = 0;
    for (int i = 0; i < length; i++) {
      byte b = in.bytes[in.mark + i];
      lower[i] = b >= 'A' && b <= 'Z' ? (byte) (b + 'a' - 'A') : b;
      others |= b;
    }
    token.set(lower, 0, length);
    if (others < 0 && hasUnicode()) {
      byte[] decoded = token.toString().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
      token.set(decoded, 0, decoded.length);
    }
  }

  /// Whether all that is not ASCII in the word was decoded.
  private boolean hasUnicode() {
    for (int i = in.mark; i < in.at; i++) {
      if (in.bytes[i] < 0 && (classes[in.bytes[i] & 0xff] & TokenSyntax.UNICODE) == 0) {
        return false;
      }
    }
    return true;
  }

  private TokenType quoted(int quote) throws IOException {
    in.at++;
    boolean escapes = false;
    int b;
    while ((b = in.peek()) >= 0 && b != quote && b != '\n' && b != '\r') {
      in.at++;
      if (b == '\\' && (b = in.peek()) >= 0) {
        escapes = true;
        in.at++;
        nextLine += b == '\n' || (b == '\r' && in.peek() != '\n') ? 1 : 0;
      }
    }
    int end = in.at;
    terminated = b == quote;
    in.at += terminated ? 1 : 0;
    if (escapes) {
      unquoted.show(token, in.bytes, in.mark + 1, end);
    } else {
      token.set(in.bytes, in.mark + 1, end);
    }
    character = quote;
    return TokenType.QUOTED;
  }

  // ---- comments --------------------------------------------------------------------------------

  /// Whether a comment was passed that this byte begins.
  private boolean isComment(int b) throws IOException {
    if (b == '/' && (syntax.hasBlockComments() || syntax.hasLineComments())) {
      int next = in.has(2) ? in.bytes[in.at + 1] : -1;
      if (next == '*' && syntax.hasBlockComments()) {
        in.at += 2;
        passBlock();
        return true;
      }
      if (next == '/' && syntax.hasLineComments()) {
        passLine();
        return true;
      }
    }
    if ((syntax.classes()[b] & TokenSyntax.COMMENT) != 0) {
      passLine();
      return true;
    }
    return false;
  }

  private void passLine() throws IOException {
    for (int b = in.peek(); b >= 0 && b != '\n' && b != '\r'; b = in.peek()) {
      in.at++;
      in.mark = in.at;
    }
  }

  private void passBlock() throws IOException {
    int before = 0;
    for (int b = in.peek(); b >= 0; b = in.peek()) {
      if (b == '\n' || b == '\r') {
        passLineEnd(b);
      } else {
        in.at++;
      }
      in.mark = in.at;
      if (b == '/' && before == '*') {
        return;
      }
      before = b;
    }
    terminated = false;
  }

  /// The text of an escaped literal, with C's escapes replaced.
  private static final class Unquoted {
    private static final String LETTERS = "abfnrtv";
    private static final byte[] MEANT = {7, '\b', '\f', '\n', '\r', '\t', 0xb};

    private byte[] bytes = {};
    private int length;

    /// Shows a range of bytes without its escapes.
    void show(ByteSlice target, byte[] source, int from, int to) {
      bytes = bytes.length < to - from ? new byte[to - from] : bytes;
      length = 0;
      for (int at = from; at < to; ) {
        if (source[at] == '\\' && at + 1 < to) {
          at = escape(source, at + 1, to);
        } else {
          add(source[at++]);
        }
      }
      target.set(bytes, 0, length);
    }

    private int escape(byte[] source, int at, int to) {
      if (!isOctal(source[at])) {
        int letter = LETTERS.indexOf(source[at]);
        add(letter < 0 ? source[at] : MEANT[letter]);
        return at + 1;
      }
      int most = Math.min(to, at + (source[at] <= '3' ? 3 : 2));
      int value = 0;
      int i = at;
      for (; i < most && isOctal(source[i]); i++) {
        value = value * 8 + source[i] - '0';
      }
      for (byte b : Character.toString(value).getBytes(StandardCharsets.UTF_8)) {
        add(b);
      }
      return i;
    }

    private static boolean isOctal(byte b) {
      return b >= '0' && b <= '7';
    }

    private void add(byte b) {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      bytes[length++] = b;
    }
  }

  /// One character that is not ASCII, decoded from UTF-8.
  private static final class Utf8Point {
    /// What stands for a byte that is no part of a character.
    static final int MALFORMED = 0xfffd;

    private static final int[] LEAST = {0, 0, 0x80, 0x800, 0x1_0000};

    int point;
    int length;

    /// Decodes the character that begins where a feed stands, which is not moved on. A byte with
    /// which no character begins, or not completely, is [#MALFORMED], of length 1.
    void decode(Feed in) throws IOException {
      int first = in.peek();
      point = MALFORMED;
      length = 1;
      int count = first >= 0xf8 || first < 0xc0 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
      if (count == 0 || !in.has(count)) {
        return;
      }
      int value = first & (0xff >> (count + 1));
      for (int i = 1; i < count; i++) {
        int b = in.bytes[in.at + i];
        if ((b & 0xc0) != 0x80) {
          return;
        }
        value = (value << 6) | (b & 0x3f);
      }
      boolean surrogate = value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE;
      if (value >= LEAST[count] && value <= Character.MAX_CODE_POINT && !surrogate) {
        point = value;
        length = count;
      }
    }

    boolean isLetter() {
      return Character.isLetter(point);
    }

    /// Whether it goes on with a word: letters, their accents, digits.
    boolean continuesWord() {
      int type = Character.getType(point);
      return Character.isLetterOrDigit(point)
          || type == Character.NON_SPACING_MARK
          || type == Character.COMBINING_SPACING_MARK;
    }

    boolean isSpace() {
      return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }
  }
}
