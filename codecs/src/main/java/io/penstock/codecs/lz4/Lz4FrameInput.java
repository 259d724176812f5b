package io.penstock.codecs.lz4;

import io.penstock.compress.ArchiveInput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;

/// The content of one frame, block by block.
final class Lz4FrameInput {
  /// How far back a block may repeat.
  private static final int WINDOW = 64 << 10;

  private final ArchiveInput in;
  private final Lz4Header header;
  private final LZ4SafeDecompressor decompressor = Lz4Library.decompressor();
  private final StreamingXXHash32 checksum = Lz4Library.checksum();

  /// The last content of the blocks before, and then that of the current one. It has no room until
  /// there is a block: what is there costs more than an empty frame takes.
  private byte[] content;

  private int from;
  private int to;
  private long passed;
  private boolean ended;

  /// @param room for content that a frame before has left
  Lz4FrameInput(ArchiveInput in, Lz4Header header, byte[] room) {
    this.in = in;
    this.header = header;
    this.content = room;
  }

  /// What the next frame may use.
  byte[] room() {
    return content;
  }

  /// Reads what is there of the frame.
  ///
  /// @return how many bytes; 0 at the frame's end
  int read(byte[] target, int at, int count) throws IOException {
    while (from == to && !ended) {
      block();
    }
    int n = Math.min(count, to - from);
    System.arraycopy(content, from, target, at, n);
    from += n;
    return n;
  }

  private void block() throws IOException {
    int word = (int) in.number(Lz4Block.LENGTH_BYTES, "a frame");
    if (word == 0) {
      end();
      return;
    }
    int count = word & ~Lz4Block.STORED;
    if (count > header.block().bytes()) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "a block of %d bytes in a frame of blocks of %d; it is damaged",
              count,
              header.block().bytes()));
    }
    byte[] block = in.octets(count, "a block");
    if (header.blockChecksums()
        && (int) in.number(4, "a block's checksum") != Lz4Library.checksum(block, 0, count)) {
      throw in.refused("the checksum of a block is wrong: it is damaged");
    }
    keepWindow();
    unpack(block, (word & Lz4Block.STORED) != 0);
    checksum.update(content, from, to - from);
    passed += to - from;
  }

  // What blocks may repeat is moved to the begin when there is no room behind it, not for each
  // block, which may be of one byte.
  private void keepWindow() {
    int most = header.block().bytes();
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
    int most = header.block().bytes();
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
    ended = true;
    int value = checksum.getValue();
    checksum.close();
    if (header.contentChecksum() && (int) in.number(4, "a frame's checksum") != value) {
      throw in.refused("the checksum of a frame is wrong: the content is damaged");
    }
    if (header.contentBytes().isPresent() && header.contentBytes().getAsLong() != passed) {
      throw in.refused(
          String.format(
              Locale.ROOT,
              "a frame holds %d bytes, but its header says %s",
              passed,
              Long.toUnsignedString(header.contentBytes().getAsLong())));
    }
  }
}
