package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.cli.doctor.Finding;
import io.penstock.cli.doctor.Level;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help.Ansi;

/// Prints findings, for people and for machines.
final class DoctorReport {
  private DoctorReport() {}

  static void text(List<Finding> findings, PrintWriter out, Ansi ansi) {
    int width = findings.stream().mapToInt(finding -> finding.name().length()).max().orElse(0);
    for (Finding finding : findings) {
      String level = String.format(Locale.ROOT, "%-7s", word(finding.level()));
      String name = String.format(Locale.ROOT, "%-" + width + "s", finding.name());
      out.println(paint(finding.level(), level, ansi) + "  " + name + "  " + finding.value());
      if (!finding.remedy().isEmpty()) {
        out.println(" ".repeat(7 + 2 + width + 2) + "-> " + finding.remedy());
      }
    }
  }

  /// Writes `{"penstock": VERSION, "findings": [{"name", "level", "value", "remedy"}]}`; `remedy`
  /// is left out where none is needed.
  static void json(List<Finding> findings, PrintWriter out) throws IOException {
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
