package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Limits;
import io.penstock.compress.MemberInput;
import io.penstock.compress.SkippableFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;

/// The content of all frames of an archive, block by block.
final class Lz4FrameInput extends MemberInput {
  /// The first bytes of what `lz4 -l` writes, and of Linux's kernels.
  private static final int LEGACY = 0x184C2102;

  /// How far back a block may repeat.
  private static final int WINDOW = 64 << 10;

  private final ArchiveInput in;
  private final Limits limits;
  private final LZ4SafeDecompressor decompressor = Lz4Blocks.decompressor();
  private final StreamingXXHash32 checksum = Lz4Blocks.checksum();
  private Lz4Header header = Lz4Header.written(Lz4Header.LARGEST_CODE);

  /// The last content of the blocks before, and then that of the current one. It has no room until
  /// there is a block, since an empty frame takes less than that room.
  private byte[] content = {};

  private int from;
  private int to;
  private long passed;
  private boolean last;

  Lz4FrameInput(ArchiveInput in, Limits limits) {
    super(in);
    this.in = in;
    this.limits = limits;
  }

  @Override
  protected boolean begin() throws IOException {
    byte[] head = in.peek(4);
    if (SkippableFrames.cutShort(head, Lz4Codec.MAGIC)) {
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
    if (magic != Lz4Codec.MAGIC) {
      throw in.refused("these bytes are no LZ4 frame; what follows the last frame must be removed");
    }
    header = Lz4Header.read(in);
    limits.checkMemory(in.name(), in.offset(), 2L * header.blockBytes());
    checksum.reset();
    from = 0;
    to = 0;
    passed = 0;
    last = false;
    return true;
  }

  @Override
  protected int unpack(byte[] target, int at, int count) throws IOException {
    while (from == to && !last) {
      block();
    }
    int n = Math.min(count, to - from);
    if (n == 0) {
      ended();
    }
    System.arraycopy(content, from, target, at, n);
    from += n;
    return n;
  }

  private void block() throws IOException {
    int word = (int) in.number(Lz4Blocks.LENGTH_BYTES, "a frame");
    if (word == 0) {
      end();
      return;
    }
    int count = word & ~Lz4Blocks.STORED;
    if (count > header.blockBytes()) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "a block of %d bytes in a frame of blocks of %d; it is damaged",
              count,
              header.blockBytes()));
    }
    byte[] block = in.octets(count, "a block");
    if (header.blockChecksums()
        && (int) in.number(4, "a block's checksum") != Lz4Blocks.checksum(block, 0, count)) {
      throw in.refused("the checksum of a block is wrong: it is damaged");
    }
    keepWindow();
    unpack(block, (word & Lz4Blocks.STORED) != 0);
    checksum.update(content, from, to - from);
    passed += to - from;
  }

  // The window moves to the beginning only when there is no room behind it, not for each block,
  // which may be of one byte.
  private void keepWindow() {
    int most = header.blockBytes();
    int room = header.linked() ? 2 * WINDOW + most : most;
    if (content.length < room) {
      content = Arrays.copyOf(content, room);
    }
    int kept = header.linked() ? Math.min(to, WINDOW) : 0;
    if (!header.linked() || to > content.length - most) {
      System.arraycopy(content, to - kept, content, 0, kept);
      to = kept;
    }
    from = to;
  }

  private void unpack(byte[] block, boolean stored) throws IOException {
    int most = header.blockBytes();
    if (stored) {
      System.arraycopy(block, 0, content, to, block.length);
      to += block.length;
      return;
    }
    try {
      to =
          header.linked()
              ? LinkedBlocks.decompress(block, block.length, content, to, to + most)
              : to + decompressor.decompress(block, 0, block.length, content, to, most);
    } catch (LZ4Exception | IOException e) {
      throw in.refused("damaged LZ4 data: " + e.getMessage());
    }
  }

  private void end() throws IOException {
    last = true;
    if (header.contentChecksum()
        && (int) in.number(4, "a frame's checksum") != checksum.getValue()) {
      throw in.refused("the checksum of a frame is wrong: the content is damaged");
    }
    if (header.contentBytes() != 0 && header.contentBytes() != passed) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "a frame holds %d bytes, but its header says %s",
              passed,
              Long.toUnsignedString(header.contentBytes())));
    }
  }

  @Override
  public void close() throws IOException {
    checksum.close();
    super.close();
  }
}
