package io.penstock.tree;

import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the first names of files lie in the target that have several in the source. Used by one
/// thread at a time.
final class HardLinks {
  private final Folder root;
  private final int rootBytes;
  private final Map<FileId, Place> places = new HashMap<>();

  private static final class Place {
    final List<byte[]> folders; // from the root on
    final byte[] name;
    final FileId id;

    Place(List<byte[]> folders, byte[] name, FileId id) {
      this.folders = folders;
      this.name = name;
      this.id = id;
    }
  }

  /// @param root of the target
  /// @param rootBytes the length of the source root's path with its slash
  HardLinks(Folder root, int rootBytes) {
    this.root = root;
    this.rootBytes = rootBytes;
  }

  /// Whether an entry of the target is a name of that file's copy already: renaming one name of a
  /// file to another does nothing (rename(2)), and would leave the temporary one.
  boolean isLinked(FileId source, Folder to, byte[] name) throws IOException {
    Optional<Place> place = Optional.ofNullable(places.get(source));
    try {
      return place.isPresent() && FileId.of(to.facts(name)).equals(place.get().id);
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// Makes one more name of a file whose first one was copied.
  ///
  /// @return whether it was
  boolean link(FileId source, Folder to, byte[] name) throws IOException {
    Optional<Place> place = Optional.ofNullable(places.get(source));
    if (place.isEmpty()) {
      return false;
    }
    Folder folder = root.again();
    try {
      for (byte[] next : place.get().folders) {
        Folder above = folder;
        folder = above.folder(next);
        above.close();
      }
      folder.makeName(place.get().name, place.get().id, to, name);
    } finally {
      folder.close();
    }
    return true;
  }

  /// Notes the first name.
  ///
  /// @param path of the source's folder, with a slash at its end
  void add(FileId source, byte[] path, byte[] name, FileId copy) {
    List<byte[]> folders = new ArrayList<>();
    int from = rootBytes;
    for (int i = rootBytes; i < path.length; i++) {
      if (path[i] == '/') {
        folders.add(Arrays.copyOfRange(path, from, i));
        from = i + 1;
      }
    }
    places.put(source, new Place(folders, name, copy));
  }
}
