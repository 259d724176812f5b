package io.penstock.file;

import io.penstock.file.EngineFile.ExtentList;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// Lists of extents, what is written to them, and files that they lie in.
final class Lists {
  private Lists() {}

  /// Extents of one length.
  static ExtentList extents(long length, long... offsets) {
    ExtentList extents = new ExtentList();
    for (long offset : offsets) {
      boolean _ = extents.add(offset, length);
    }
    return extents;
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(20261124).nextBytes(bytes);
    return bytes;
  }

  /// A file of zeros to whose extents bytes were written that begin at a place of an array.
  static byte[] written(int size, ExtentList extents, byte[] content, int at) {
    byte[] expected = new byte[size];
    int from = at;
    for (int i = 0; i < extents.count(); i++) {
      int length = (int) extents.length(i);
      System.arraycopy(content, from, expected, (int) extents.offset(i), length);
      from += length;
    }
    return expected;
  }

  /// Makes a file of zeros that takes no place.
  static Path sparse(Path folder, String name, long bytes) throws IOException {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return path;
  }
}
