package io.penstock.report;

import java.io.IOException;

/// The error of a file that should hold an evaluation's JSON and does not. The message is one line
/// that begins with the file, the line and the column.
public final class MalformedReportException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedReportException(String problem) {
    super(problem);
  }
}
