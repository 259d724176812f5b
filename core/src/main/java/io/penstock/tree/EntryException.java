package io.penstock.tree;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// What went wrong with one entry of a tree; what else is in the tree goes on.
public final class EntryException extends FileSystemException {
  private static final long serialVersionUID = 1;

  /// An entry's failure.
  ///
  /// @param what what could not be done, and why: `cannot list the folder: EACCES: permission
  ///   denied`
  EntryException(Path path, String what) {
    super(path.toString(), null, what);
  }
}
