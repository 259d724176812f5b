package io.penstock.text;

/// The range of a line in its file, without its terminator.
///
/// @param offset how many bytes precede it
/// @param length how many bytes it has
public record LineRange(long offset, long length) {
  /// Where it ends: the newline, or the carriage return before it, is there, or the file ends.
  public long end() {
    return offset + length;
  }
}
