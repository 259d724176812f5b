package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.Publication;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/// A catalog of the lines of a file, with what tells whether the file is still the same.
///
/// It is saved as a header, the count of each block in two bytes, and a checksum of all that;
/// big-endian.
///
/// @param taken when the stamp was, by this machine's clock
/// @param seal of the text that the table describes, see [#seal(TextFile, long)]
record LineCatalog(Stamp stamp, Instant taken, long seal, LineTable table) {
  private static final long MAGIC = 0x50_4e_53_54_4b_4c_4e_31L; // PNSTKLN1
  private static final int HEADER = 6 * Long.BYTES + 6 * Integer.BYTES;
  private static final int CHECKSUM = Integer.BYTES;
  private static final int SEALED = 16 << 10;

  /// A longer one is never saved.
  private static final int LONGEST = Integer.MAX_VALUE - 16;

  /// A catalog that knows nothing.
  static LineCatalog empty(int blockBytes) {
    return new LineCatalog(
        new Stamp(0, Instant.EPOCH, 0), Instant.EPOCH, 0, LineTable.empty(blockBytes));
  }

  /// Whether it holds for a file as it is now, or for its begin.
  ///
  /// @param path leads to the file
  /// @param now the file's stamp
  boolean holdsFor(Path path, TextFile file, Stamp now) throws IOException {
    boolean sameTime = now.equals(stamp) && isSettled(path);
    return (sameTime || now.mayHaveGrownFrom(stamp))
        && seal(file, stamp.size()) == seal
        && table.open == LineTable.isOpen(file, stamp.size());
  }

  /// Whether whatever changed the file after the stamp was taken has given it another time. A time
  /// in the future was set by somebody, or by a server whose clock is ahead, and may be given once
  /// more in the second case: only when the file itself was changed last, which nobody can set,
  /// tells one from the other.
  private boolean isSettled(Path path) throws IOException {
    return stamp.settledAt(taken)
        || (stamp.changed().isAfter(taken)
            && Stamp.inodeChanged(path).filter(time -> Stamp.isSettled(time, taken)).isPresent());
  }

  /// Checksums of both ends of the first `size` bytes of a file, that of the first ones in the
  /// upper half: a file that has only grown still has them where they were.
  static long seal(TextFile file, long size) throws IOException {
    int count = (int) Math.min(SEALED, size);
    byte[] bytes = new byte[count];
    file.read(0, bytes, 0, count);
    long head = Integer.toUnsignedLong(checksum(bytes, count));
    file.read(size - count, bytes, 0, count);
    return head << Integer.SIZE | Integer.toUnsignedLong(checksum(bytes, count));
  }

