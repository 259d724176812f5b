package io.penstock.compress;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/// A format of one gzip member, whose blocks are deflated in parallel, and the choice of the
/// library that deflates them.
final class DeflateBlocks implements BlockFormat {
  /// The JDK's deflate library, which is always there.
  static final DeflateLibrary ZLIB =
      new DeflateLibrary() {
        @Override
        public boolean available() {
          return true;
        }

        @Override
        public String toString() {
          return "deflate library zlib";
        }

        @Override
        public BlockEncoder encoder(int level) {
          return new Zlib(new Deflater(level, true));
        }
      };

  /// Longer contents are worth a faster library, however often they come.
  private static final int SHORT_BYTES = 16 << 10;

  private static @Nullable DeflateLibrary fastest;

  private final int level;
  private final CRC32 crc = new CRC32();
  private DeflateLibrary library = ZLIB;
  private long size;

  DeflateBlocks(int level) {
    this.level = level;
  }

  /// The first available library, looked for when it is needed first: it may load native code.
  static synchronized DeflateLibrary fastest() {
    DeflateLibrary library = fastest;
    if (library == null) {
      library = found();
      fastest = library;
    }
    return library;
  }

  private static DeflateLibrary found() {
    for (DeflateLibrary library :
        ServiceLoader.load(DeflateLibrary.class, DeflateLibrary.class.getClassLoader())) {
      if (library.available()) {
        return library;
      }
    }
    return ZLIB;
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

  /// A compressor of blocks by the JDK's library.
  private record Zlib(Deflater deflater) implements BlockEncoder {
    private static final int WINDOW = 32 << 10;
    private static final int MARGIN = 64;

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
