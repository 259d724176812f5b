package io.penstock.text;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// Opens a file and counts its lines, as far as they are not known.
///
/// @param path of a regular file
record Indexer(Path path, LineCensus census) {
  private static final int ATTEMPTS = 4;

  /// @param file must be closed by who asked for it
  /// @param catalog of the file as it was when it was opened; it may have grown since
  /// @param grown whether what was known still holds for the begin
  record Indexed(TextFile file, LineCatalog catalog, boolean grown) {}

  /// Begins again where the file is changed meanwhile, otherwise than by growing.
  ///
  /// @param known is used as far as it still holds
  Indexed index(LineCatalog known) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      Instant taken = Instant.now();
      Stamp stamp = Stamp.of(path);
      Optional<TextFile> opened = TextFile.open(path, stamp.size());
      if (opened.isEmpty()) {
        requireOther(stamp);
        continue;
      }
      TextFile file = opened.get();
      boolean kept = false;
      try {
        Indexed indexed = indexed(file, stamp, taken, known);
        kept = isStill(stamp);
        if (kept) {
          return indexed;
        }
      } catch (IOException e) {
        if (isStill(stamp)) {
          throw e;
        }
      } finally {
        if (!kept) {
          file.close();
        }
      }
    }
    throw new IOException(
        String.format(Locale.ROOT, "%s keeps changing while its lines are counted", path));
  }

  private boolean isStill(Stamp stamp) throws IOException {
    Stamp now = Stamp.of(path);
    return now.equals(stamp) || now.mayHaveGrownFrom(stamp);
  }

  private Indexed indexed(TextFile file, Stamp stamp, Instant taken, LineCatalog known)
      throws IOException {
    boolean holds = known.holdsFor(file, stamp);
    if (holds && known.stamp().equals(stamp)) {
      return new Indexed(file, known, true);
    }
    LineTable begin = holds ? known.table() : LineTable.empty(census.blockBytes());
    LineTable table = census.take(file, begin, stamp.size());
    return new Indexed(
        file, new LineCatalog(stamp, taken, Seal.of(file, stamp.size()), table), holds);
  }

  /// Files of the kernel's own, as in `/proc` and `/sys`, have more bytes than they say, or fewer.
  private void requireOther(Stamp stamp) throws IOException {
    if (Stamp.of(path).equals(stamp)) {
      throw new FileSystemException(
          path.toString(),
          null,
          "has another size than it says, as files of /proc and /sys do; copy it first");
    }
  }
}
