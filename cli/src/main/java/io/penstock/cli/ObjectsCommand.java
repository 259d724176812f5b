package io.penstock.cli;

import io.penstock.cli.object.ObjectJson;
import io.penstock.cli.object.ObjectPage;
import io.penstock.cli.tool.StandardInput;
import io.penstock.object.analysis.ObjectAnalysis;
import io.penstock.object.analysis.ObjectDifference;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `objects`.
@Command(
    name = "objects",
    description = "Says what makes a stream of serialized Java objects large.",
    footer = {
      "",
      "None of the stream's classes is needed or loaded. Bytes by class and by field, what "
          + "each field would save exactly if it were transient, and contents that come more than "
          + "once."
    })
final class ObjectsCommand extends Action {
  private static final String STANDARD_INPUT = "-";

  @Parameters(
      paramLabel = "STREAM",
      description = "A file that an ObjectOutputStream wrote; - for standard input.")
  private String stream;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Prints at most N rows of each table (default: ${DEFAULT-VALUE}).")
  private int top = 15;

  @Option(names = "--json", description = "Prints JSON, with all rows and the tree of paths.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Writes a page with a picture of the bytes by path.")
  private Optional<Path> report = Optional.empty();

  @Option(names = "--force", description = "Replaces FILE.html if it exists.")
  private boolean force;

  @Option(
      names = "--against",
      paramLabel = "OTHER",
      description = "Tells what changed from this older stream.")
  private Optional<Path> against = Optional.empty();

  @Option(
      names = "--without",
      paramLabel = "FIELDS",
      split = ",",
      description = "Tells what these fields save together: Order.cache,Order.log")
  private List<String> without = List.of();

  @Override
  void pick(Arguments arguments) {
    top = arguments.number(1, Integer.MAX_VALUE, "--top").orElse(top);
    json = arguments.flag("--json");
    report = arguments.value("--report").map(Path::of);
    force = arguments.flag("--force");
    against = arguments.value("--against").map(Path::of);
    without = arguments.list("--without");
    stream = arguments.operands(1, 1).getFirst();
  }

  @Override
  int perform() throws IOException {
    if (top < 1) {
      throw wrong("--top " + top + ": there must be at least one");
    }
    for (String field : without) {
      if (field.indexOf('.') < 0) {
        throw wrong("--without '" + field + "': write a class and its field, as in Order.cache");
      }
    }
    Optional<OutputFile> page = report.map(file -> new OutputFile(file, force, diagnostics()));
    requireOtherPage();
    ObjectAnalysis analysis = analysis();
    ObjectDifference difference =
        against.isPresent()
            ? ObjectAnalysis.difference(ObjectAnalysis.of(against.get()), analysis)
            : null;
    long saved = without.isEmpty() ? 0 : saved(analysis);
    if (json) {
      printJson(analysis, difference, saved);
    } else {
      print(analysis, difference, saved);
    }
    if (page.isPresent()) {
      String html =
          difference == null
              ? ObjectPage.of(stream, analysis, top)
              : ObjectPage.of(stream, analysis, difference, top);
      page.get().write(html.getBytes(StandardCharsets.UTF_8));
    }
    return ExitCode.OK;
  }

  private void requireOtherPage() throws IOException {
    if (report.isPresent()) {
      if (!stream.equals(STANDARD_INPUT)) {
        OutputFile.requireOther(report.get(), TextSource.path(stream));
      }
      if (against.isPresent()) {
        OutputFile.requireOther(report.get(), against.get());
      }
    }
  }

  private ObjectAnalysis analysis() throws IOException {
    if (stream.equals(STANDARD_INPUT)) {
      // Standard input stays open.
      return ObjectAnalysis.of(new BufferedInputStream(StandardInput.open(), 1 << 16));
    }
    return ObjectAnalysis.of(TextSource.of(stream).path().orElseThrow());
  }

  private long saved(ObjectAnalysis analysis) {
    try {
      return analysis.savingOf(without.toArray(String[]::new));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          "--without",
          String.valueOf(e.getMessage()),
          "see the names with penstock objects --json");
    }
  }

  private void print(ObjectAnalysis analysis, @Nullable ObjectDifference difference, long saved) {
    PrintWriter out = results();
    out.print(analysis.table(top));
    if (!without.isEmpty()) {
      out.printf(
          Locale.ROOT, "%n%d bytes fewer without %s together%n", saved, String.join(", ", without));
    }
    if (difference != null) {
      out.println();
      out.print(difference.table(top));
    }
  }

  private void printJson(ObjectAnalysis analysis, @Nullable ObjectDifference difference, long saved)
      throws IOException {
    Json.print(
        results(),
        generator -> {
          generator.writeStringField("stream", stream);
          ObjectJson members = new ObjectJson(generator);
          members.analysis(analysis);
          if (!without.isEmpty()) {
            generator.writeNumberField("savedWithout", saved);
          }
          if (difference != null) {
            members.difference(difference);
          }
        });
  }
}
