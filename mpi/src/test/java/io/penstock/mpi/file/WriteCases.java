package io.penstock.mpi.file;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.file.Access;
import io.penstock.file.Creation;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// A rank that writes all cases by each engine, and reads them again by the other one.
///
/// ```
/// WriteCases FOLDER
/// ```
final class WriteCases {
  private static final String[] ENGINES = {"mpi-io", "two-phase"};

  private WriteCases() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    try (Communicator world = Communicator.world()) {
      for (SharedCase one : SharedCase.of(world.size())) {
        for (int i = 0; i < ENGINES.length; i++) {
          Path file = folder.resolve(one.name() + "." + ENGINES[i]);
          write(world, one, file, ENGINES[i]);
          compare(world, one, file, ENGINES[1 - i]);
        }
      }
      if (world.rank() == 0) {
        System.out.println("written and read by " + world.size());
      }
    }
  }

  private static void write(Communicator world, SharedCase one, Path path, String engine)
      throws IOException {
    Raw format = Raw.of(one.type(), ByteOrder.nativeOrder(), one.shape());
    Selection mine = one.distribution().of(world.rank());
    try (SharedArrayFile file =
        SharedArrayFile.create(world, path, format, Creation.whenComplete(), hints(engine))) {
      file.writeAll(mine, Elements.of(values(one.type(), world.rank(), mine.size())));
    }
  }

  private static void compare(Communicator world, SharedCase one, Path path, String engine)
      throws IOException {
    Raw format = Raw.of(one.type(), ByteOrder.nativeOrder(), one.shape());
    Selection mine = one.distribution().of(world.rank());
    Object expected = values(one.type(), world.rank(), mine.size());
    Object got = Array.newInstance(expected.getClass().componentType(), (int) mine.size());
    try (SharedArrayFile file =
        SharedArrayFile.open(world, path, format, Access.read(), hints(engine))) {
      file.readAll(mine, Elements.of(got));
    }
    for (int i = 0; i < mine.size(); i++) {
      if (!Array.get(got, i).equals(Array.get(expected, i))) {
        throw new AssertionError(
            "%s by %s: element %d of rank %d is %s"
                .formatted(path, engine, i, world.rank(), Array.get(got, i)));
      }
    }
  }

  /// Which rank's they are, and their order there.
  private static Object values(ElementType type, int rank, long count) {
    Object values = Array.newInstance(type.arrayClass().componentType(), (int) count);
    for (int i = 0; i < count; i++) {
      int value = 1000 * rank + i;
      switch (type) {
        case SHORT -> Array.setShort(values, i, (short) value);
        case INT -> Array.setInt(values, i, value);
        case LONG -> Array.setLong(values, i, value);
        case FLOAT -> Array.setFloat(values, i, value);
        case DOUBLE -> Array.setDouble(values, i, value);
        case BYTE, CHAR -> throw new IllegalArgumentException(type + " is in no case");
      }
    }
    return values;
  }

  /// Arrays of some kilobytes are several slabs.
  private static Hints hints(String engine) {
    return Hints.defaults().withEngine(engine).withBufferBytes(4096);
  }
}
