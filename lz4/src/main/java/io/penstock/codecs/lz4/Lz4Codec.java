package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Asides;
import io.penstock.compress.BlockEncoder;
import io.penstock.compress.BlockFormat;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Levels;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.ParallelOutput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.xxhash.StreamingXXHash32;

/// LZ4 in frames (*LZ4 Frame Format Description* 1.6), with content checksums.
///
/// A stream is one frame of independent blocks of 4 MiB, compressed in parallel. Frames whose
/// blocks depend on one another are read too; frames with a dictionary and those of before 2013 are
/// refused.
public final class Lz4Codec implements Codec {
  static final int MAGIC = 0x184D2204;

  /// In the length of a block: it is not compressed.
  static final int STORED = 0x80000000;

  /// Bytes of a block's length.
  static final int LENGTH_BYTES = 4;

  /// The end of a frame: a block of no length, and a checksum.
  private static final int END_BYTES = 8;

  private static final Levels LEVELS = new Levels(1, 1, 12);

  /// Makes one, for the service loader; all are equal.
  public Lz4Codec() {}

  @Override
  public String name() {
    return "lz4";
  }

  @Override
  public String suffix() {
    return ".lz4";
  }

  @Override
  public Levels levels() {
    return LEVELS;
  }

  @Override
  public boolean recognizes(byte[] head) {
    return head.length >= 4
        && ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt() == MAGIC;
  }

  @Override
  public FrameEncoder encoder(int level) {
    BlockCompressor blocks = new BlockCompressor(LEVELS.require(name(), level));
    return (content, count) -> frame(blocks, content, count);
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(
        out,
        streamedFrame(packing.level()),
        Lz4Header.blockBytes(Lz4Header.LARGEST_CODE),
        packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return new Lz4FrameInput(in, limits);
  }

  @Override
  public Asides asides() {
    return new SkippableFrames();
  }

  private static ByteBuffer frame(BlockCompressor blocks, byte[] content, int count) {
    int code = Lz4Header.blockCode(count);
    int most = Lz4Header.blockBytes(code);
    byte[] header = Lz4Header.written(code, count).bytes();
    int lengths = LENGTH_BYTES * Math.ceilDiv(count, most);
    ByteBuffer frame =
        ByteBuffer.allocate(Math.addExact(count, header.length + lengths + END_BYTES))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(header);
    for (int from = 0; from < count; from += most) {
      blocks.put(content, from, Math.min(most, count - from), frame);
    }
    return frame.putInt(0).putInt(Lz4Library.checksum(content, 0, count)).flip();
  }

  /// One frame of independent blocks.
  private static BlockFormat streamedFrame(int level) {
    StreamingXXHash32 checksum = Lz4Library.checksum();
    return new BlockFormat() {
      @Override
      public byte[] begin() {
        return Lz4Header.written(Lz4Header.LARGEST_CODE).bytes();
      }

      @Override
      public BlockEncoder encoder() {
        return new BlockCompressor(level);
      }

      @Override
      public void taking(byte[] block, int count) {
        checksum.update(block, 0, count);
      }

      @Override
      public byte[] end() {
        int value = checksum.getValue();
        checksum.close();
        return ByteBuffer.allocate(END_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0)
            .putInt(value)
            .array();
      }
    };
  }

  /// A compressor of the blocks of a frame. A block is its length, of which the highest bit marks
  /// one that is not compressed, and its bytes.
  ///
  /// Belongs to one thread at a time.
  private static final class BlockCompressor implements BlockEncoder {
    private final LZ4Compressor compressor;
    private byte[] scratch = {};

    BlockCompressor(int level) {
      compressor = Lz4Library.compressor(level);
    }

    @Override
    public ByteBuffer encode(byte[] before, byte[] block, int count) {
      ByteBuffer packed =
          ByteBuffer.allocate(Math.addExact(LENGTH_BYTES, count)).order(ByteOrder.LITTLE_ENDIAN);
      if (count > 0) {
        put(block, 0, count, packed);
      }
      return packed.flip();
    }

    /// Compresses content to a block, or stores it where that would be as long.
    ///
    /// @param frame in little-endian order, with room for [#LENGTH_BYTES] and the content
    void put(byte[] content, int from, int count, ByteBuffer frame) {
      int most = compressor.maxCompressedLength(count);
      if (scratch.length < most) {
        scratch = new byte[most];
      }
      int packed = compressor.compress(content, from, count, scratch, 0, most);
      if (packed < count) {
        frame.putInt(packed).put(scratch, 0, packed);
      } else {
        frame.putInt(count | STORED).put(content, from, count);
      }
    }
  }
}
