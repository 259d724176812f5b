package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.Closeable;
import java.io.IOException;

/// An open folder to walk through, whose entries are reached by their single names: what happens to
/// the path that led to it does not matter any more, and no link is ever followed.
///
/// Errors are [java.nio.file.FileSystemException]s whose file is the entry's name alone: who knows
/// the path puts it in its place. Used by one thread at a time.
public interface Listing extends Closeable {
  /// A consumer of each entry.
  interface Sink {
    /// Looks at an entry, which is another one when this returns.
    void entry(Found found) throws IOException;
  }

  /// The next entries, as many as come in one piece, in the system's order, without `.` and `..`.
  ///
  /// @return whether there may be more
  boolean list(Sink sink) throws IOException;

  /// Opens a folder in this one.
  ///
  /// @param name of an entry, or `..`
  Listing folder(byte[] name) throws IOException;

  /// The same folder once more, with a listing of its own from the beginning. This method alone may
  /// be called by another thread meanwhile, as long as the folder stays open.
  Listing again() throws IOException;

  /// The attributes of an entry.
  EntryFacts facts(byte[] name) throws IOException;

  /// The attributes of the folder itself.
  EntryFacts facts() throws IOException;

  /// The identity of the folder.
  FileId id() throws IOException;

  /// The entry that a listing is at: one object for all of them.
  interface Found {
    EntryType type();

    int nameBytes();

    /// Puts the name into `target`, which has room for it.
    void copyName(byte[] target, int at);

    /// Its attributes. No link is followed.
    EntryFacts facts() throws IOException;

    default byte[] name() {
      byte[] name = new byte[nameBytes()];
      copyName(name, 0);
      return name;
    }
  }
}
