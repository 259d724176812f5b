package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.tree.TreeCopyReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The result of copying one source.
record CopyOutcome(
    Path source,
    Path target,
    long files,
    long unchanged,
    long folders,
    long links,
    long bytes,
    List<Path> skipped,
    long errors) {
  CopyOutcome {
    skipped = List.copyOf(skipped);
  }

  static CopyOutcome of(Path source, Path target, TreeCopyReport report) {
    return new CopyOutcome(
        source,
        target,
        report.files(),
        report.unchanged(),
        report.folders(),
        report.links(),
        report.bytes(),
        report.skipped(),
        report.errors());
  }

  String line() {
    StringBuilder line = new StringBuilder(Escapes.of(target + ": ")).append(number(files, "file"));
    append(line, unchanged, "file that was there", "files that were there");
    append(line, folders, "folder", "folders");
    append(line, links, "link", "links");
    append(line, skipped.size(), "entry left out", "entries left out");
    append(line, errors, "error", "errors");
    return line.append(", ").append(bytes).append(" bytes").toString();
  }

  private static String number(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }

  private static void append(StringBuilder line, long count, String one, String many) {
    if (count > 0) {
      line.append(", ").append(count).append(' ').append(count == 1 ? one : many);
    }
  }

  void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("source", source.toString());
    json.writeStringField("target", target.toString());
    json.writeNumberField("files", files);
    json.writeNumberField("unchanged", unchanged);
    json.writeNumberField("folders", folders);
    json.writeNumberField("links", links);
    json.writeNumberField("bytes", bytes);
    json.writeArrayFieldStart("skipped");
    for (Path path : skipped) {
      json.writeString(path.toString());
    }
    json.writeEndArray();
    json.writeNumberField("errors", errors);
    json.writeEndObject();
  }
}
