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
import net.jpountz.xxhash.StreamingXXHash32;

/// LZ4 in frames (*LZ4 Frame Format Description* 1.6), with content checksums.
///
/// A stream is one frame of independent blocks of 4 MiB, compressed in parallel. Frames whose
/// blocks depend on one another are read too; frames with a dictionary and those of before 2013 are
/// refused.
public final class Lz4Codec implements Codec {
  static final int MAGIC = 0x184D2204;

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
  public String toString() {
    return "codec " + name();
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
    Lz4Blocks blocks = new Lz4Blocks(LEVELS.require(name(), level));
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

  private static ByteBuffer frame(Lz4Blocks blocks, byte[] content, int count) {
    int code = Lz4Header.blockCode(count);
    int most = Lz4Header.blockBytes(code);
    byte[] header = Lz4Header.written(code, count).bytes();
    int lengths = Lz4Blocks.LENGTH_BYTES * Math.ceilDiv(count, most);
    ByteBuffer frame =
        ByteBuffer.allocate(Math.addExact(count, header.length + lengths + END_BYTES))
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(header);
    for (int from = 0; from < count; from += most) {
      blocks.put(content, from, Math.min(most, count - from), frame);
    }
    return frame.putInt(0).putInt(Lz4Blocks.checksum(content, 0, count)).flip();
  }

  /// One frame of independent blocks.
  private static BlockFormat streamedFrame(int level) {
    StreamingXXHash32 checksum = Lz4Blocks.checksum();
    return new BlockFormat() {
      @Override
      public byte[] begin() {
        return Lz4Header.written(Lz4Header.LARGEST_CODE).bytes();
      }

      @Override
      public BlockEncoder encoder() {
        return new Lz4Blocks(level);
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
}
