package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.re2j.Pattern;
import io.penstock.cli.FoundLines.Look;
import io.penstock.text.BytePattern;
import io.penstock.text.ByteSlice;
import io.penstock.text.LineReader;
import io.penstock.text.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `find`.
@Command(
    name = "find",
    description = "Finds the lines of texts that match.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:A line was found.",
      "1:None was.",
      "2:An argument is wrong, or a text could not be read."
    },
    footer = {
      "",
      "Expressions are those of RE2, which take linear time: Perl's without backreferences and "
          + "looking around. See https://github.com/google/re2/wiki/Syntax",
      "",
      "-r reads the files of a tree one after the other; it follows no links, and prints no lines"
          + " of files with a zero byte among their first 64 KiB. For trees of many small files"
          + " ripgrep (rg) is the right tool: it reads several at a time, and leaves out what Git"
          + " ignores."
    })
final class FindCommand extends Action {
  private static final int FOUND = 0;
  private static final int NOT_FOUND = 1;

  /// How many bytes of a file in a tree have no zero byte if it is a text.
  private static final int HEAD = 64 << 10;

  private static final int SMALL = 1 << 20;
  private static final byte[] UNNAMED = {};
  private static final String NEVER = "never";

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
      names = {"-i", "--ignore-case"},
      description = "Takes capital letters for small ones.")
  private boolean ignoreCase;

  @Option(
      names = {"-v", "--invert-match"},
      description = "Finds the lines that do not match.")
  private boolean inverted;

  @Option(
      names = {"-r", "--recursive"},
      description = "Reads all files below a FILE that is a folder (default: the current one).")
  private boolean recursive;

  @Option(
      names = {"-c", "--count"},
      description = "Prints how many lines match.")
  private boolean count;

  @Option(
      names = {"-n", "--number"},
      description = "Prints the number of each line, and reads by one thread.")
  private boolean number;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      description = "Paints what is found: auto (on a terminal), always or never (default).")
  private String color = NEVER;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  private long found;

  /// A text to be searched.
  ///
  /// @param name as it was given, or as a walk met it
  /// @param shown the bytes of the name before what is printed; empty for none
  /// @param lines those to be found
  private record Searched(String name, ByteSlice shown, Lines lines, int threads) {}

  @Override
  void pick(Arguments arguments) {
    literal = arguments.flag("-F", "--literal");
    ignoreCase = arguments.flag("-i", "--ignore-case");
    inverted = arguments.flag("-v", "--invert-match");
    recursive = arguments.flag("-r", "--recursive");
    count = arguments.flag("-c", "--count");
    number = arguments.flag("-n", "--number");
    color = arguments.value("--color").orElse(color);
    json = arguments.flag("--json");
    pattern = texts.pickBehindOne(arguments);
  }

  @Override
  int perform() throws IOException {
    if (json && count) {
      throw wrong("--json prints the lines that are found: leave --count out");
    }
    boolean painted = isPainted();
    Search search = search();
    BytePattern wanted = inverted ? search.lines().negated() : search.lines();
    boolean all =
        json ? printJson(wanted) : each(wanted, printer(painted ? painter(search) : Look::new));
    return all ? (found > 0 ? FOUND : NOT_FOUND) : ExitCode.USAGE;
  }

  @Override
  int failed() {
    return ExitCode.USAGE;
  }

  private boolean isPainted() {
    return switch (color) {
      case NEVER -> false;
      case "always" -> true;
      case "auto" -> Colors.wanted();
      default -> throw wrong("--color '" + color + "': write auto, always or never");
    };
  }

  private Search search() {
    try {
      if (literal) {
        return ignoreCase ? Search.literalInAnyCase(pattern) : Search.literal(pattern);
      }
      return ignoreCase ? Search.expressionInAnyCase(pattern) : Search.expression(pattern);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  // Lines that do not match have no place to be painted.
  private Supplier<Look> painter(Search search) {
    Pattern places = search.places();
    return inverted ? FoundLines.Painted::new : () -> new FoundLines.Painted(places);
  }

  // ---- texts -----------------------------------------------------------------------------------

  private boolean each(BytePattern wanted, IOConsumer<Searched> job) {
    IOConsumer<TextSource> named = text -> job.accept(named(text, wanted));
    return recursive
        ? texts.eachBelow(results(), diagnostics(), named, file -> find(file, wanted, job))
        : texts.each(results(), diagnostics(), named);
  }

  private Searched named(TextSource text, BytePattern wanted) throws IOException {
    ByteSlice shown = ByteSlice.of(texts.count() > 1 ? text.name() : "");
    return new Searched(text.name(), shown, text.lines().matching(wanted), texts.threads());
  }

  // Most files of a tree are small, and threads take longer to start than to read one.
  private Searched below(TextSources.Below file, BytePattern wanted) throws IOException {
    int threads = file.entry().facts().size() < SMALL ? 1 : texts.threads();
    Lines lines = Lines.of(file.path()).matching(wanted);
    ByteSlice shown = ByteSlice.of(file.name());
    return new Searched(file.path().toString(), shown, lines, threads);
  }

  // As by grep: lines of what is no text would do something to a terminal.
  private void find(TextSources.Below file, BytePattern wanted, IOConsumer<Searched> job)
      throws IOException {
    Searched text = below(file, wanted);
    if (count || isText(file.path())) {
      job.accept(text);
      return;
    }
    try (LineReader reader = text.lines().open()) {
      if (reader.next()) {
        found++;
        diagnostics().println(Escapes.of("penstock: " + text.name() + ": binary file matches"));
        diagnostics().flush();
      }
    }
  }

  private static boolean isText(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ByteSlice.of(in.readNBytes(HEAD)).indexOf((byte) 0) < 0;
    }
  }

  // ---- results ---------------------------------------------------------------------------------

  private IOConsumer<Searched> printer(Supplier<Look> looks) {
    Look look = looks.get();
    return text -> {
      byte[] prefix = text.shown().isEmpty() ? UNNAMED : look.name(text.shown().toByteArray());
      if (count) {
        printCount(text, prefix);
      } else if (number) {
        printNumbered(text, new FoundLines(prefix, look));
      } else {
        print(text, () -> new FoundLines(prefix, looks.get()));
      }
    };
  }

  private void printCount(Searched text, byte[] prefix) throws IOException {
    long matching = text.lines().parallel(text.threads()).count();
    found += matching;
    OutputStream out = Results.bytes(results());
    out.write(prefix);
    out.write((matching + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private void printNumbered(Searched text, FoundLines part) throws IOException {
    try (LineReader reader = text.lines().open()) {
      while (reader.next()) {
        part.add(reader.number(), reader.line());
        if (part.isLong()) {
          deliver(part);
        }
      }
      deliver(part);
    }
  }

  private void print(Searched text, Supplier<FoundLines> parts) throws IOException {
    text.lines().parallel(text.threads()).mapInOrder(parts, FoundLines::add, this::deliver);
  }

  private void deliver(FoundLines part) throws IOException {
    found += part.count();
    part.writeTo(Results.bytes(results()));
  }

  private boolean printJson(BytePattern wanted) throws IOException {
    boolean[] all = new boolean[1];
    Json.print(
        results(),
        generator -> {
          generator.writeArrayFieldStart("lines");
          all[0] = each(wanted, text -> write(text, generator));
          generator.writeEndArray();
        });
    return all[0];
  }

  private void write(Searched text, JsonGenerator generator) throws IOException {
    try (LineReader reader = text.lines().open()) {
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
  }
}
