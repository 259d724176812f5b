package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Where the frames of a seekable archive are.
///
/// As bytes it is the seek table of zstd's *Zstandard Seekable Format* 0.1.0: for each frame its
/// two sizes, 4 bytes each, and perhaps a checksum; then the number of frames, a byte of flags, and
/// a magic number. Other formats hold the same bytes as their asides.
final class SeekTable {
  static final int FOOTER_BYTES = 9;

  private static final int MAGIC = 0x8F92EAB1;
  private static final int ENTRY_BYTES = 8;
  private static final int CHECKSUM_BYTES = 4;
  private static final int CHECKSUMS = 0x80;
  private static final int RESERVED = 0x7c;

  /// Where each frame ends, in the archive and in the content.
  private final long[] packedEnds;

  private final long[] contentEnds;

  /// Of each frame's content; empty where the table has none.
  private final int[] checksums;

  private SeekTable(long[] packedEnds, long[] contentEnds, int[] checksums) {
    this.packedEnds = packedEnds;
    this.contentEnds = contentEnds;
    this.checksums = checksums;
  }

  /// What the last bytes of a table say of it.
  ///
  /// @param frames how many there are
  record Footer(int frames, boolean checksums) {
    /// Whether these [#FOOTER_BYTES] bytes are the end of a table.
    static boolean isOne(byte[] bytes) {
      return little(bytes).getInt(FOOTER_BYTES - 4) == MAGIC;
    }

    static Footer of(byte[] bytes) throws IOException {
      ByteBuffer buffer = little(bytes);
      int frames = buffer.getInt();
      int flags = buffer.get() & 0xff;
      if (frames < 0 || (flags & RESERVED) != 0) {
        throw new IOException(
            "the seek table claims %d frames with flags %02x".formatted(frames, flags));
      }
      return new Footer(frames, (flags & CHECKSUMS) != 0);
    }

    int entryBytes() {
      return ENTRY_BYTES + (checksums ? CHECKSUM_BYTES : 0);
    }

    /// Of the whole table.
    long tableBytes() {
      return (long) frames * entryBytes() + FOOTER_BYTES;
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// @param bytes a whole table, whose footer was read before
  static SeekTable of(byte[] bytes, Footer footer) {
    ByteBuffer buffer = little(bytes);
    long[] packed = new long[footer.frames()];
    long[] content = new long[footer.frames()];
    int[] checksums = new int[footer.checksums() ? footer.frames() : 0];
    long packedEnd = 0;
    long contentEnd = 0;
    for (int i = 0; i < packed.length; i++) {
      int at = i * footer.entryBytes();
      packedEnd += Integer.toUnsignedLong(buffer.getInt(at));
      contentEnd += Integer.toUnsignedLong(buffer.getInt(at + 4));
      packed[i] = packedEnd;
      content[i] = contentEnd;
      if (footer.checksums()) {
        checksums[i] = buffer.getInt(at + ENTRY_BYTES);
      }
    }
    return new SeekTable(packed, content, checksums);
  }

  int frames() {
    return packedEnds.length;
  }

  /// Where a frame begins in the archive.
  long packedBegin(int frame) {
    return frame == 0 ? 0 : packedEnds[frame - 1];
  }

  long packedEnd(int frame) {
    return packedEnds[frame];
  }

  /// Where a frame's content begins.
  long contentBegin(int frame) {
    return frame == 0 ? 0 : contentEnds[frame - 1];
  }

  long contentEnd(int frame) {
    return contentEnds[frame];
  }

  /// Whether a frame's content has the checksum that the table tells, or the table tells none.
  boolean approves(int frame, byte[] content) {
    return checksums.length == 0 || checksums[frame] == (int) XxHash64.of(content);
  }

  /// Bytes of all frames in the archive.
  long packedBytes() {
    return frames() == 0 ? 0 : packedEnds[frames() - 1];
  }

  /// Bytes of the whole content.
  long contentBytes() {
    return frames() == 0 ? 0 : contentEnds[frames() - 1];
  }

  /// The first frame that holds a byte of the content.
  ///
  /// @param offset less than [#contentBytes()]
  int frameAt(long offset) {
    int found = Arrays.binarySearch(contentEnds, offset + 1);
    int frame = found < 0 ? -found - 1 : found;
    while (frame > 0 && contentEnds[frame - 1] > offset) {
      frame--;
    }
    return frame;
  }

  /// Notes frames as they are written.
  static final class Builder {
    private static final int MOST_FRAMES = (Integer.MAX_VALUE - 64) / ENTRY_BYTES;

    private byte[] bytes = new byte[64 * ENTRY_BYTES];
    private int end;

    void add(int packed, int content) throws IOException {
      if (end / ENTRY_BYTES == MOST_FRAMES) {
        throw new IOException("more than " + MOST_FRAMES + " frames; make them larger");
      }
      if (end == bytes.length) {
        long larger = Math.min(2L * bytes.length, (long) MOST_FRAMES * ENTRY_BYTES);
        bytes = Arrays.copyOf(bytes, (int) larger);
      }
      little(bytes).position(end).putInt(packed).putInt(content);
      end += ENTRY_BYTES;
    }

    byte[] bytes() {
      byte[] table = Arrays.copyOf(bytes, end + FOOTER_BYTES);
      little(table).position(end).putInt(end / ENTRY_BYTES).put((byte) 0).putInt(MAGIC);
      return table;
    }
  }
}
