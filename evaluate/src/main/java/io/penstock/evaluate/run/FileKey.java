package io.penstock.evaluate.run;

import java.nio.ByteOrder;

/// What tells one file of an experiment from another: works with the same key share the file.
///
/// @param operation files that are read stay as they are, files that are written change in each run
/// @param swapBytes the width of byte-swapped units, see [Pattern]
/// @param bytes the length
record FileKey(Operation operation, int swapBytes, long bytes) {

  static FileKey of(FileWork work) {
    boolean swapped = work.operation() == Operation.READ && work.order() == ByteOrder.BIG_ENDIAN;
    return new FileKey(work.operation(), swapped ? work.type().bytes() : 1, work.fileBytes());
  }

  String fileName() {
    String kind = operation == Operation.READ ? "read" : "write";
    return kind + "-" + swapBytes + "-" + bytes + ".bin";
  }
}
