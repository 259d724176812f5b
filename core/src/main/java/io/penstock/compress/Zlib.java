package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;

/// The JDK's own library, which is always there.
final class Zlib implements DeflateLibrary {
  static final DeflateLibrary LIBRARY = new Zlib();

  private static final int WINDOW = 32 << 10;

  @Override
  public boolean available() {
    return true;
  }

  @Override
  public BlockEncoder encoder(int level) {
    return new Encoder(new Deflater(level, true));
  }

  private record Encoder(Deflater deflater) implements BlockEncoder {
    @Override
    public ByteBuffer encode(byte[] before, byte[] block, int count) {
      Deflating deflated = new Deflating(count);
      if (count > 0) {
        deflater.reset();
        int known = Math.min(WINDOW, before.length);
        if (known > 0) {
          deflater.setDictionary(before, before.length - known, known);
        }
        deflater.setInput(block, 0, count);
        deflated.all(deflater);
      }
      return deflated.buffer();
    }

    @Override
    public void close() {
      deflater.end();
    }
  }

  /// Bytes that a Deflater gives, in an array that grows where its estimate was too small.
  private static final class Deflating {
    private static final int MARGIN = 64;

    private byte[] bytes;
    private int length;

    /// @param content how many bytes will be deflated
    Deflating(int content) {
      // what does not compress is stored, with 5 bytes for each 16 KiB
      bytes = new byte[Math.addExact(MARGIN, content + content / 1024)];
    }

    /// Deflates what the deflater was given, to a whole byte.
    void all(Deflater deflater) {
      while (true) {
        int room = bytes.length - length;
        int n = deflater.deflate(bytes, length, room, Deflater.SYNC_FLUSH);
        length += n;
        if (n < room) {
          return;
        }
        bytes = Arrays.copyOf(bytes, Math.addExact(bytes.length, bytes.length / 8 + MARGIN));
      }
    }

    ByteBuffer buffer() {
      return ByteBuffer.wrap(bytes, 0, length);
    }
  }
}
