package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.doctor.Checkup;
import io.penstock.cli.doctor.Finding;
import io.penstock.cli.doctor.Finding.Level;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/// The verb `doctor`: what this machine offers, what is missing, and each remedy.
@Command(
    name = "doctor",
    description = "Says what this machine offers and what is missing, each with its remedy.",
    footer = {
      "",
      "ok       there, and good enough",
      "note     Penstock works without it; the next line says how to get it",
      "missing  Penstock cannot work so, and the exit status is 1"
    })
final class Doctor extends Action {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The folder whose file system is examined (default: the current one).")
  private Path folder = Path.of(".");

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    folder = arguments.value("--dir").map(Path::of).orElse(folder);
    json = arguments.flag("--json");
    List<String> _ = arguments.operands(0, 0);
  }

  @Override
  int perform() throws IOException {
    if (!Files.isDirectory(folder)) {
      throw wrong("--dir " + folder + ": no such folder");
    }
    List<Finding> findings = Checkup.of(home(), folder.toRealPath());
    PrintWriter out = results();
    if (json) {
      printJson(findings, out);
    } else {
      print(findings, out, Colors.ansi());
    }
    return findings.stream().anyMatch(finding -> finding.level() == Level.MISSING)
        ? ExitCode.SOFTWARE
        : ExitCode.OK;
  }

  // The launcher says where the repository is.
  private static Path home() {
    return Path.of(System.getProperty("penstock.home", ".")).toAbsolutePath();
  }

  static void print(List<Finding> findings, PrintWriter out, Ansi ansi) {
    int width = findings.stream().mapToInt(finding -> finding.name().length()).max().orElse(0);
    for (Finding finding : findings) {
      String level = String.format(Locale.ROOT, "%-7s", word(finding.level()));
      String name = String.format(Locale.ROOT, "%-" + width + "s", finding.name());
      String value = Escapes.of(finding.value());
      out.println(paint(finding.level(), level, ansi) + "  " + name + "  " + value);
      if (!finding.remedy().isEmpty()) {
        out.println(" ".repeat(7 + 2 + width + 2) + "-> " + Escapes.of(finding.remedy()));
      }
    }
  }

  /// Writes `{"penstock": VERSION, "findings": [{"name", "level", "value", "remedy"}]}`; `remedy`
  /// is left out where none is needed.
  private static void printJson(List<Finding> findings, PrintWriter out) throws IOException {
    Json.print(
        out,
        json -> {
          json.writeArrayFieldStart("findings");
          for (Finding finding : findings) {
            write(finding, json);
          }
          json.writeEndArray();
        });
  }

  private static void write(Finding finding, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", finding.name());
    json.writeStringField("level", word(finding.level()));
    json.writeStringField("value", finding.value());
    if (!finding.remedy().isEmpty()) {
      json.writeStringField("remedy", finding.remedy());
    }
    json.writeEndObject();
  }

  private static String word(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  private static String paint(Level level, String word, Ansi ansi) {
    String style =
        switch (level) {
          case OK -> "green";
          case NOTE -> "yellow";
          case MISSING -> "bold,red";
        };
    return ansi.string("@|" + style + " " + word + "|@");
  }
}
