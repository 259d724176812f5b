package io.penstock.text;

/// A line without what ends it, as [Lines] hands it out: until the next one.
public final class Line extends ByteSlice {
  private long offset;

  Line() {}

  Line set(byte[] array, int from, int to, long offset) {
    set(array, from, to);
    this.offset = offset;
    return this;
  }

  /// How many bytes precede it in the file or stream.
  public long offset() {
    return offset;
  }
}
