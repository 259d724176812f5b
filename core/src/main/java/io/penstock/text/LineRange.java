package io.penstock.text;

/// Where a line lies in its file, without what ends it.
///
/// @param offset how many bytes precede it
/// @param length how many bytes it has
public record LineRange(long offset, long length) {
  /// Where it ends: the newline, or the carriage return before it, is there, or the file ends.
  public long end() {
    return offset + length;
  }
}
