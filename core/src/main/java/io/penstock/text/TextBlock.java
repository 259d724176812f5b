package io.penstock.text;

/// Some bytes of a text in memory. Belongs to one worker.
final class TextBlock {
  private final byte[] bytes;
  private int to = ByteCounts.BEGIN;

  /// Counts from 0 in the order of the text.
  long index;

  TextBlock(int room) {
    this.bytes = new byte[ByteCounts.BEGIN + room];
    this.bytes[ByteCounts.BEGIN - 1] = '\n'; // what comes before is another's
  }

  /// The text is from [ByteCounts#BEGIN] to [#to].
  byte[] bytes() {
    return bytes;
  }

  int to() {
    return to;
  }

  int length() {
    return to - ByteCounts.BEGIN;
  }

  int room() {
    return bytes.length - ByteCounts.BEGIN;
  }

  void filled(int length) {
    to = ByteCounts.BEGIN + length;
  }

  byte first() {
    return bytes[ByteCounts.BEGIN];
  }

  byte last() {
    return bytes[to - 1];
  }
}
