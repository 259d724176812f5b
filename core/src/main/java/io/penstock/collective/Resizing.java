package io.penstock.collective;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Access;
import io.penstock.file.EngineFile;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// Changes how far an array file reaches along its slowest axis: what it has keeps its place.
final class Resizing {
  private Resizing() {}

  /// The format of a file after that.
  ///
  /// @param shape in elements
  /// @throws IllegalArgumentException if more than the slowest axis changes
  static Format resized(Format format, Shape shape) {
    requireSlowest(format, shape);
    Shape numbers =
        format.type().components() == 1
            ? shape
            : Shape.of(Arrays.copyOf(shape.toArray(), shape.rank() - 1));
    return switch (format) {
      case Raw raw -> new Raw(raw.type(), raw.order(), numbers, raw.storage(), raw.dataOffset());
      case Npy npy ->
          new Npy(npy.type(), npy.order(), numbers, npy.storage(), npy.version(), npy.dataOffset());
    };
  }

  private static void requireSlowest(Format format, Shape shape) {
    Shape old = format.elementShape();
    int last = format.shape().rank() - 1;
    int slowest = format.storage() == StorageOrder.ROW_MAJOR ? 0 : last;
    boolean fits = shape.rank() == old.rank() && last >= 0;
    for (int axis = 0; fits && axis < shape.rank(); axis++) {
      fits = axis == slowest || shape.extent(axis) == old.extent(axis);
    }
    if (!fits) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%s cannot become %s: only the slowest axis may change", old, shape));
    }
  }

  /// Cuts or extends a file, and says so in its header.
  static void resize(Path file, Access access, Format now) throws IOException {
    byte[] header = now instanceof Npy npy ? npy.header() : new byte[0];
    try (EngineFile engineFile = access.engine().open(file, OpenMode.READ_WRITE);
        Arena arena = Arena.ofConfined()) {
      engineFile.resize(Math.addExact(now.dataOffset(), now.dataBytes()));
      if (header.length > 0) {
        MemorySegment bytes = arena.allocate(header.length);
        bytes.copyFrom(ElementType.segment(header));
        engineFile.write(0, bytes, 0, header.length);
      }
    }
  }

  /// Makes sure that the device has room for all of a file.
  static void reserve(Path file, Access access, Format format) throws IOException {
    try (EngineFile engineFile = access.engine().open(file, OpenMode.READ_WRITE)) {
      engineFile.reserve(Math.addExact(format.dataOffset(), format.dataBytes()));
    }
  }
}
