package io.penstock.tree;

import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A map of files with several names in the source to their first names in the target. Used by one
/// thread at a time.
final class HardLinks {
  private final Folder root;
  private final Map<FileId, FirstName> firstNames = new HashMap<>();

  /// @param folder of the source; its copy has the name
  /// @param id of the copy
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record FirstName(WalkLevel.Place folder, byte[] name, FileId id) {}

  /// @param root of the target
  HardLinks(Folder root) {
    this.root = root;
  }

  /// Whether an entry of the target is a name of that file's copy already: renaming one name of a
  /// file to another does nothing (rename(2)), and would leave the temporary one.
  boolean isLinked(FileId source, Folder to, byte[] name) throws IOException {
    Optional<FirstName> first = Optional.ofNullable(firstNames.get(source));
    try {
      return first.isPresent() && FileId.of(to.facts(name)).equals(first.get().id);
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// Makes one more name of a file whose first one was copied.
  ///
  /// @return whether it was
  boolean link(FileId source, Folder to, byte[] name) throws IOException {
    Optional<FirstName> first = Optional.ofNullable(firstNames.get(source));
    if (first.isEmpty()) {
      return false;
    }
    Folder folder = root.again();
    try {
      for (byte[] next : first.get().folder.names()) {
        Folder above = folder;
        folder = above.folder(next);
        above.close();
      }
      folder.makeName(first.get().name, first.get().id, to, name);
    } finally {
      folder.close();
    }
    return true;
  }

  /// Notes the first name.
  ///
  /// @param folder of the source
  void add(FileId source, WalkLevel.Place folder, byte[] name, FileId copy) {
    firstNames.put(source, new FirstName(folder, name, copy));
  }
}
