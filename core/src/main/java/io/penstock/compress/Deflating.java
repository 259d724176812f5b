package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;

/// Bytes that a Deflater gives, in an array that grows where its estimate was too small.
final class Deflating {
  private static final int MARGIN = 64;

  private byte[] bytes;
  private int length;

  /// @param header what comes before the deflated bytes
  /// @param content how many bytes will be deflated
  Deflating(byte[] header, int content) {
    // what does not compress is stored, with 5 bytes for each 16 KiB
    bytes = new byte[Math.addExact(header.length + MARGIN, content + content / 1024)];
    System.arraycopy(header, 0, bytes, 0, header.length);
    length = header.length;
  }

  /// Deflates what the deflater was given.
  ///
  /// @param flush one of Deflater's
  void all(Deflater deflater, int flush) {
    while (true) {
      int room = bytes.length - length;
      int n = deflater.deflate(bytes, length, room, flush);
      length += n;
      if (n < room) {
        return;
      }
      bytes = Arrays.copyOf(bytes, Math.addExact(bytes.length, bytes.length / 8 + MARGIN));
    }
  }

  void append(byte[] more) {
    bytes =
        bytes.length - length < more.length ? Arrays.copyOf(bytes, length + more.length) : bytes;
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes, 0, length);
  }
}
