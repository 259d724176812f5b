package io.penstock.collective;

/// A collective call, by the name under which programs know it.
enum Operation {
  READ_ALL("readAll"),
  WRITE_ALL("writeAll"),
  READ_AT_ALL("readAtAll"),
  WRITE_AT_ALL("writeAtAll"),
  READ_ORDERED("readOrdered"),
  WRITE_ORDERED("writeOrdered"),
  SEEK_SHARED("seekShared"),
  RESIZE("resize"),
  PREALLOCATE("preallocate"),
  SYNC("sync"),
  CLOSE("close");

  private final String label;

  Operation(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
