package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngines;
import io.penstock.file.FormatException;
import io.penstock.file.OpenMode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// A zip archive, read strictly: the directory at its end, the header before each file and the data
/// must agree in all that they say, no two files may share data, and what a file unpacks to must
/// have the length and the checksum that were announced.
///
/// Archives above 4 GiB and of more than 65535 files are read too; those in several parts, with
/// something before their first file, or with passwords are not. Belongs to one thread at a time.
///
/// ```java
/// try (ZipArchive archive = ZipArchive.open(Path.of("logs.zip"), Limits.defaults())) {
///   archive.extract(Path.of("logs"));
/// }
/// ```
public final class ZipArchive implements Closeable {
  private final ArchiveFile file;
  private final Limits limits;
  private final ZipDirectory directory;
  private final long contentBytes; // no more than the largest long

  private ZipArchive(ArchiveFile file, Limits limits) throws IOException {
    this.file = file;
    this.limits = limits;
    this.directory = ZipDirectory.read(file, limits);
    long sum = 0;
    for (ZipItem item : directory.items()) {
      sum = sum(sum, item.contentBytes());
    }
    this.contentBytes = sum;
  }

  /// Whether a file may be a zip archive by how it begins.
  ///
  /// @param head its first bytes, up to 4
  public static boolean recognizes(byte[] head) {
    return head.length >= 4
        && head[0] == 'P'
        && head[1] == 'K'
        && ((head[2] == 3 && head[3] == 4) || (head[2] == 5 && head[3] == 6) || isInParts(head));
  }

  /// As archives in several parts begin, and those that might have been and are in one (*.ZIP File
  /// Format Specification* 6.3.10, section 8.5).
  private static boolean isInParts(byte[] head) {
    return (head[2] == 7 && head[3] == 8) || (head[2] == '0' && head[3] == '0');
  }

  /// Opens an archive, and checks all its headers.
  ///
  /// @param limits of which the memory bounds the directory, and the others the content of all
  ///   files together
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  /// @throws FormatException if it is no zip archive, is cut short or damaged, or its headers
  ///   disagree
  public static ZipArchive open(Path path, Limits limits) throws IOException {
    EngineFile engineFile = FileEngines.auto().open(path, OpenMode.READ);
    boolean opened = false;
    try {
      ZipArchive archive = new ZipArchive(ArchiveFile.of(path.toString(), engineFile), limits);
      opened = true;
      return archive;
    } finally {
      if (!opened) {
        engineFile.close();
      }
    }
  }

  /// The archive's files and folders, in its order.
  public List<ZipItem> items() {
    return Collections.unmodifiableList(directory.items());
  }

  /// Reads a file of the archive; the stream's end is reached only where length and checksum are
  /// right.
  ///
  /// @throws FormatException if it is compressed in a way that is not known here, or encrypted;
  ///   what is damaged is thrown by the stream
  /// @throws IllegalArgumentException if it is not of this archive
  public InputStream content(ZipItem item) throws IOException {
    Long dataAt = directory.dataAt(item);
    if (dataAt == null) {
      throw new IllegalArgumentException(item.quotedName() + " is not of this archive");
    }
    if (!item.method().isKnown()) {
      throw file.refused(
          item.headerAt(),
          String.format(
              Locale.ROOT,
              "%s cannot be read: %s; unpack it with another program",
              item.quotedName(),
              item.method().label()));
    }
    return new ZipContent(file, item, dataAt);
  }

  /// Whether it says when an item was changed last.
  boolean tellsTime(ZipItem item) {
    return directory.tellsTime(item);
  }

  /// Checks that the content keeps to the limits.
  ///
  /// @throws FormatException if it does not
  public void requireWithinLimits() throws IOException {
    limits.check(file.name(), file.size(), contentBytes);
  }

  /// Checks that the content does with so many bytes for folders, of which a few do not count.
  void requireWithinLimits(long folderBytes) throws IOException {
    if (folderBytes > Limits.GRACE) {
      limits.check(file.name(), file.size(), sum(contentBytes, folderBytes));
    }
  }

  private static long sum(long some, long more) {
    return more > Long.MAX_VALUE - some ? Long.MAX_VALUE : some + more;
  }

  /// Unpacks all files below a folder, which is made if it is not there.
  ///
  /// Names must be relative, without `..`, and different from one another; links, devices and
  /// folders with content are refused, as are links that are in the way; nothing that exists is
  /// replaced. All names are checked before the first file is written. Files are filled under
  /// temporary names, synced, and get their own names when all of them are there: where one fails,
  /// or the JVM ends before, none of them appears. They have the permissions that the archive says,
  /// less those of the process's umask and without set-user-ID, set-group-ID and sticky bit. Where
  /// there are thousands of folders each counts as 4 KiB of content, which is what it takes on most
  /// disks.
  ///
  /// @throws FormatException if a name is none of those, a file is damaged, or the content goes
  ///   beyond the limits
  /// @throws IOException if a file cannot be written
  public void extract(Path folder) throws IOException {
    requireWithinLimits();
    new ZipExtraction(this, file, folder).run();
  }

  /// Closes the file; closing twice does nothing. What reads of the archive afterwards gets an
  /// [IllegalStateException].
  @Override
  public void close() throws IOException {
    file.close();
  }
}
