package io.penstock.cli;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.penstock.text.BytePattern;
import io.penstock.text.ByteSlice;
import io.penstock.text.Line;
import io.penstock.text.LineReader;
import io.penstock.text.Lines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `find`.
@Command(
    name = "find",
    description = "Finds the lines of texts that match.",
    footer = {
      "",
      "The exit status is that of grep: 0 if a line was found, 1 if none was, 2 if",
      "a text could not be read. Expressions are those of RE2, which take linear time:",
      "Perl's without backreferences and looking around. See https://github.com/google/re2/wiki/Syntax"
    })
final class FindCommand extends Action {
  private static final int FOUND = 0;
  private static final int NOT_FOUND = 1;

  @Parameters(
      index = "0",
      paramLabel = "PATTERN",
      description = "A regular expression, or with -F text.")
  private String pattern;

  @Mixin private TextSources texts = new TextSources();

  @Option(
      names = {"-F", "--literal"},
      description = "Looks for the pattern as it stands.")
  private boolean literal;

  @Option(
      names = {"-c", "--count"},
      description = "Prints how many lines match.")
  private boolean count;

  @Option(
      names = {"-n", "--number"},
      description = "Prints the number of each line, and reads by one thread.")
  private boolean number;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  private long found;

  @Override
  void pick(Arguments arguments) {
    literal = arguments.flag("-F", "--literal");
    count = arguments.flag("-c", "--count");
    number = arguments.flag("-n", "--number");
    json = arguments.flag("--json");
    pattern = texts.pickBehindOne(arguments);
  }

  @Override
  int perform() throws IOException {
    BytePattern wanted = pattern();
    boolean all;
    if (json) {
      all = printJson(wanted);
    } else {
      all = texts.each(results(), diagnostics(), text -> find(text, text.lines().matching(wanted)));
    }
    return all ? (found > 0 ? FOUND : NOT_FOUND) : ExitCode.USAGE;
  }

  @Override
  int failed() {
    return ExitCode.USAGE;
  }

  private BytePattern pattern() {
    try {
      return literal ? BytePattern.literal(pattern) : expression();
    } catch (IllegalArgumentException e) {
      throw wrong("'" + pattern + "': " + e.getMessage());
    }
  }

  private BytePattern expression() {
    try {
      Pattern compiled = Pattern.compile(pattern);
      return BytePattern.candidates(pattern).and(() -> finder(compiled));
    } catch (PatternSyntaxException e) {
      throw noExpression(e.getDescription());
    } catch (StackOverflowError _) {
      throw noExpression("it is nested too deep");
    }
  }

  private CommandFailure noExpression(String reason) {
    return wrong(
        "'"
            + pattern
            + "' is no regular expression of RE2: "
            + reason
            + "; -F looks for it as it stands");
  }

  private void find(TextSource text, Lines lines) throws IOException {
    byte[] prefix = prefix(text);
    if (count) {
      long matching = lines.parallel(texts.threads()).count();
      found += matching;
      OutputStream out = Results.bytes(results());
      out.write(prefix);
      out.write((matching + "\n").getBytes(StandardCharsets.US_ASCII));
    } else if (number) {
      printNumbered(lines, prefix);
    } else {
      print(lines, prefix);
    }
  }

  private byte[] prefix(TextSource text) {
    String shown = texts.count() > 1 ? text.name() + ":" : "";
    return shown.getBytes(StandardCharsets.UTF_8);
  }

  private void printNumbered(Lines lines, byte[] prefix) throws IOException {
    Found part = new Found(prefix);
    try (LineReader reader = lines.open()) {
      while (reader.next()) {
        part.add(reader.number(), reader.line());
        if (part.isLong()) {
          deliver(part);
        }
      }
      deliver(part);
    }
  }

  private void print(Lines lines, byte[] prefix) throws IOException {
    lines.parallel(texts.threads()).mapInOrder(() -> new Found(prefix), Found::add, this::deliver);
  }

  private void deliver(Found part) throws IOException {
    found += part.lines;
    part.writeTo(Results.bytes(results()));
  }

  private boolean printJson(BytePattern wanted) throws IOException {
    boolean[] all = new boolean[1];
    Json.print(
        results(),
        generator -> {
          generator.writeArrayFieldStart("lines");
          all[0] =
              texts.each(
                  results(),
                  diagnostics(),
                  text -> {
                    try (LineReader reader = text.lines().matching(wanted).open()) {
                      while (reader.next()) {
                        found++;
                        generator.writeStartObject();
                        generator.writeStringField("name", text.name());
                        generator.writeNumberField("number", reader.number());
                        generator.writeNumberField("offset", reader.line().offset());
                        generator.writeStringField("text", reader.line().toString());
                        generator.writeEndObject();
                      }
                    }
                  });
          generator.writeEndArray();
        });
    return all[0];
  }

  /// A test of lines for a regular expression, by automata: in a time proportional to the length of
  /// the line, whatever the expression.
  private static Predicate<ByteSlice> finder(Pattern pattern) {
    Matcher matcher = pattern.matcher("");
    // A class and not a lambda: the first lambda of a JVM takes long.
    return new Predicate<>() {
      // Bytes that are no UTF-8 become U+FFFD.
      @Override
      public boolean test(ByteSlice line) {
        return matcher.reset(isAscii(line) ? new AsciiText(line) : line.toString()).find();
      }
    };
  }

  private static boolean isAscii(ByteSlice line) {
    byte[] bytes = line.array();
    for (int i = line.from(); i < line.to(); i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /// A line as characters where it lies: a copy of the longest would take a gigabyte.
  private record AsciiText(ByteSlice line) implements CharSequence {
    @Override
    public int length() {
      return line.length();
    }

    @Override
    public char charAt(int index) {
      return (char) line.array()[line.from() + index];
    }

    @Override
    public CharSequence subSequence(int begin, int end) {
      return new AsciiText(line.slice(begin, end));
    }

    @Override
    public String toString() {
      return line.toString(StandardCharsets.US_ASCII);
    }
  }

  /// Lines that were found, as they are printed. Short ones are gathered; long ones stay where they
  /// are until then: the bytes of a part of the text do not change before its result is delivered.
  private static final class Found {
    private static final int LONG = 64 << 10;

    private final byte[] prefix;
    private final List<ByteSlice> before = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long lines;

    Found(byte[] prefix) {
      this.prefix = prefix;
    }

    boolean isLong() {
      return bytes.size() > LONG || !before.isEmpty();
    }

    void add(long number, Line line) {
      bytes.writeBytes(prefix);
      bytes.writeBytes((number + ":").getBytes(StandardCharsets.US_ASCII));
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
        bytes.write(whole.array(), whole.from(), whole.length());
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
  }
}
