package io.penstock.cli;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.penstock.text.ByteSlice;
import io.penstock.text.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lines that were found, as they are printed. Short ones are gathered; long ones stay where they
/// are until then: the bytes of a part of the text do not change before its result is delivered.
final class FoundLines {
  private static final int LONG = 64 << 10;

  private final byte[] prefix;
  private final Look look;
  private final List<ByteSlice> before = new ArrayList<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long lines;

  /// @param prefix of each line
  FoundLines(byte[] prefix, Look look) {
    this.prefix = prefix;
    this.look = look;
  }

  boolean isLong() {
    return bytes.size() > LONG || !before.isEmpty();
  }

  /// How many there are.
  long count() {
    return lines;
  }

  void add(long number, Line line) {
    bytes.writeBytes(prefix);
    bytes.writeBytes(look.number(number));
    write(line);
  }

  void add(Line line) {
    bytes.writeBytes(prefix);
    write(line);
  }

  private void write(Line line) {
    lines++;
    ByteSlice whole = line.withEnd();
    if (whole.length() > LONG) {
      before.add(ByteSlice.of(bytes.toByteArray()));
      before.add(whole);
      bytes.reset();
    } else {
      look.write(line, bytes);
      bytes.write(whole.array(), line.to(), whole.to() - line.to());
    }
    if (whole.length() == line.length()) {
      bytes.write('\n');
    }
  }

  void writeTo(OutputStream out) throws IOException {
    for (ByteSlice part : before) {
      out.write(part.array(), part.from(), part.length());
    }
    bytes.writeTo(out);
    before.clear();
    bytes.reset();
    lines = 0;
  }

  /// The look of lines, for one thread.
  static class Look {
    /// The beginning of each line of a text that has this name.
    byte[] name(byte[] name) {
      byte[] prefix = Arrays.copyOf(name, name.length + 1);
      prefix[name.length] = ':';
      return prefix;
    }

    /// What a line's number is printed as.
    byte[] number(long number) {
      return ascii(number + ":");
    }

    /// Prints a line without its end.
    void write(ByteSlice line, ByteArrayOutputStream out) {
      out.write(line.array(), line.from(), line.length());
    }

    static byte[] ascii(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }
  }

  /// Names, numbers, and the places of a line where something is found, in the colours of grep.
  static final class Painted extends Look {
    private static final String NAME = "35";
    private static final String NUMBER = "32";
    private static final String SEPARATOR = "36";
    private static final String FOUND = "01;31";

    private final @Nullable Matcher matcher; // null where lines have no such place

    /// For lines in which nothing is found.
    Painted() {
      matcher = null;
    }

    /// @param found at the places
    Painted(Pattern found) {
      matcher = found.matcher("");
    }

    @Override
    byte[] name(byte[] name) {
      return label(NAME, name);
    }

    @Override
    byte[] number(long number) {
      return label(NUMBER, ascii(Long.toString(number)));
    }

    private static byte[] label(String color, byte[] text) {
      ByteArrayOutputStream label = new ByteArrayOutputStream();
      paint(color, text, label);
      paint(SEPARATOR, ascii(":"), label);
      return label.toByteArray();
    }

    private static void paint(String color, byte[] text, ByteArrayOutputStream out) {
      out.writeBytes(ascii("\033[" + color + "m\033[K"));
      out.writeBytes(text);
      out.writeBytes(ascii("\033[m\033[K"));
    }

    // Bytes that are no text stay as they are, and have no colour.
    @Override
    void write(ByteSlice line, ByteArrayOutputStream out) {
      String text = matcher == null ? "" : line.toString();
      if (matcher == null || !line.contentEquals(utf8(text))) {
        super.write(line, out);
        return;
      }
      int done = 0;
      matcher.reset(text);
      while (matcher.find()) {
        if (matcher.end() > matcher.start()) {
          out.writeBytes(utf8(text.substring(done, matcher.start())));
          paint(FOUND, utf8(matcher.group()), out);
          done = matcher.end();
        }
      }
      out.writeBytes(utf8(text.substring(done)));
    }

    private static byte[] utf8(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}
