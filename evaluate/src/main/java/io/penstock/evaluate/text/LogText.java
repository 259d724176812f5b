package io.penstock.evaluate.text;

import static io.penstock.evaluate.text.LineBuffer.ascii;

import io.penstock.evaluate.run.Corpus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

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

  /// The ten pages that were read most, see [Pages].
  static final String PAGES = "pages";

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
        paths.pages().answer());
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
}
