package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.FileId;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Gives the folders of a copy what their sources have, in a second walk: while they were filled
/// their times changed, and they had to be writable. Permissions that keep their owner out come
/// last of all, those of the deepest folders first.
final class FolderFacts implements TreeVisitor {
  private final CopySettings settings;
  private final Map<FileId, Integer> narrow = new ConcurrentHashMap<>();
  private final Queue<Narrow> found = new ConcurrentLinkedQueue<>();

  /// A folder that has more permissions than it is to have.
  private record Narrow(Path path, List<byte[]> names, int mode) {}

  FolderFacts(CopySettings settings) {
    this.settings = settings;
  }

  /// Whether there is anything to be given.
  boolean wanted() {
    return !settings.preserved().isEmpty() || !narrow.isEmpty();
  }

  /// Notes the permissions that a folder is to have once it is filled, if none are preserved.
  void narrowLater(FileId folder, int mode) {
    narrow.put(folder, mode);
  }

  @Override
  public void visit(TreeEntry entry) throws IOException {
    TwinFolder twins = (TwinFolder) ((Walker.Visited) entry).folder();
    byte[] name = entry.nameBytes();
    try (Folder source = twins.source().folder(name);
        Folder target = FileTransfer.inTarget(() -> twins.target().folder(name))) {
      give(source, target, twins.target(), name);
      Optional<Integer> mode = Optional.ofNullable(narrow.get(target.id()));
      if (mode.isPresent() && !settings.keeps(Preserved.MODE)) {
        List<byte[]> names = new ArrayList<>(((Walker.Visited) entry).place().names());
        names.add(name);
        found.add(new Narrow(entry.path(), names, mode.get()));
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
    Optional<Integer> mode = Optional.ofNullable(narrow.get(root.id()));
    if (mode.isPresent() && !settings.keeps(Preserved.MODE)) {
      deepestFirst.add(new Narrow(source, List.of(), mode.get()));
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
    Folder folder = root.again();
    try {
      for (byte[] next : each.names) {
        Folder above = folder;
        folder = above.folder(next);
        above.close();
      }
      setMode(folder, each.mode);
    } finally {
      folder.close();
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
