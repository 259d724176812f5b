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

  /// Whether these [#FOOTER_BYTES] bytes are the end of a table.
  static boolean isFooter(byte[] bytes) {
    return little(bytes).getInt(FOOTER_BYTES - 4) == MAGIC;
  }

  /// Bytes of the whole table that ends with a footer.
  ///
  /// @throws IOException if the footer has flags that are not known
  static long tableBytes(byte[] footer) throws IOException {
    int frames = little(footer).getInt();
    if (frames < 0 || (footer[4] & RESERVED) != 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the seek table claims %d frames with flags %02x",
              frames,
              footer[4] & 0xff));
    }
    return (long) frames * entryBytes(footer) + FOOTER_BYTES;
  }

  private static int entryBytes(byte[] footer) {
    return ENTRY_BYTES + ((footer[4] & CHECKSUMS) != 0 ? CHECKSUM_BYTES : 0);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// One of the tables of a file: that of one archive of those that stand one behind the other.
  ///
  /// @param bytes all of it, in little-endian order
  record Part(ByteBuffer bytes, int frames, int entryBytes) {
    /// Takes a table that ends with this footer.
    ///
    /// @throws IOException if its length is not that which the footer claims
    static Part of(byte[] table, byte[] footer) throws IOException {
      if (table.length != tableBytes(footer)) {
        throw new IOException("the seek table has another length than it claims");
      }
      return new Part(little(table), little(footer).getInt(), SeekTable.entryBytes(footer));
    }

    private boolean checksums() {
      return entryBytes > ENTRY_BYTES;
    }

    private long packed(int frame) {
      return Integer.toUnsignedLong(bytes.getInt(frame * entryBytes));
    }

    private long content(int frame) {
      return Integer.toUnsignedLong(bytes.getInt(frame * entryBytes + 4));
    }

    private long checksum(int frame) {
      return checksums()
          ? Integer.toUnsignedLong(bytes.getInt(frame * entryBytes + ENTRY_BYTES))
          : NO_CHECKSUM;
    }

    /// Bytes of all its frames.
    long packedBytes() {
      long sum = 0;
      for (int i = 0; i < frames; i++) {
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
    long frames = parts.values().stream().mapToLong(Part::frames).sum();
    if (frames > Integer.MAX_VALUE - 8) {
      throw new IOException(String.format(Locale.ROOT, "the seek tables claim %d frames", frames));
    }
    boolean checksums = parts.values().stream().anyMatch(Part::checksums);
    SeekTable table = new SeekTable((int) frames, checksums);
    int first = 0;
    for (Map.Entry<Long, Part> part : parts.entrySet()) {
      table.put(first, part.getKey(), part.getValue());
      first += part.getValue().frames();
    }
    return table;
  }

  private void put(int first, long packedBegin, Part part) {
    long packed = packedBegin;
    long content = first == 0 ? 0 : contentEnds[first - 1];
    for (int i = 0; i < part.frames(); i++) {
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
    return expected == NO_CHECKSUM || expected == (xxh64(content) & 0xffffffffL);
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

  // ---- the checksum ----------------------------------------------------------------------------

  private static final long P1 = 0x9E3779B185EBCA87L;
  private static final long P2 = 0xC2B2AE3D27D4EB4FL;
  private static final long P3 = 0x165667B19E3779F9L;
  private static final long P4 = 0x85EBCA77C2B2AE63L;
  private static final long P5 = 0x27D4EB2F165667C5L;
  private static final int STRIPE = 32;

  /// XXH64 with seed 0 (*xxHash fast digest algorithm* 0.1.1).
  static long xxh64(byte[] bytes) {
    ByteBuffer buffer = little(bytes);
    int at = bytes.length - bytes.length % STRIPE;
    long hash = (at > 0 ? stripes(buffer, at) : P5) + bytes.length;
    for (; at + 8 <= bytes.length; at += 8) {
      hash = Long.rotateLeft(hash ^ round(0, buffer.getLong(at)), 27) * P1 + P4;
    }
    if (at + 4 <= bytes.length) {
      hash ^= (buffer.getInt(at) & 0xffffffffL) * P1;
      hash = Long.rotateLeft(hash, 23) * P2 + P3;
      at += 4;
    }
    for (; at < bytes.length; at++) {
      hash = Long.rotateLeft(hash ^ ((bytes[at] & 0xff) * P5), 11) * P1;
    }
    return avalanche(hash);
  }

  @SuppressWarnings("ConstantOverflow") // as the algorithm says
  private static long stripes(ByteBuffer buffer, int end) {
    long a = P1 + P2;
    long b = P2;
    long c = 0;
    long d = -P1;
    for (int at = 0; at < end; at += STRIPE) {
      a = round(a, buffer.getLong(at));
      b = round(b, buffer.getLong(at + 8));
      c = round(c, buffer.getLong(at + 16));
      d = round(d, buffer.getLong(at + 24));
    }
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * P2, 31) * P1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * P1 + P4;
  }

  private static long avalanche(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * P2;
    mixed = (mixed ^ (mixed >>> 29)) * P3;
    return mixed ^ (mixed >>> 32);
  }

  /// A format of independent frames, with a table of them behind the last one.
  static final class Frames implements BlockFormat {
    private static final int MOST_FRAMES = (Integer.MAX_VALUE - 64) / ENTRY_BYTES;

    private final Codec codec;
    private final int level;
    private byte[] entries = new byte[64 * ENTRY_BYTES];
    private int filled;

    Frames(Codec codec, int level) {
      this.codec = codec;
      this.level = level;
    }

    @Override
    public BlockEncoder encoder() {
      return codec.encoder(level);
    }

    @Override
    public void written(int content, int packed) throws IOException {
      if (filled / ENTRY_BYTES == MOST_FRAMES) {
        throw new IOException("more than " + MOST_FRAMES + " frames; make them larger");
      }
      if (filled == entries.length) {
        long larger = Math.min(2L * entries.length, (long) MOST_FRAMES * ENTRY_BYTES);
        entries = Arrays.copyOf(entries, (int) larger);
      }
      little(entries).position(filled).putInt(packed).putInt(content);
      filled += ENTRY_BYTES;
    }

    @Override
    public byte[] end() {
      byte[] table = Arrays.copyOf(entries, filled + FOOTER_BYTES);
      little(table).position(filled).putInt(filled / ENTRY_BYTES).put((byte) 0).putInt(MAGIC);
      return codec.asides().wrap(table);
    }
  }
}
