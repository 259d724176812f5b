package io.penstock.evaluate.run;

/// How much time an evaluation may take.
public enum Effort {
  /// Minutes: small files, the runs that a median needs.
  QUICK(64L << 20, 5, 2),
  /// Files of the size that the figures are quoted for.
  NORMAL(1L << 30, 5, 2),
  /// More runs of the same.
  FULL(1L << 30, 9, 3);

  private final long bytes;
  private final int runs;
  private final int warmups;

  Effort(long bytes, int runs, int warmups) {
    this.bytes = bytes;
    this.runs = runs;
    this.warmups = warmups;
  }

  /// The size of the array files where the user names none.
  public long bytes() {
    return bytes;
  }

  int runs() {
    return runs;
  }

  int warmups() {
    return warmups;
  }
}
