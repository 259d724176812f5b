package io.penstock.file;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// A file that is filled under a temporary name beside its target and then takes the target's
/// place.
///
/// The order is: fsync of the file, which is the caller's affair, then rename and fsync of the
/// folder by [#publish]. Without the first a power loss may leave an empty file under the target's
/// name, without the last it may bring the old one back.
///
/// @param target where the file is to appear
/// @param temporary where it is filled, in the same folder
public record Publication(Path target, Path temporary) {
  private static final int LONGEST_HINT = 40;
  private static final char UNDECODABLE = '\ufffd';

  /// Chooses a temporary name; nothing is created. Where `file` is a link, what it leads to is the
  /// target.
  ///
  /// @throws FileSystemException if the folder is missing or the target is a folder
  public static Publication of(Path file) throws IOException {
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

  /// File systems bound the length of a name: a long one is not made longer. One that is no text in
  /// the JVM's encoding may not be turned back into a name.
  private static String hint(Path target) {
    String name = "." + target.getFileName();
    boolean usable = name.length() <= LONGEST_HINT && name.indexOf(UNDECODABLE) < 0;
    return usable ? name : ".penstock";
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

  /// Sees to it that the temporary file goes if the JVM ends before it is published or discarded.
  public void remember() {
    Leftovers.add(temporary);
  }

  /// Takes care of the temporary file as soon as it is there, and empty: it goes if the JVM ends
  /// before it is published or discarded, and who may not read the target cannot read it either.
  ///
  /// @throws IOException if its permissions cannot be set
  public void guard() throws IOException {
    remember();
    Set<PosixFilePermission> meanwhile = EnumSet.of(OWNER_READ, OWNER_WRITE);
    Optional<Set<PosixFilePermission>> kept = permissions(target);
    if (kept.isPresent()) {
      meanwhile.addAll(kept.get());
      allow(meanwhile);
    }
  }

  /// What a file allows; empty where there is none, or the file system has no permissions.
  private static Optional<Set<PosixFilePermission>> permissions(Path file) throws IOException {
    Optional<PosixFileAttributeView> view =
        Optional.ofNullable(Files.getFileAttributeView(file, PosixFileAttributeView.class));
    return view.isPresent() && Files.exists(file)
        ? Optional.of(view.get().readAttributes().permissions())
        : Optional.empty();
  }

  private void allow(Set<PosixFilePermission> permissions) throws IOException {
    if (!permissions(temporary).equals(Optional.of(permissions))) {
      Path _ = Files.setPosixFilePermissions(temporary, permissions);
    }
  }

  /// Takes the target's place, and its permissions. The temporary file must have been synced.
  ///
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void publish() throws IOException {
    keepPermissions();
    replaceDurably();
  }

  /// Gives the temporary file the permissions of the target, if there is one.
  public void keepPermissions() throws IOException {
    Optional<Set<PosixFilePermission>> kept = permissions(target);
    if (kept.isPresent()) {
      allow(kept.get());
    }
  }

  /// Takes the target's place at once, but not for good: a power loss may bring the old one back.
  public void replace() throws IOException {
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Leftovers.remove(temporary);
  }

  /// Takes the target's place, for good.
  ///
  /// @throws IOException if that fails; the message says whether the file was created nonetheless
  public void replaceDurably() throws IOException {
    replace();
    try {
      syncFolder();
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s was created, but its folder cannot be synced, so that a power loss may undo it: %s",
              target,
              e.getMessage()),
          e);
    }
  }

  /// Removes the temporary file; the target stays as it is.
  ///
  /// @throws IOException if it cannot be removed
  public void discard() throws IOException {
    Files.deleteIfExists(temporary);
    Leftovers.remove(temporary);
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
