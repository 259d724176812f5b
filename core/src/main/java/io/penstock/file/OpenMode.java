package io.penstock.file;

/// The access to an open file.
public enum OpenMode {
  READ(true, false),
  WRITE(false, true),
  READ_WRITE(true, true);

  private final boolean reads;
  private final boolean writes;

  OpenMode(boolean reads, boolean writes) {
    this.reads = reads;
    this.writes = writes;
  }

  /// Whether the file may be read.
  public boolean reads() {
    return reads;
  }

  /// Whether the file may be written.
  public boolean writes() {
    return writes;
  }
}
