package io.penstock.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/// An index of the frames of a seekable archive.
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

  private static final long NO_CHECKSUM = -1;

  /// The place of each frame in the archive, and its end in the content.
  private final long[] packedBegins;

  private final long[] packedEnds;
  private final long[] contentEnds;

  /// Of each frame's content; empty where no table has any.
  private final long[] checksums;

  private SeekTable(int frames, boolean checksums) {
    this.packedBegins = new long[frames];
    this.packedEnds = new long[frames];
    this.contentEnds = new long[frames];
    this.checksums = new long[checksums ? frames : 0];
  }

  /// The last bytes of a table, which describe it.
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
            String.format(
                Locale.ROOT, "the seek table claims %d frames with flags %02x", frames, flags));
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

  /// One of the tables of a file: that of one archive of those that stand one behind the other.
  ///
  /// @param bytes all of it, in little-endian order
  record Part(ByteBuffer bytes, Footer footer) {
    static Part of(byte[] bytes, Footer footer) {
      return new Part(little(bytes), footer);
    }

    private long packed(int frame) {
      return Integer.toUnsignedLong(bytes.getInt(frame * footer.entryBytes()));
    }

    private long content(int frame) {
      return Integer.toUnsignedLong(bytes.getInt(frame * footer.entryBytes() + 4));
    }

    private long checksum(int frame) {
      return footer.checksums()
          ? Integer.toUnsignedLong(bytes.getInt(frame * footer.entryBytes() + ENTRY_BYTES))
          : NO_CHECKSUM;
    }

    /// Bytes of all its frames.
    long packedBytes() {
      long sum = 0;
      for (int i = 0; i < footer.frames(); i++) {
        sum += packed(i);
      }
      return sum;
    }
  }

  /// The table of a whole file.
  ///
  /// @param parts its tables, by where the first frame of each begins, in their order
  /// @throws IOException if there are more frames than can be counted
  static SeekTable of(SortedMap<Long, Part> parts) throws IOException {
    long frames = parts.values().stream().mapToLong(part -> part.footer().frames()).sum();
    if (frames > Integer.MAX_VALUE - 8) {
      throw new IOException(String.format(Locale.ROOT, "the seek tables claim %d frames", frames));
    }
    boolean checksums = parts.values().stream().anyMatch(part -> part.footer().checksums());
    SeekTable table = new SeekTable((int) frames, checksums);
    int first = 0;
    for (Map.Entry<Long, Part> part : parts.entrySet()) {
      table.put(first, part.getKey(), part.getValue());
      first += part.getValue().footer().frames();
    }
    return table;
  }

  private void put(int first, long packedBegin, Part part) {
    long packed = packedBegin;
    long content = first == 0 ? 0 : contentEnds[first - 1];
    for (int i = 0; i < part.footer().frames(); i++) {
      packedBegins[first + i] = packed;
      packed += part.packed(i);
      content += part.content(i);
      packedEnds[first + i] = packed;
      contentEnds[first + i] = content;
      if (checksums.length > 0) {
        checksums[first + i] = part.checksum(i);
      }
    }
  }

  int frames() {
    return packedEnds.length;
  }

  /// The offset of a frame in the archive.
  long packedBegin(int frame) {
    return packedBegins[frame];
  }

  long packedEnd(int frame) {
    return packedEnds[frame];
  }

  /// The offset of a frame's content.
  long contentBegin(int frame) {
    return frame == 0 ? 0 : contentEnds[frame - 1];
  }

  long contentEnd(int frame) {
    return contentEnds[frame];
  }

  /// Whether a frame's content has the checksum that the table tells, or the table tells none.
  boolean approves(int frame, byte[] content) {
    long expected = checksums.length == 0 ? NO_CHECKSUM : checksums[frame];
    return expected == NO_CHECKSUM || expected == (XxHash64.of(content) & 0xffffffffL);
  }

  /// The end of the last frame in the archive.
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
    int low = 0;
    int high = frames() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (contentEnds[middle] > offset) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
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
