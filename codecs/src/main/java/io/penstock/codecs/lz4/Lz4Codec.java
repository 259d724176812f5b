package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Asides;
import io.penstock.compress.BlockEncoder;
import io.penstock.compress.BlockFormat;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Levels;
import io.penstock.compress.Limits;
import io.penstock.compress.MemberInput;
import io.penstock.compress.Packing;
import io.penstock.compress.ParallelOutput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import net.jpountz.xxhash.StreamingXXHash32;

/// LZ4 in frames (*LZ4 Frame Format Description* 1.6), with content checksums.
///
/// A stream is one frame of independent blocks of 4 MiB, compressed side by side. Frames whose
/// blocks depend on one another are read too; frames with a dictionary and those of before 2013 are
/// refused.
public final class Lz4Codec implements Codec {
  static final int MAGIC = 0x184D2204;

  /// What `lz4 -l` and Linux's kernels begin with.
  private static final int LEGACY = 0x184C2102;

  /// What stands at the end of a frame: a block of no length, and a checksum.
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
    return new FrameOfBlocks(LEVELS.require(name(), level));
  }

  @Override
  public OutputStream output(OutputStream out, Packing packing) throws IOException {
    return new ParallelOutput(
        out, new StreamedFrame(packing.level()), BlockSize.LARGEST.bytes(), packing.threads());
  }

  @Override
  public InputStream input(ArchiveInput in, Limits limits) {
    return new Frames(in, limits);
  }

  @Override
  public Asides asides() {
    return new SkippableFrames();
  }

  /// Makes frames with their length and a checksum.
  private static final class FrameOfBlocks implements FrameEncoder {
    private final Lz4Block room;

    FrameOfBlocks(int level) {
      this.room = new Lz4Block(Lz4Library.compressor(level));
    }

    @Override
    public ByteBuffer encode(byte[] content, int count) {
      BlockSize size = BlockSize.forContent(count);
      byte[] header = new Lz4Header(size, false, false, true, OptionalLong.of(count)).bytes();
      int blocks = Math.ceilDiv(count, size.bytes());
      int bound = Math.addExact(count, header.length + Lz4Block.LENGTH_BYTES * blocks + END_BYTES);
      ByteBuffer frame = ByteBuffer.allocate(bound).order(ByteOrder.LITTLE_ENDIAN).put(header);
      for (int from = 0; from < count; from += size.bytes()) {
        room.put(content, from, Math.min(size.bytes(), count - from), frame);
      }
      return frame.putInt(0).putInt(Lz4Library.checksum(content, 0, count)).flip();
    }

    @Override
    public void close() {}
  }

  /// One frame of independent blocks.
  private static final class StreamedFrame implements BlockFormat {
    private final int level;
    private final StreamingXXHash32 checksum = Lz4Library.checksum();

    StreamedFrame(int level) {
      this.level = level;
    }

    @Override
    public byte[] begin() {
      return new Lz4Header(BlockSize.LARGEST, false, false, true, OptionalLong.empty()).bytes();
    }

    @Override
    public BlockEncoder encoder() {
      return new Encoder(new Lz4Block(Lz4Library.compressor(level)));
    }

    @Override
    public void taking(byte[] block, int count) {
      checksum.update(block, 0, count);
    }

    @Override
    public void written(int content, int packed) {}

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

    private record Encoder(Lz4Block room) implements BlockEncoder {
      @Override
      public ByteBuffer encode(byte[] before, byte[] block, int count) {
        ByteBuffer packed =
            ByteBuffer.allocate(Lz4Block.bound(count)).order(ByteOrder.LITTLE_ENDIAN);
        if (count > 0) {
          room.put(block, 0, count, packed);
        }
        return packed.flip();
      }

      @Override
      public void close() {}
    }
  }

  /// The content of all frames of an archive.
  private static final class Frames extends MemberInput {
    private final ArchiveInput in;
    private final Limits limits;
    private Optional<Lz4FrameInput> frame = Optional.empty();

    Frames(ArchiveInput in, Limits limits) {
      super(in);
      this.in = in;
      this.limits = limits;
    }

    @Override
    protected int unpack(byte[] target, int at, int count) throws IOException {
      int n = frame.orElseThrow().read(target, at, count);
      if (n <= 0) {
        ended();
      }
      return n;
    }

    @Override
    protected boolean begin() throws IOException {
      byte[] head = in.peek(4);
      if (SkippableFrames.cutShort(head, MAGIC)) {
        throw in.endedIn("a frame");
      }
      int magic = ByteBuffer.wrap(Arrays.copyOf(head, 4)).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (SkippableFrames.skippable(magic)) {
        SkippableFrames.pass(in);
        return false;
      }
      if (magic == LEGACY) {
        throw in.refused("a frame of LZ4's legacy format, which is not read; unpack it by lz4 -d");
      }
      if (magic != MAGIC) {
        throw in.refused(
            "these bytes are no LZ4 frame; what follows the last frame must be removed");
      }
      Lz4Header header = Lz4Header.read(in);
      limits.checkMemory(in.name(), in.offset(), 2L * header.block().bytes());
      byte[] room = frame.map(Lz4FrameInput::room).orElseGet(() -> new byte[0]);
      frame = Optional.of(new Lz4FrameInput(in, header, room));
      return true;
    }
  }
}
