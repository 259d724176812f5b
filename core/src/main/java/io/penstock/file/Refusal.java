package io.penstock.file;

import io.penstock.array.convert.Casting.OutOfRangeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// A refusal of a number that the other type has not got.
///
/// Apart from [Transfers], since most processes need no class of it.
final class Refusal {
  private Refusal() {}

  /// The failure of a transfer that a kernel has ended.
  ///
  /// @param path of the file, for the message
  /// @param space in which it was carried out
  /// @throws RuntimeException `e` if it is anything else; [ArithmeticException] for a write
  static IOException of(
      Path path,
      Format format,
      TransferDirection direction,
      TransferContext space,
      RuntimeException e) {
    if (!(e instanceof OutOfRangeException beyond)) {
      throw e;
    }
    return switch (direction) {
      case READ ->
          unreadable(path, format, space.reader.offsetInFile(beyond.packedOffset()), beyond);
      case WRITE -> throw unwritable(path, beyond);
    };
  }

  private static FormatException unreadable(
      Path path, Format format, long offset, OutOfRangeException e) {
    long element = (offset - format.dataOffset()) / format.type().bytes();
    FormatException told =
        new FormatException(
            path.toString(),
            offset,
            String.format(Locale.ROOT, "element %d is %s", element, e.getMessage()));
    told.initCause(e);
    return told;
  }

  private static ArithmeticException unwritable(Path path, OutOfRangeException e) {
    ArithmeticException told =
        new ArithmeticException(
            String.format(
                Locale.ROOT, "%s: element %d of memory is %s", path, e.index(), e.getMessage()));
    told.initCause(e);
    return told;
  }
}
