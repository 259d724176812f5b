package io.penstock.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// A file or folder that this process made, told from one that has taken its name since.
///
/// Where the system has no numbers for files, or other ones at each look, whatever has the name is
/// taken for it.
///
/// @param path its name
/// @param key what tells it from others; empty where nothing does
public record MadeEntry(Path path, Optional<Object> key) {
  /// What was made a moment ago.
  ///
  /// @throws IOException if it cannot be looked at
  public static MadeEntry of(Path path) throws IOException {
    return at(path, path);
  }

  /// What will have another name in a moment.
  ///
  /// @param path the name that it will have
  /// @param now where it is
  /// @throws IOException if it cannot be looked at
  public static MadeEntry at(Path path, Path now) throws IOException {
    Optional<Object> key = key(now);
    return new MadeEntry(path, key.equals(key(now)) ? key : Optional.empty());
  }

  private static Optional<Object> key(Path path) throws IOException {
    return Optional.ofNullable(look(path).fileKey());
  }

  private static BasicFileAttributes look(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /// Whether it still has its name.
  ///
  /// @throws IOException if that cannot be found out
  public boolean isThere() throws IOException {
    try {
      return isIn(look(path));
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// Whether it still has its name, and is an empty file.
  boolean isEmpty() throws IOException {
    try {
      BasicFileAttributes found = look(path);
      return isIn(found) && found.isRegularFile() && found.size() == 0;
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  private boolean isIn(BasicFileAttributes found) {
    return key.isEmpty() || key.equals(Optional.ofNullable(found.fileKey()));
  }

  /// Removes it, if it still has its name.
  ///
  /// @throws IOException if it cannot be removed, as a folder that is not empty
  public void remove() throws IOException {
    if (isThere()) {
      Files.deleteIfExists(path);
    }
  }
}
