package io.penstock.text;

/// Some bytes of a text in memory, from the begin of an array. Belongs to one worker.
final class TextBlock {
  private final byte[] bytes;
  private int length;

  /// Counts from 0 in the order of the text.
  long index;

  TextBlock(int room) {
    this.bytes = new byte[room];
  }

  byte[] bytes() {
    return bytes;
  }

  int room() {
    return bytes.length;
  }

  void filled(int count) {
    length = count;
  }

  int length() {
    return length;
  }

  byte first() {
    return bytes[0];
  }

  byte last() {
    return bytes[length - 1];
  }
}
