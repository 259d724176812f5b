package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.folder.Folder;
import java.io.IOException;
import java.nio.file.FileSystemException;

/// Gives the folders of a copy what their sources have, in a second walk: while they were filled
/// their times changed, and they had to be writable.
final class FolderFacts implements TreeVisitor {
  private final CopySettings settings;

  FolderFacts(CopySettings settings) {
    this.settings = settings;
  }

  /// Whether there is anything to be given.
  boolean wanted() {
    return !settings.preserved().isEmpty();
  }

  @Override
  public void visit(TreeEntry entry) throws IOException {
    TwinFolder twins = (TwinFolder) ((Walker.Visited) entry).folder();
    byte[] name = entry.nameBytes();
    try (Folder source = twins.source().folder(name);
        Folder target = FileTransfer.inTarget(() -> twins.target().folder(name))) {
      give(source, target, twins.target(), name);
    } catch (FileSystemException e) {
      throw new EntryException(
          entry.path(), "the folder's own facts cannot be copied: " + Walker.reason(e));
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
