package io.penstock.cli.bench;

import io.penstock.file.Publication;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/// The file of a benchmark: an existing one, or one that is made for it.
///
/// @param size how much of it is used, from its beginning
/// @param isNew whether it has to be made
public record BenchFile(Path path, long size, boolean isNew) {
  private static final int CHUNK = 1 << 20;

  /// Looks at a file that is there, for all of it.
  ///
  /// @throws FileSystemException if it is missing, or no regular file
  public static BenchFile of(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw refused(path, "no such file; add --size to have one of that size made");
    }
    return new BenchFile(path, size(path), false);
  }

  /// The same for a part of it, or for a new one.
  ///
  /// @param asked how much of it is to be used, or how large a new one is
  /// @throws FileSystemException if it is no regular file, or is shorter than that, or there is no
  ///   room for a new one
  public static BenchFile of(Path path, long asked) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      requireRoom(path, asked);
      return new BenchFile(path, asked, true);
    }
    long size = size(path);
    if (asked > size) {
      throw refused(
          path, "has " + size + " bytes; choose a --size up to that, or a file to be made");
    }
    return new BenchFile(path, asked, false);
  }

  // Others would find the disk full until the last byte that fits is written.
  private static void requireRoom(Path path, long asked) throws IOException {
    Path folder = Optional.ofNullable(path.toAbsolutePath().getParent()).orElse(path);
    if (Files.isDirectory(folder)) {
      File store = folder.toFile(); // the JDK's FileStore fails where the root is no mount point
      long room = store.getUsableSpace();
      if (asked > room && store.getTotalSpace() > 0) {
        throw refused(
            path,
            "there is no room for "
                + asked
                + " bytes, but for "
                + room
                + "; choose a smaller --size, or another folder");
      }
    }
  }

  private static long size(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw refused(path, "is no regular file; name one, or one to be made");
    }
    long size = Files.size(path);
    if (size == 0) {
      throw refused(path, "is empty; name another file, or one to be made");
    }
    return size;
  }

  private static FileSystemException refused(Path path, String why) {
    return new FileSystemException(path.toString(), null, why);
  }

  /// Refuses to overwrite a file that existed before.
  ///
  /// @throws FileSystemException if the file was there before
  public void requireNew() throws FileSystemException {
    if (!isNew) {
      throw refused(
          path,
          "exists, and writes would destroy what it holds; add --overwrite, or name a file to be"
              + " made");
    }
  }

  /// Makes the file, of random bytes and no holes, if it does not exist. It appears when all of it
  /// is on the device.
  ///
  /// @param progress takes the bytes written
  /// @throws IOException if it cannot be made, or there is one by now
  public void make(long seed, LongConsumer progress) throws IOException {
    if (isNew) {
      var _ = Publication.writeNew(path, out -> fill(out, new SplittableRandom(seed), progress));
    }
  }

  private void fill(OutputStream out, SplittableRandom random, LongConsumer progress)
      throws IOException {
    byte[] chunk = new byte[(int) Math.min(CHUNK, size)];
    for (long done = 0; done < size; ) {
      int n = (int) Math.min(chunk.length, size - done);
      random.nextBytes(chunk);
      out.write(chunk, 0, n);
      progress.accept(n);
      done += n;
    }
  }
}