  private static int checksum(byte[] bytes, int count) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, count);
    return (int) checksum.getValue();
  }

  // ---- in a file -------------------------------------------------------------------------------

  /// Reads a saved catalog.
  ///
  /// @param textBytes the length of the text
  /// @return empty if there is none, or it may not be read, is damaged or describes a longer text
  /// @throws FileSystemException if the file is something else, which must not be overwritten
  /// @throws IOException if it cannot be read
  static Optional<LineCatalog> read(Path path, long textBytes, int blockBytes) throws IOException {
    if (!isThere(path)) {
      return Optional.empty();
    }
    long most = bytes(LineTable.blocksIn(textBytes, blockBytes));
    int longest = (int) Math.min(most, LONGEST);
    byte[] bytes;
    try (InputStream input = SequentialInput.open(path)) {
      bytes = input.readNBytes(longest + 1);
    } catch (AccessDeniedException _) {
      return Optional.empty(); // that it cannot be replaced shows when it is saved
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (!begins(bytes)) {
      throw foreign(path);
    }
    int end = bytes.length - CHECKSUM;
    boolean whole = end >= HEADER && bytes.length <= longest;
    return whole && buffer.getInt(end) == checksum(bytes, end)
        ? parsed(buffer, blockBytes)
        : Optional.empty();
  }

  /// Whether bytes begin as a catalog does, or all of them are those with which one begins.
  private static boolean begins(byte[] bytes) {
    byte[] magic = ByteBuffer.allocate(Long.BYTES).putLong(MAGIC).array();
    int count = Math.min(bytes.length, magic.length);
    return Arrays.equals(bytes, 0, count, magic, 0, count);
  }

  /// Whether there is a file. Where none can be looked at there is none that helps: in a folder
  /// that may not be searched, of a name that is too long, behind a link that leads to itself.
  private static boolean isThere(Path path) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(path, BasicFileAttributes.class);
    } catch (FileSystemException _) {
      return false;
    }
    if (!found.isRegularFile()) {
      throw foreign(path);
    }
    return true;
  }

  private static FileSystemException foreign(Path path) {
    return new FileSystemException(
        path.toString(), null, "is no index of lines, and is not overwritten; name another file");
  }

  private static int length(int blocks) {
    return Math.toIntExact(bytes(blocks));
  }

  private static long bytes(int blocks) {
    return HEADER + (long) Character.BYTES * blocks + CHECKSUM;
  }

  /// A checksum can be forged: nothing that it covers is believed that could not be.
  private static Optional<LineCatalog> parsed(ByteBuffer in, int blockBytes) {
    try {
      in.position(Long.BYTES);
      Stamp stamp = new Stamp(in.getLong(), instant(in), in.getLong());
      Instant taken = instant(in);
      long seal = in.getLong();
      int open = in.getInt();
      long newlines = in.getLong();
      boolean sane = in.getInt() == blockBytes && (open == 0 || open == 1) && stamp.size() >= 0;
      if (!sane || in.limit() != length(LineTable.blocksIn(stamp.size(), blockBytes))) {
        return Optional.empty();
      }
      char[] counts = new char[LineTable.blocksIn(stamp.size(), blockBytes)];
      in.asCharBuffer().get(counts);
      LineTable table = new LineTable(blockBytes, stamp.size(), open == 1, counts);
      return table.newlines() == newlines && table.isPossible()
          ? Optional.of(new LineCatalog(stamp, taken, seal, table))
          : Optional.empty();
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Instant instant(ByteBuffer in) {
    return Instant.ofEpochSecond(in.getLong(), in.getInt());
  }

  /// Saves the catalog in the place of an older one, at once and whole.
  ///
  /// @throws FileSystemException if there is something else by now
  /// @throws IOException if it cannot be written; an older one stays
  void write(Path path) throws IOException {
    requireOwn(path);
    ByteBuffer out;
    try {
      out = ByteBuffer.allocate(length(table.blocks()));
    } catch (ArithmeticException e) {
      throw new IOException("the index is too long for a file; keep it in memory", e);
    }
    out.putLong(MAGIC).putLong(stamp.size());
    putInstant(out, stamp.changed());
    out.putLong(stamp.key());
    putInstant(out, taken);
    out.putLong(seal);
    out.putInt(table.open ? 1 : 0).putLong(table.newlines()).putInt(table.blockBytes);
    for (int i = 0; i < table.blocks(); i++) {
      out.putChar((char) table.count(i));
    }
    out.putInt(checksum(out.array(), out.position()));
    List<String> _ = Publication.write(path, out.array());
  }

  private static void requireOwn(Path path) throws IOException {
    if (isThere(path)) {
      try (InputStream input = SequentialInput.open(path)) {
        if (!begins(input.readNBytes(Long.BYTES))) {
          throw foreign(path);
        }
      }
    }
  }

  private static void putInstant(ByteBuffer out, Instant instant) {
    out.putLong(instant.getEpochSecond()).putInt(instant.getNano());
  }

  /// A fingerprint of a file's metadata, which tells without reading it whether the file has
  /// changed.
  ///
  /// @param size in bytes
  /// @param changed when its bytes were changed last
  /// @param key tells the file from others on this machine; 0 where the file system has no such
  ///   thing
  record Stamp(long size, Instant changed, long key) {
    /// So coarse are the times of some file systems: what changes sooner after another change may
    /// not show.
    private static final long COARSE_SECONDS = 2;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    /// Looks at a regular file.
    ///
    /// @throws FileSystemException if there is none, with the reason
    static Stamp of(Path path) throws IOException {
      BasicFileAttributes attributes = FileErrors.readable(path);
      if (!attributes.isRegularFile()) {
        throw new FileSystemException(
            path.toString(), null, "is a pipe or a device, where no line can be found again");
      }
      return new Stamp(
          attributes.size(),
          attributes.lastModifiedTime().toInstant(),
          key(Objects.toString(attributes.fileKey(), "")));
    }

    private static long key(String text) {
      long key = 0;
      for (int i = 0; i < text.length(); i++) {
        key = (key ^ text.charAt(i)) * MIX;
        key ^= key >>> 32;
      }
      return key;
    }

    /// Whether this may be what became of a file by bytes that were added at its end.
    boolean mayHaveGrownFrom(Stamp older) {
      return key == older.key && size > older.size;
    }

    /// Whether all that has changed is the time, which a write sets before the size.
    boolean isTouched(Stamp older) {
      return key == older.key && size == older.size && !changed.equals(older.changed);
    }

    /// Whether the file's next change after a look at this time is sure to show.
    boolean settledAt(Instant time) {
      return isSettled(changed, time);
    }

    private static boolean isSettled(Instant changed, Instant time) {
      return !changed.plusSeconds(COARSE_SECONDS).isAfter(time);
    }

    /// When anything of a file was changed last, by the clock of its file system; empty where that
    /// is not told.
    private static Optional<Instant> inodeChanged(Path path) throws IOException {
      try {
        return Optional.of(((FileTime) Files.getAttribute(path, "unix:ctime")).toInstant());
      } catch (UnsupportedOperationException | IllegalArgumentException _) {
        return Optional.empty();
      }
    }
  }
}
