package io.penstock.compress;

import java.nio.ByteBuffer;
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
}
