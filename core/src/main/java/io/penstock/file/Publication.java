package io.penstock.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// A file that is filled under a temporary name beside its target and then takes the target's
/// place.
///
/// The order is: fsync of the file, rename, fsync of the folder. Without the first a power loss may
/// leave an empty file under the target's name, without the last it may bring the old one back.
record Publication(Path target, Path temporary) {
  private static final int LONGEST_HINT = 40;

  /// @throws FileSystemException if the folder is missing or the target is a folder
  static Publication of(Path file) throws IOException {
    Path target = Files.isSymbolicLink(file) ? followed(file) : file.toAbsolutePath();
    requireFolder(target);
    String suffix = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    return new Publication(target, target.resolveSibling(hint(target) + "." + suffix + ".tmp"));
  }

  private static Path followed(Path link) throws IOException {
    try {
      return link.toRealPath();
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(
          link.toString(), null, "is a link that leads nowhere; remove it or mend it");
    }
  }

  /// File systems bound the length of a name: a long one is not made longer.
  private static String hint(Path target) {
    String name = "." + target.getFileName();
    return name.length() <= LONGEST_HINT ? name : ".penstock";
  }

  /// Checks that a file of this name can be made.
  static void requireFolder(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder; name a file in it");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(file.toString(), null, "no such folder; create it first");
    }
  }

  /// Takes the target's place. The temporary file must have been synced.
  void publish() throws IOException {
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try {
      syncFolder();
    } catch (IOException e) {
      throw new IOException(
          "%s was created, but its folder cannot be synced, so that a power loss may undo it: %s"
              .formatted(target, e.getMessage()),
          e);
    }
  }

  void discard() throws IOException {
    Files.deleteIfExists(temporary);
  }

  /// Makes the names in the folder durable.
  private void syncFolder() throws IOException {
    Path folder = Objects.requireNonNull(target.getParent());
    try (SteadyChannel channel = new SteadyChannel(folder, Set.of(StandardOpenOption.READ))) {
      channel.run(
          open -> {
            open.force(true);
            return open;
          });
    }
  }
}
