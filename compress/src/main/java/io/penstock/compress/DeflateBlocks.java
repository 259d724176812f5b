package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// A format of one gzip member, whose blocks are deflated in parallel, and the choice of the
/// library that deflates them.
final class DeflateBlocks implements BlockFormat {
  /// Longer contents are worth a faster library, however often they come.
  private static final int SHORT_BYTES = 16 << 10;

  private final int level;
  private final CRC32 crc = new CRC32();
  private DeflateLibrary library = Zlib.LIBRARY;
  private long size;

  DeflateBlocks(int level) {
    this.level = level;
  }

  /// The first available library, looked for when it is needed first: it may load native code.
  static DeflateLibrary fastest() {
    return Found.LIBRARY;
  }

  private static final class Found {
    private static final DeflateLibrary LIBRARY = library();

    private static DeflateLibrary library() {
      for (DeflateLibrary library :
          ServiceLoader.load(DeflateLibrary.class, DeflateLibrary.class.getClassLoader())) {
        if (library.available()) {
          return library;
        }
      }
      return Zlib.LIBRARY;
    }
  }

  @Override
  public byte[] begin() {
    return GzipCodec.header(level, 0);
  }

  @Override
  public boolean repeats() {
    return true;
  }

  @Override
  public BlockEncoder encoder() {
    return library.encoder(level);
  }

  /// Chooses the library by the first block, before any other thread asks for an encoder.
  ///
  /// The search for libraries takes a fresh JVM longer than the JDK's takes to deflate a short
  /// content: short contents are always deflated by that one, so that equal content gives equal
  /// archives.
  @Override
  public void taking(byte[] block, int count) {
    if (size == 0 && count >= SHORT_BYTES) {
      library = fastest();
    }
    crc.update(block, 0, count);
    size += count;
  }

  @Override
  public byte[] end() {
    return GzipCodec.end(crc, size);
  }

  /// The JDK's deflate library, which is always there.
  static final class Zlib implements DeflateLibrary {
    static final DeflateLibrary LIBRARY = new Zlib();

    private static final int WINDOW = 32 << 10;
    private static final int MARGIN = 64;

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
        if (count == 0) {
          return ByteBuffer.allocate(0);
        }
        deflater.reset();
        int known = Math.min(WINDOW, before.length);
        if (known > 0) {
          deflater.setDictionary(before, before.length - known, known);
        }
        deflater.setInput(block, 0, count);
        // incompressible data is stored, with 5 bytes for each 16 KiB
        byte[] bytes = new byte[Math.addExact(MARGIN, count + count / 1024)];
        int length = 0;
        while (true) {
          int room = bytes.length - length;
          int n = deflater.deflate(bytes, length, room, Deflater.SYNC_FLUSH);
          length += n;
          if (n < room) {
            return ByteBuffer.wrap(bytes, 0, length);
          }
          bytes = Arrays.copyOf(bytes, Math.addExact(bytes.length, bytes.length / 8 + MARGIN));
        }
      }

      @Override
      public void close() {
        deflater.end();
      }
    }
  }
}
