package io.penstock.cli;

import java.util.Iterator;
import java.util.List;

/// The words that a shell offers as the value of an option, where picocli does not know them by the
/// option's type. They stand here as well as where they are read: to ask there takes longer than to
/// parse a command line. Where the words of two options of a verb differ, their labels must too:
/// picocli makes names of variables of them.
abstract class Candidates implements Iterable<String> {
  private final List<String> words;

  private Candidates(String... words) {
    this.words = List.of(words);
  }

  @Override
  public final Iterator<String> iterator() {
    return words.iterator();
  }

  /// Those of `--type` for arrays.
  static final class ArrayTypes extends Candidates {
    ArrayTypes() {
      super(
          "bool",
          "int8",
          "uint8",
          "int16",
          "uint16",
          "int32",
          "uint32",
          "int64",
          "uint64",
          "float16",
          "float32",
          "float64",
          "complex64",
          "complex128");
    }
  }

  /// Those of `--order`.
  static final class ByteOrders extends Candidates {
    ByteOrders() {
      super("little", "big", "native");
    }
  }

  /// Those of `--storage`.
  static final class StorageOrders extends Candidates {
    StorageOrders() {
      super("c", "fortran");
    }
  }

  /// Those of `--codec`.
  static final class CodecNames extends Candidates {
    CodecNames() {
      super("gzip", "zstd", "lz4", "zip");
    }
  }

  /// Those of `--engine`.
  static final class Engines extends Candidates {
    Engines() {
      super("auto", "posix", "posix-direct", "uring", "uring-direct", "mapped", "channel");
    }
  }

  /// Those of `--pattern`.
  static final class Patterns extends Candidates {
    Patterns() {
      super("sequential", "random");
    }
  }

  /// Those of `--preserve`.
  static final class Preserves extends Candidates {
    Preserves() {
      super("mode", "times", "owner", "links", "xattr", "all");
    }
  }

  /// Those of `--type` for entries of folders.
  static final class EntryTypes extends Candidates {
    EntryTypes() {
      super("f", "d", "l", "p", "s", "c");
    }
  }

  /// Those of `--color`.
  static final class Times extends Candidates {
    Times() {
      super("auto", "always", "never");
    }
  }

  /// The chapters of an evaluation.
  static final class Chapters extends Candidates {
    Chapters() {
      super("arrays", "messages", "text", "files", "objects", "start");
    }
  }
}
