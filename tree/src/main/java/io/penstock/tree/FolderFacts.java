package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Makes the folders of a copy in its first walk, and gives them what their sources have in a
/// second one: while they were filled their times changed, and they had to be writable. Permissions
/// that keep their owner out come last of all, those of the deepest folders first.
final class FolderFacts implements TreeVisitor {
  private final CopySettings settings;
  private final Map<FileId, Integer> narrow = new ConcurrentHashMap<>();
  private final Queue<Narrow> found = new ConcurrentLinkedQueue<>();
  private volatile @Nullable FileId filling; // the target's root until all of it is copied

  /// A folder that has more permissions than it is to have.
  private record Narrow(Path path, List<byte[]> names, int mode) {}

  FolderFacts(CopySettings settings) {
    this.settings = settings;
  }

  /// Whether there is anything to be given.
  boolean wanted() {
    return !settings.preserved().isEmpty() || !narrow.isEmpty();
  }

  /// From now on folders of the target are made where there are none.
  ///
  /// @param root the identity of the target
  void beginFilling(FileId root) {
    filling = root;
  }

  void endFilling() {
    filling = null;
  }

  /// Finds or makes the folder of the target that an open one of the source becomes.
  Folder folder(Folder source, Folder above, byte[] name) throws IOException {
    FileId root = filling;
    if (root == null) {
      return above.folder(name);
    }
    EntryFacts facts = source.facts();
    if (FileId.of(facts).equals(root)) {
      throw new FileSystemException(Names.text(name), null, "is the target itself");
    }
    boolean later = settings.keeps(Preserved.MODE) || settings.keeps(Preserved.OWNER);
    int mode = later ? Folder.OWNERS : facts.mode() & FileTransfer.PERMISSIONS;
    return made(above, name, mode);
  }

  /// Makes a folder where there is none, and opens it; never what a link leads to. Another copy to
  /// the same target may make it meanwhile.
  ///
  /// @param mode its permissions, less those of the process's umask
  Folder made(Folder above, byte[] name, int mode) throws IOException {
    try {
      return above.folder(name);
    } catch (NoSuchFileException _) {
      return newer(above, name, mode);
    }
  }

  private Folder newer(Folder above, byte[] name, int mode) throws IOException {
    int given;
    try {
      given = above.makeFolder(name, mode);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException _) {
      return above.folder(name);
    }
    Folder made = above.folder(name);
    if ((given & Folder.OWNERS) != Folder.OWNERS) {
      narrow.put(made.id(), given);
    }
    return made;
  }

  @Override
  public void visit(TreeEntry entry) throws IOException {
    TwinFolder twins = (TwinFolder) ((Walker.Visited) entry).folder();
    byte[] name = entry.nameBytes();
    try (Folder source = twins.source().folder(name);
        Folder target = FileTransfer.inTarget(() -> twins.target().folder(name))) {
      give(source, target, twins.target(), name);
      Integer mode = narrow.get(target.id());
      if (mode != null && !settings.keeps(Preserved.MODE)) {
        List<byte[]> names = new ArrayList<>(((Walker.Visited) entry).place().names());
        names.add(name);
        found.add(new Narrow(entry.path(), names, mode));
      }
    } catch (FileSystemException e) {
      throw new EntryException(
          entry.path(), "the folder's own facts cannot be copied: " + Walker.reason(e));
    }
  }

  /// Takes away what folders need no more that are full.
  ///
  /// @param root of the target
  /// @param source the path of its source
  void narrow(Folder root, Path source, Errors errors) throws IOException {
    List<Narrow> deepestFirst = new ArrayList<>(found);
    Integer mode = narrow.get(root.id());
    if (mode != null && !settings.keeps(Preserved.MODE)) {
      deepestFirst.add(new Narrow(source, List.of(), mode));
    }
    deepestFirst.sort(Comparator.comparingInt((Narrow each) -> each.names.size()).reversed());
    for (Narrow each : deepestFirst) {
      try {
        narrow(root, each);
      } catch (FileSystemException e) {
        errors.add(
            new EntryException(
                each.path, "the folder's permissions cannot be set: " + Walker.reason(e)));
      }
    }
  }

  private void narrow(Folder root, Narrow each) throws IOException {
    try (Folder folder = WalkLevel.Place.opened(root, each.names)) {
      setMode(folder, each.mode);
    }
  }

  private void setMode(Folder folder, int mode) throws IOException {
    folder.setMode(mode);
    if (settings.durable()) {
      folder.sync();
    }
  }

  /// @param above the folder in which the target has its name
  void give(Folder source, Folder target, Folder above, byte[] name) throws IOException {
    EntryFacts facts = source.facts();
    if (settings.keeps(Preserved.OWNER)) {
      above.setOwner(name, facts.owner(), facts.group());
    }
    if (settings.keeps(Preserved.EXTENDED_ATTRIBUTES)) {
      target.takeAttributes(source);
    }
    if (settings.keeps(Preserved.MODE)) {
      target.setMode(facts.mode());
    }
    if (settings.keeps(Preserved.TIMES)) {
      target.setTimes(new byte[] {'.'}, facts.accessed(), facts.modified());
    }
    if (settings.durable()) {
      target.sync();
    }
  }
}
