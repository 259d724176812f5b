package io.penstock.text;

import io.penstock.file.Publication;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// A catalog of lines in a file: a header, the count of each block in two bytes, a checksum of all
/// that; big-endian.
record IndexFile(Path path) {
  private static final long MAGIC = 0x50_4e_53_54_4b_4c_4e_31L; // PNSTKLN1
  private static final int HEADER = 6 * Long.BYTES + 6 * Integer.BYTES;
  private static final int CHECKSUM = Integer.BYTES;

  /// What the file says; empty if there is none, or it is damaged, or it describes a longer text.
  ///
  /// @param textBytes the length of the text
  /// @throws FileSystemException if it is something else, which must not be overwritten
  /// @throws IOException if it cannot be read
  Optional<LineCatalog> read(long textBytes, int blockBytes) throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(path)) {
      throw foreign();
    }
    int longest = length(LineTable.blocksIn(textBytes, blockBytes));
    byte[] bytes;
    try (InputStream input = Files.newInputStream(path)) {
      bytes = input.readNBytes(longest + 1);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length >= Long.BYTES && buffer.getLong(0) != MAGIC) {
      throw foreign();
    }
    boolean whole = bytes.length >= HEADER + CHECKSUM && bytes.length <= longest;
    return whole && buffer.getInt(bytes.length - CHECKSUM) == checksum(bytes)
        ? parsed(buffer, blockBytes)
        : Optional.empty();
  }

  private FileSystemException foreign() {
    return new FileSystemException(
        path.toString(), null, "is no index of lines, and is not overwritten; name another file");
  }

  private static int length(int blocks) {
    return Math.toIntExact(HEADER + (long) Character.BYTES * blocks + CHECKSUM);
  }

  private static int checksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length - CHECKSUM);
    return (int) checksum.getValue();
  }

  /// A checksum can be forged: nothing that it covers is believed that could not be.
  private static Optional<LineCatalog> parsed(ByteBuffer in, int blockBytes) {
    try {
      in.position(Long.BYTES);
      Stamp stamp = new Stamp(in.getLong(), instant(in), in.getLong());
      Instant taken = instant(in);
      Seal seal = new Seal(in.getInt(), in.getInt());
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

  /// Takes the place of an older file, at once and whole.
  ///
  /// @throws IOException if it cannot be written; an older file stays
  void write(LineCatalog catalog) throws IOException {
    List<String> _ = Publication.write(path, bytes(catalog).array());
  }

  private static ByteBuffer bytes(LineCatalog catalog) throws IOException {
    LineTable table = catalog.table();
    ByteBuffer out;
    try {
      out = ByteBuffer.allocate(length(table.blocks()));
    } catch (ArithmeticException e) {
      throw new IOException("the index is too long for a file; keep it in memory", e);
    }
    out.putLong(MAGIC).putLong(catalog.stamp().size());
    putInstant(out, catalog.stamp().changed());
    out.putLong(catalog.stamp().key());
    putInstant(out, catalog.taken());
    out.putInt(catalog.seal().head()).putInt(catalog.seal().tail());
    out.putInt(table.open() ? 1 : 0).putLong(table.newlines()).putInt(table.blockBytes());
    for (int i = 0; i < table.blocks(); i++) {
      out.putChar((char) table.count(i));
    }
    return out.putInt(checksum(out.array())).flip();
  }

  private static void putInstant(ByteBuffer out, Instant instant) {
    out.putLong(instant.getEpochSecond()).putInt(instant.getNano());
  }
}
