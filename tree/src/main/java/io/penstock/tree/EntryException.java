package io.penstock.tree;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// Signals a failure at one entry of a tree; the other entries are not affected.
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
