package io.penstock.compress;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.attribute.FileTime;
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

  private final ZipOutputStream zip;

  /// Begins an archive.
  ///
  /// @param out closes with the archive
  /// @throws IllegalArgumentException if there is no such level
  public ZipWriter(OutputStream out, int level) {
    zip = new LargePieces(new BufferedOutputStream(out, BLOCK_BYTES));
    zip.setLevel(LEVELS.require("zip", level));
  }

  /// Adds a file.
  ///
  /// @param name with `/` between its parts
  /// @param in is read to its end and left open
  /// @throws java.util.zip.ZipException if the archive has a file of this name
  /// @throws IOException if the content cannot be read or the archive not be written
  public void file(String name, FileTime modified, InputStream in) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setLastModifiedTime(modified);
    zip.putNextEntry(entry);
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
    ZipEntry entry = new ZipEntry(name + "/");
    entry.setLastModifiedTime(modified);
    zip.putNextEntry(entry);
    zip.closeEntry();
  }

  /// The JDK's gives deflated bytes on by 512, and headers one by one.
  private static final class LargePieces extends ZipOutputStream {
    LargePieces(OutputStream out) {
      super(out);
      buf = new byte[BLOCK_BYTES];
    }
  }

  /// Ends the archive and closes what it is written to.
  @Override
  public void close() throws IOException {
    zip.close();
  }
}
