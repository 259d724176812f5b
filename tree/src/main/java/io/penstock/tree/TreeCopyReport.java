package io.penstock.tree;

import java.nio.file.Path;
import java.util.List;

/// The result of the copy of a tree.
///
/// @param files how many files were copied, names of files that have several among them
/// @param unchanged how many were there already
/// @param folders how many folders were gone through
/// @param links how many symbolic links were copied
/// @param bytes the sizes of the files that were copied
/// @param skipped pipes, sockets and devices that were left out, the first 1000
/// @param errors how many errors there were
/// @param first the first of the errors, 1000 at most
public record TreeCopyReport(
    long files,
    long unchanged,
    long folders,
    long links,
    long bytes,
    List<Path> skipped,
    long errors,
    List<EntryException> first) {
  /// Copies the lists.
  public TreeCopyReport {
    skipped = List.copyOf(skipped);
    first = List.copyOf(first);
  }

  /// Whether there was no error.
  public boolean complete() {
    return errors == 0;
  }
}
