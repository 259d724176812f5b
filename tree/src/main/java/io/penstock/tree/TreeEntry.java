package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.Listing;
import io.penstock.tree.folder.Listing.Found;
import io.penstock.tree.folder.Names;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An entry that a [TreeWalk] has come to.
///
/// It is the walk's own and changes with the next entry: take from it what is to be kept. Belongs
/// to the thread whose visit it is.
public final class TreeEntry {
  private static final byte[] NONE = {};

  private @Nullable WalkLevel level; // null for the root
  private @Nullable Listing folder;
  private @Nullable Found found; // null for one that is reached by its name
  private @Nullable EntryFacts facts;
  private EntryType type = EntryType.OTHER;
  private byte[] name = NONE;
  private byte[] prefix = NONE;

  TreeEntry() {}

  /// The entry at which the listing of a folder is.
  void at(WalkLevel level, Found found, EntryType type) {
    enter(level, type);
    this.found = found;
  }

  /// An entry that is reached by its name.
  void at(WalkLevel level, byte[] name, EntryType type) {
    enter(level, type);
    this.found = null;
    this.name = name;
  }

  private void enter(WalkLevel level, EntryType type) {
    if (!level.equals(this.level)) {
      this.level = level;
      prefix = NONE;
    }
    this.folder = level.open();
    this.type = type;
    this.facts = null;
  }

  void atRoot(Listing base, byte[] name, EntryType type) {
    this.folder = base;
    this.name = name;
    this.type = type;
  }

  /// The folder that holds the entry.
  Listing folder() {
    return Objects.requireNonNull(folder);
  }

  /// The place of that folder; not of the root.
  WalkLevel.Place place() {
    return Objects.requireNonNull(level).place();
  }

  /// The number of folders between the root, at 0, and the entry.
  public int depth() {
    return level == null ? 0 : level.depth() + 1;
  }

  /// What it is, as its folder's listing says; no file is looked at for it where the file system
  /// lists types.
  public EntryType type() {
    return type;
  }

  /// Its name, as the system has it.
  public byte[] nameBytes() {
    return found == null ? name.clone() : found.name();
  }

  /// Its name as text; bytes that are no text in the JVM's encoding of file names become U+FFFD.
  public String name() {
    return Names.text(nameBytes());
  }

  /// Its path: the root's, as it was given, and the names from there on. It leads to the entry
  /// whatever bytes its names have, as long as the system takes a path of that length.
  public Path path() {
    byte[] name = nameBytes();
    return level == null ? Names.path(name) : level.place().path(name);
  }

  /// Writes the path as the system has it.
  public void writePath(OutputStream out) throws IOException {
    if (level != null) {
      if (prefix.length == 0) {
        prefix = level.place().prefix();
      }
      out.write(prefix);
    }
    out.write(nameBytes());
  }

  /// What the file system knows of it; the file is looked at once. No link is followed.
  ///
  /// @throws EntryException if it has gone, or may not be looked at; the walk takes that for an
  ///   error of this entry if the visit lets it pass
  public EntryFacts facts() throws EntryException {
    EntryFacts known = facts;
    if (known == null) {
      known = looked();
      facts = known;
    }
    return known;
  }

  private EntryFacts looked() throws EntryException {
    try {
      return found == null ? folder().facts(name) : found.facts();
    } catch (FileSystemException e) {
      throw new EntryException(path(), "cannot be looked at: " + Walker.reason(e));
    } catch (IOException e) {
      throw new EntryException(path(), "cannot be looked at: " + e.getMessage());
    }
  }
}
