package io.penstock.compress;

import io.penstock.file.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// An index of the frames of a seekable archive.
///
/// As bytes it is the seek table of zstd's *Zstandard Seekable Format* 0.1.0: for each frame its
/// two sizes, 4 bytes each, and perhaps a checksum; then the number of frames, a byte of flags, and
/// a magic number. Other formats hold the same bytes as their asides.
final class SeekTable {
  private static final int FOOTER_BYTES = 9;

  private static final int MAGIC = 0x8F92EAB1;
  private static final int ENTRY_BYTES = 8;
  private static final int CHECKSUM_BYTES = 4;
  private static final int CHECKSUMS = 0x80;
  private static final int RESERVED = 0x7c;

  private static final long NO_CHECKSUM = -1;

  /// What a table takes beside its bytes, which are there three times while they are read.
  private static final long OVERHEAD_BYTES = 128;

  private static final long COPIES = 3;

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

  /// What the table of so many frames takes.
  private static long bytes(long frames, boolean checksums) {
    return frames * Long.BYTES * (checksums ? 4 : 3);
  }

  /// Reads the table of a file: archives may stand one behind the other, each with its table.
  ///
  /// @return empty where there is no table of all frames
  static Optional<SeekTable> read(ArchiveFile file, Codec codec, Limits limits) throws IOException {
    SortedMap<Long, ByteBuffer> tables = new TreeMap<>();
    long held = 0;
    long frames = 0;
    boolean checksums = false;
    try {
      for (long end = file.size(); end > 0; ) {
        Optional<ByteBuffer> footer = footer(file, end, codec.asides().trailerBytes());
        if (footer.isEmpty()) {
          return Optional.empty();
        }
        long length = codec.asides().wrappedLength(tableBytes(footer.get()));
        frames += frames(footer.get());
        checksums |= hasChecksums(footer.get());
        held += OVERHEAD_BYTES + length;
        long more = Math.max((COPIES - 1) * length, bytes(frames, checksums));
        limits.checkMemory(file.name(), end, held + more);
        ByteBuffer table = table(file, end, length, footer.get(), codec.asides());
        long packed = packedBytes(table);
        end -= length + packed;
        if (end < 0) {
          throw new IOException(
              String.format(
                  Locale.ROOT,
                  "the seek table tells of %d bytes of frames, and there are %d",
                  packed,
                  end + packed));
        }
        tables.put(end, table);
      }
      return Optional.of(of(tables));
    } catch (FormatException e) {
      throw e;
    } catch (IOException e) {
      throw file.refused(
          file.size(), e.getMessage() + "; the file is damaged, or something was added to it");
    }
  }

  private static ByteBuffer table(
      ArchiveFile file, long end, long length, ByteBuffer footer, Asides asides)
      throws IOException {
    if (length > end || length > Integer.MAX_VALUE - 8) {
      throw new IOException("the seek table claims more frames than the file has room for");
    }
    byte[] table = asides.unwrap(file.at(end - length, (int) length));
    if (table.length != tableBytes(footer)) {
      throw new IOException("the seek table has another length than it claims");
    }
    return little(table);
  }

  /// The footer of a table whose wrapping ends at a place; empty where none does.
  ///
  /// @param trailerBytes of the wrapping behind the table
  static Optional<ByteBuffer> footer(ArchiveFile file, long end, int trailerBytes)
      throws IOException {
    long at = end - trailerBytes - FOOTER_BYTES;
    if (at < 0) {
      return Optional.empty();
    }
    ByteBuffer footer = little(file.at(at, FOOTER_BYTES));
    return footer.getInt(FOOTER_BYTES - 4) == MAGIC ? Optional.of(footer) : Optional.empty();
  }

  // ---- a table as bytes, or its footer alone, in little-endian order ----------------------------

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int frames(ByteBuffer table) {
    return table.getInt(table.limit() - FOOTER_BYTES);
  }

  private static int flags(ByteBuffer table) {
    return table.get(table.limit() - FOOTER_BYTES + 4) & 0xff;
  }

  private static boolean hasChecksums(ByteBuffer table) {
    return (flags(table) & CHECKSUMS) != 0;
  }

  private static int entryBytes(ByteBuffer table) {
    return ENTRY_BYTES + (hasChecksums(table) ? CHECKSUM_BYTES : 0);
  }

  /// Bytes of the whole table that ends with a footer.
  ///
  /// @throws IOException if the footer has flags that are not known
  private static long tableBytes(ByteBuffer footer) throws IOException {
    int frames = frames(footer);
    int flags = flags(footer);
    if (frames < 0 || (flags & RESERVED) != 0) {
      throw new IOException(
          String.format(
              Locale.ROOT, "the seek table claims %d frames with flags %02x", frames, flags));
    }
    return (long) frames * entryBytes(footer) + FOOTER_BYTES;
  }

  /// Bytes of all frames of a table.
  private static long packedBytes(ByteBuffer table) {
    long sum = 0;
    int entryBytes = entryBytes(table);
    for (int i = 0; i < frames(table); i++) {
      sum += number(table, i * entryBytes);
    }
    return sum;
  }

  private static long number(ByteBuffer table, int at) {
    return Integer.toUnsignedLong(table.getInt(at));
  }

  /// The table of a whole file.
  ///
  /// @param tables by where the first frame of each begins, in their order
  /// @throws IOException if there are more frames than can be counted
  private static SeekTable of(SortedMap<Long, ByteBuffer> tables) throws IOException {
    long frames = tables.values().stream().mapToLong(SeekTable::frames).sum();
    if (frames > Integer.MAX_VALUE - 8) {
      throw new IOException(String.format(Locale.ROOT, "the seek tables claim %d frames", frames));
    }
    boolean checksums = tables.values().stream().anyMatch(SeekTable::hasChecksums);
    SeekTable whole = new SeekTable((int) frames, checksums);
    int first = 0;
    for (Map.Entry<Long, ByteBuffer> table : tables.entrySet()) {
      whole.put(first, table.getKey(), table.getValue());
      first += frames(table.getValue());
    }
    return whole;
  }

  private void put(int first, long packedBegin, ByteBuffer table) {
    int entryBytes = entryBytes(table);
    long packed = packedBegin;
    long content = contentBegin(first);
    for (int i = 0; i < frames(table); i++) {
      int at = i * entryBytes;
      packedBegins[first + i] = packed;
      packed += number(table, at);
      content += number(table, at + 4);
      packedEnds[first + i] = packed;
      contentEnds[first + i] = content;
      if (checksums.length > 0) {
        checksums[first + i] =
            entryBytes > ENTRY_BYTES ? number(table, at + ENTRY_BYTES) : NO_CHECKSUM;
      }
    }
  }

  /// Checks that each frame has room in an array and in the memory of the limits.
  ///
  /// @return bytes of content of the largest frame
  int requireFitting(String name, Limits limits) throws IOException {
    long largest = 0;
    for (int i = 0; i < frames(); i++) {
      long content = contentBytes(i);
      long packed = packedEnd(i) - packedBegin(i);
      limits.checkMemory(name, packedBegin(i), Math.max(content, packed));
      if (Math.max(content, packed) > Integer.MAX_VALUE - 8) {
        throw new FormatException(
            name,
            packedBegin(i),
            String.format(
                Locale.ROOT,
                "a frame of %d bytes with %d bytes of content is too large to be read at any place",
                packed,
                content));
      }
      largest = Math.max(largest, content);
    }
    return (int) largest;
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

  /// Bytes of content of a frame.
  long contentBytes(int frame) {
    return contentEnd(frame) - contentBegin(frame);
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
