package io.penstock.evaluate.run;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;

/// The key of a file of an experiment: works with the same key share the file.
///
/// @param operation files that are read stay as they are, files that are written change in each run
/// @param swapBytes the width of byte-swapped units, see [Pattern]
/// @param bytes the length
/// @param state that it is brought into: files that were in another one lie otherwise in memory
record FileKey(Operation operation, int swapBytes, long bytes, FileState state) {

  static FileKey of(FileWork work, FileState state) {
    boolean swapped = work.operation() == Operation.READ && work.order() == ByteOrder.BIG_ENDIAN;
    return new FileKey(
        work.operation(), swapped ? work.type().bytes() : 1, work.fileBytes(), state);
  }

  String fileName() {
    String kind = operation == Operation.READ ? "read" : "write";
    String in = state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return kind + "-" + swapBytes + "-" + bytes + "-" + in + ".bin";
  }

  /// The contents of the file at `path` before anybody has written to it.
  FileContents contents(Path path) {
    return new FileContents(path, new Pattern(Workspace.READ_SALT, swapBytes), bytes);
  }
}
