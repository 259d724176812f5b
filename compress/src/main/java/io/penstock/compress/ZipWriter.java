package io.penstock.compress;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Writes a zip archive, of any size and any number of files.
///
/// Belongs to one thread at a time.
///
/// ```java
/// try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), ZipWriter.LEVELS.usual());
///     InputStream in = Files.newInputStream(file)) {
///   zip.file("logs/today.txt", Files.getLastModifiedTime(file), in);
/// }
/// ```
public final class ZipWriter implements Closeable {
  /// The levels of its compression.
  public static final Levels LEVELS = new Levels(0, 6, Deflater.BEST_COMPRESSION);

  private static final int BLOCK_BYTES = 64 << 10;

  private static final int EXTENDED_TIMESTAMP =
      0x5455; // with the flag that says: modification time

  /// Of earlier times, which have no room in that field, the JDK writes the lowest bits.
  private static final FileTime EARLIEST = FileTime.from(Integer.MIN_VALUE, TimeUnit.SECONDS);

  private static final int REGULAR = 0100000;
  private static final int FOLDER = 0040000;
  private static final int PERMISSIONS = 0777;

  private final ModedZip zip;

  /// Begins an archive.
  ///
  /// @param out closes with the archive
  /// @throws IllegalArgumentException if there is no such level
  public ZipWriter(OutputStream out, int level) {
    zip = new ModedZip(new BufferedOutputStream(out, BLOCK_BYTES));
    zip.setLevel(LEVELS.require("zip", level));
  }

  /// Adds a file.
  ///
  /// @param name with `/` between its parts
  /// @param modified when it was changed last; 13 December 1901 for all that was before
  /// @param in is read to its end and left open
  /// @throws java.util.zip.ZipException if the archive has a file of this name
  /// @throws IOException if the content cannot be read or the archive not be written
  public void file(String name, FileTime modified, InputStream in) throws IOException {
    file(name, modified, 0, in);
  }

  /// Adds a file with its permissions.
  ///
  /// @param mode as in Unix; its permissions are kept, and 0 says that there are none
  /// @throws IOException as [#file(String, FileTime, InputStream)]
  public void file(String name, FileTime modified, int mode, InputStream in) throws IOException {
    begin(name, modified, mode == 0 ? 0 : REGULAR | (mode & PERMISSIONS));
    byte[] block = new byte[BLOCK_BYTES];
    for (int n = in.read(block); n >= 0; n = in.read(block)) {
      zip.write(block, 0, n);
    }
    zip.closeEntry();
  }

  /// Adds a folder.
  ///
  /// @param name with `/` between its parts
  /// @throws java.util.zip.ZipException if the archive has a folder of this name
  /// @throws IOException if the archive cannot be written
  public void folder(String name, FileTime modified) throws IOException {
    folder(name, modified, 0);
  }

  /// Adds a folder with its permissions.
  ///
  /// @param mode as in Unix; its permissions are kept, and 0 says that there are none
  /// @throws IOException as [#folder(String, FileTime)]
  public void folder(String name, FileTime modified, int mode) throws IOException {
    begin(name + "/", modified, mode == 0 ? 0 : FOLDER | (mode & PERMISSIONS));
    zip.closeEntry();
  }

  private void begin(String name, FileTime modified, int mode) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    FileTime time = modified.compareTo(EARLIEST) < 0 ? EARLIEST : modified;
    entry.setLastModifiedTime(time);
    long seconds = time.to(TimeUnit.SECONDS);
    if (seconds == (int) seconds) { // the time of DOS is that of a zone, which the archive lacks
      entry.setExtra(
          ZipDirectory.little(new byte[9])
              .putShort((short) EXTENDED_TIMESTAMP)
              .putShort((short) 5)
              .put((byte) 1)
              .putInt((int) seconds)
              .array());
    }
    zip.putNextEntry(entry);
    zip.modes.add(mode);
  }

  /// Ends the archive and closes what it is written to.
  @Override
  public void close() throws IOException {
    zip.close();
  }

  /// A writer that adds the modes of Unix, which the JDK's does not know: it holds the central
  /// directory back for that. The JDK's gives deflated bytes on by 512, and headers one by one.
  private static final class ModedZip extends ZipOutputStream {
    private static final int HEADER_BYTES = 46;
    private static final int UNIX = 3;
    private static final int DOS_FOLDER = 0x10;

    private final List<Integer> modes = new ArrayList<>();

    ModedZip(OutputStream archive) {
      super(archive);
      buf = new byte[BLOCK_BYTES];
    }

    @Override
    public void finish() throws IOException {
      closeEntry(); // a file whose content could not be read is still open
      OutputStream archive = out;
      ByteArrayOutputStream directory = new ByteArrayOutputStream();
      out = directory;
      try {
        super.finish();
      } finally {
        out = archive;
      }
      archive.write(withModes(directory.toByteArray()));
    }

    // An entry that could not be written has no mode; it is the last one.
    private byte[] withModes(byte[] directory) {
      ByteBuffer bytes = ZipDirectory.little(directory);
      int at = 0;
      for (int mode : modes) {
        if (mode != 0) {
          boolean folder = (mode & FOLDER) != 0;
          bytes.put(at + 5, (byte) UNIX);
          bytes.putInt(at + 38, (mode << Short.SIZE) | (folder ? DOS_FOLDER : 0));
        }
        at +=
            HEADER_BYTES
                + ZipDirectory.u2(bytes, at + 28)
                + ZipDirectory.u2(bytes, at + 30)
                + ZipDirectory.u2(bytes, at + 32);
      }
      return directory;
    }
  }
}
