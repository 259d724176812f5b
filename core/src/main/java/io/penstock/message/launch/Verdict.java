package io.penstock.message.launch;

/// The answer to a caller. The codes are part of the protocol.
public enum Verdict {
  WELCOME(0, "is welcome"),
  WRONG_VERSION(1, "speaks another version of the protocol"),
  WRONG_JOB(2, "belongs to another job"),
  WRONG_SECRET(3, "does not know the job's secret"),
  DUPLICATE(4, "is a rank that is connected already"),
  UNEXPECTED(5, "is not expected here"),
  BARRED(6, "is to end");

  private final int code;
  private final String text;

  Verdict(int code, String text) {
    this.code = code;
    this.text = text;
  }

  int code() {
    return code;
  }

  /// What is the matter with the caller.
  String text() {
    return text;
  }
}
