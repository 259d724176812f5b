package io.penstock.text;

import java.io.IOException;
import java.util.zip.CRC32C;

/// Checksums of both ends of a text: what has only grown still has them where they were.
///
/// @param head of its first bytes
/// @param tail of its last bytes
record Seal(int head, int tail) {
  private static final int SPAN = 16 << 10;

  /// That of the first `size` bytes of a file.
  static Seal of(TextFile file, long size) throws IOException {
    int span = (int) Math.min(SPAN, size);
    return new Seal(checksum(file, 0, span), checksum(file, size - span, span));
  }

  private static int checksum(TextFile file, long offset, int count) throws IOException {
    byte[] bytes = new byte[count];
    file.read(offset, bytes, 0, count);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return (int) checksum.getValue();
  }
}
