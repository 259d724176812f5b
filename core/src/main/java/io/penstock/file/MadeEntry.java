package io.penstock.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file or folder that this process made, told from one that has taken its name since.
///
/// Where the system has no numbers for files, or other ones at each look, whatever has the name is
/// taken for it.
public final class MadeEntry {
  private final Path path;

  /// What tells it from others; null where nothing does.
  private final @Nullable Object key;

  private MadeEntry(Path path, @Nullable Object key) {
    this.path = path;
    this.key = key;
  }

  /// What was made a moment ago.
  ///
  /// @throws IOException if it cannot be looked at
  public static MadeEntry of(Path path) throws IOException {
    return at(path, path);
  }

  /// A file that was made a moment ago and is open: where it cannot be looked at it is closed and
  /// removed.
  ///
  /// @throws IOException if it cannot be looked at
  public static MadeEntry ofNew(Path path, Closeable open) throws IOException {
    try {
      return showsWhenClosed(path) ? new MadeEntry(path, null) : of(path);
    } catch (IOException e) {
      Failures failures = new Failures();
      failures.add(e);
      failures.of(open::close);
      failures.of(() -> TemporaryName.delete(path)); // the JDK looks at what it deletes
      throw e;
    }
  }

  /// Whether what is open has no name yet, as in the JDK's archives.
  private static boolean showsWhenClosed(Path path) {
    boolean system = path.getFileSystem().equals(FileSystems.getDefault());
    return !system && Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// What will have another name in a moment.
  ///
  /// @param path the name that it will have
  /// @param now where it is
  /// @throws IOException if it cannot be looked at
  public static MadeEntry at(Path path, Path now) throws IOException {
    Object key = look(now).fileKey();
    return new MadeEntry(path, Objects.equals(key, look(now).fileKey()) ? key : null);
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
    return key == null || key.equals(found.fileKey());
  }

  /// Removes it, if it still has its name.
  ///
  /// @throws IOException if it cannot be removed, as a folder that is not empty
  public void remove() throws IOException {
    if (isThere()) {
      delete();
    }
  }

  private void delete() throws IOException {
    Files.deleteIfExists(path);
  }
}
