package io.penstock.report;

import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// An evaluation's outcome as JSON: one file to keep, to compare with and to draw from.
///
/// What was written is read back as an equal outcome. The layout is stable: two files can be
/// compared line by line.
public final class JsonReport {
  private JsonReport() {}

  /// Writes `outcome` to `file`, in UTF-8, replacing what was there.
  ///
  /// @throws IOException if the file cannot be written
  public static void write(EvaluationOutcome outcome, Path file) throws IOException {
    List<String> _ = Publication.write(file, text(outcome).getBytes(StandardCharsets.UTF_8));
  }

  /// The JSON that [#write] writes.
  public static String text(EvaluationOutcome outcome) {
    return JsonOutcomeWriter.text(outcome);
  }

  /// Reads what [#write] wrote.
  ///
  /// @throws MalformedReportException if the file holds anything else; the message is one line with
  ///   the file, the line, the column and what should stand there
  /// @throws IOException if the file cannot be read
  public static EvaluationOutcome read(Path file) throws IOException {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    } catch (CharacterCodingException _) {
      throw new MalformedReportException(
          new JsonValue.Place(file.toString(), 1, 1), "this is not a text in UTF-8");
    }
  }

  /// Reads the outcome that `json` holds.
  ///
  /// @param name what messages call the source
  /// @throws MalformedReportException if it holds anything else
  public static EvaluationOutcome parse(String json, String name) throws MalformedReportException {
    return JsonOutcomeReader.read(JsonMembers.of(JsonTree.parse(json, name), "evaluation"));
  }
}
