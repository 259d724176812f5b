package io.penstock.tree;

import io.penstock.tree.EntryCopier.CopiedName;
import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
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
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Makes the folders of a copy in its first walk, and gives them what their sources have in a
/// second one: while they were filled their times changed, and they had to be writable. What is to
/// survive a loss of power is synced there, since a folder has names that no file's sync makes
/// durable: those of the folders in it. Permissions that keep their owner out come last of all,
/// those of the deepest folders first.
final class FolderFacts implements TreeVisitor {
  private final CopySettings settings;

  /// The permissions that folders of the target are to have, which have more.
  private final Map<FileId, Integer> narrow = new ConcurrentHashMap<>();

  private final Queue<CopiedName> found = new ConcurrentLinkedQueue<>();
  private volatile @Nullable FileId filling; // the target's root until all of it is copied

  FolderFacts(CopySettings settings) {
    this.settings = settings;
  }

  /// Whether there is anything to be given, or synced.
  boolean wanted() {
    return settings.durable() || !settings.preserved().isEmpty() || !narrow.isEmpty();
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
    int mode =
        settings.keeps(Preserved.MODE) ? Folder.OWNERS : facts.mode() & FileTransfer.PERMISSIONS;
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
    return TwinFolder.orClose(made, () -> narrowed(made, given));
  }

  /// @param given the permissions that it is to have once it is filled, and has its owner
  private Folder narrowed(Folder made, int given) throws IOException {
    if (settings.keepsOwnerAlone()) {
      made.setMode(Folder.OWNERS);
    }
    if (settings.keepsOwnerAlone() || (given & Folder.OWNERS) != Folder.OWNERS) {
      narrow.put(made.id(), given);
    }
    return made;
  }

  @Override
  public void visit(TreeEntry entry) throws IOException {
    if (entry.type() == EntryType.FOLDER) {
      give(entry);
    }
  }

  private void give(TreeEntry entry) throws IOException {
    TwinFolder twins = (TwinFolder) entry.folder();
    byte[] name = entry.nameBytes();
    try (Folder source = twins.source().folder(name);
        Folder target = FileTransfer.inTarget(() -> twins.target().folder(name))) {
      give(source, target, twins.target(), name);
      FileId copy = target.id();
      if (isNarrow(copy)) {
        found.add(new CopiedName(entry.place(), name, copy));
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
    List<CopiedName> deepestFirst = new ArrayList<>(found);
    deepestFirst.sort(
        Comparator.comparingInt((CopiedName each) -> each.folder().depth()).reversed());
    for (CopiedName each : deepestFirst) {
      try (Folder above = each.folder().below(root);
          Folder folder = above.folder(each.name())) {
        setMode(folder, each.copy());
      } catch (FileSystemException e) {
        errors.add(unset(each.folder().path(each.name()), e));
      }
    }
    FileId copy = root.id();
    if (isNarrow(copy)) {
      try {
        setMode(root, copy);
      } catch (FileSystemException e) {
        errors.add(unset(source, e));
      }
    }
  }

  private boolean isNarrow(FileId copy) {
    return narrow.containsKey(copy) && !settings.keeps(Preserved.MODE);
  }

  private static EntryException unset(Path path, FileSystemException e) {
    return new EntryException(path, "the folder's permissions cannot be set: " + Walker.reason(e));
  }

  private void setMode(Folder folder, FileId copy) throws IOException {
    folder.setMode(Objects.requireNonNull(narrow.get(copy)));
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
    if (settings.keeps(Preserved.TIMES)) {
      target.setTimes(new byte[] {'.'}, facts.accessed(), facts.modified());
    }
    if (settings.keeps(Preserved.MODE)) { // which may keep its owner from what is reached in it
      boolean withList = settings.keeps(Preserved.EXTENDED_ATTRIBUTES);
      target.setMode(withList ? facts.mode() : source.modeWithoutList(facts.mode()));
    }
    if (settings.durable()) {
      target.sync();
    }
  }
}
