package io.penstock.report;

import java.io.IOException;

/// A file that should hold an evaluation's JSON does not; the message is one line that begins with
/// the file, the line and the column.
public final class MalformedReportException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedReportException(JsonValue.Place place, String problem) {
    super(place + ": " + problem);
  }
}
