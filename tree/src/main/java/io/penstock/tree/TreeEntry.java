package io.penstock.tree;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/// An entry that a [TreeWalk] has come to.
///
/// It is the walk's own and changes with the next entry: take from it what is to be kept. Belongs
/// to the thread whose visit it is.
public interface TreeEntry {
  /// The number of folders between the root, at 0, and the entry.
  int depth();

  /// What it is, as its folder's listing says; no file is looked at for it where the file system
  /// lists types.
  EntryType type();

  /// Its name, as the system has it.
  byte[] nameBytes();

  /// Its name as text; bytes that are no text in the JVM's encoding of file names become U+FFFD.
  String name();

  /// Its path: the root's, as it was given, and the names from there on. It leads to the entry
  /// whatever bytes its names have, as long as the system takes a path of that length.
  Path path();

  /// Writes the path as the system has it.
  void writePath(OutputStream out) throws IOException;

  /// What the file system knows of it; the file is looked at once. No link is followed.
  ///
  /// @throws EntryException if it has gone, or may not be looked at; the walk takes that for an
  ///   error of this entry if the visit lets it pass
  EntryFacts facts() throws EntryException;
}
