package io.penstock.cli.doctor;

/// The limits of a process that matter to input and output.
enum ResourceLimit {
  OPEN_FILES("open files", "Max open files", 1024, "raise it with ulimit -n"),
  // Registered buffers of io_uring count against it.
  LOCKED_MEMORY("locked memory", "Max locked memory", 8L << 20, "raise it with ulimit -l");

  private final String title;
  private final String row;
  private final long enough;
  private final String remedy;

  ResourceLimit(String title, String row, long enough, String remedy) {
    this.title = title;
    this.row = row;
    this.enough = enough;
    this.remedy = remedy;
  }

  String title() {
    return title;
  }

  /// How its row in `/proc/self/limits` begins.
  String row() {
    return row;
  }

  boolean isEnough(long value) {
    return value >= enough;
  }

  String text(long value) {
    return this == OPEN_FILES ? Long.toString(value) : Size.text(value);
  }

  String remedy() {
    return remedy;
  }
}
