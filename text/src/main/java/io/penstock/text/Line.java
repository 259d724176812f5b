package io.penstock.text;

/// A line without its terminator, as [Lines] hands it out: valid until the next one.
public final class Line extends ByteSlice {
  private long offset;
  private int behind;

  Line() {}

  void set(byte[] array, int from, int to, int behind, long offset) {
    set(array, from, to);
    this.behind = behind;
    this.offset = offset;
  }

  /// The line with what ends it in the text: a newline, with or without a carriage return before,
  /// or nothing.
  public ByteSlice withEnd() {
    return new ByteSlice().set(array(), from(), behind);
  }

  /// Where it ends with that.
  int behind() {
    return behind;
  }

  /// How many bytes precede it in the file or stream.
  public long offset() {
    return offset;
  }
}
