package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.AllocatedBytes;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/// A program that calls one method of an array file over and over and counts what it allocates: in
/// a JVM of its own, as a program that does one thing has it.
final class SteadyState {
  private static final int ELEMENTS = 4 << 20;
  private static final int ROUNDS = 20;

  static final int FILE_BYTES = ELEMENTS * Integer.BYTES;

  private SteadyState() {}

  /// One call, the `number`th.
  private interface Call {
    void on(ArrayFile file, int number) throws IOException;
  }

  /// Arguments: file, engine, `native` or `foreign`, `read`, `write`, `read-tile` or `write-tile`,
  /// elements a call, calls a round. Prints the bytes that a call allocates, for each round.
  public static void main(String[] arguments) throws IOException {
    ByteOrder order =
        arguments[2].equals("native") ? ByteOrder.nativeOrder() : ByteOrder.BIG_ENDIAN;
    Raw format = Raw.of(ElementType.INT, order, Shape.of(ELEMENTS >> 10, 1 << 10));
    Access access =
        Access.readWrite()
            .withMode(arguments[3].startsWith("read") ? OpenMode.READ : OpenMode.READ_WRITE)
            .withEngine(FileEngines.named(arguments[1]))
            .withThreads(1);
    FileEngine _ = FileEngines.named("posix"); // in steady state C functions are bound
    int elements = Integer.parseInt(arguments[4]);
    int calls = Integer.parseInt(arguments[5]);
    try (ArrayFile file = ArrayFile.open(Path.of(arguments[0]), format, access)) {
      long[] allocated = measure(file, call(arguments[3], elements), calls);
      System.out.println(
          String.join(
              " ",
              Arrays.stream(allocated)
                  .mapToObj(n -> "%.2f".formatted((double) n / calls))
                  .toList()));
    }
  }

  private static long[] measure(ArrayFile file, Call call, int calls) throws IOException {
    long[] allocated = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long before = AllocatedBytes.now();
      for (int i = 0; i < calls; i++) {
        call.on(file, i);
      }
      allocated[round] = AllocatedBytes.now() - before;
    }
    return allocated;
  }

  private static Call call(String method, int elements) {
    int[] array = new int[elements];
    long places = ELEMENTS / elements;
    Selection tile = Hyperslab.at(3, 5).count(elements / 32, 32);
    return switch (method) {
      case "read" -> (file, number) -> file.readAt(number % places * elements, array, 0, elements);
      case "write" ->
          (file, number) -> file.writeAt(number % places * elements, array, 0, elements);
      case "read-tile" -> (file, _) -> file.read(tile, array);
      case "write-tile" -> (file, _) -> file.write(tile, array);
      default -> throw new IllegalArgumentException(method);
    };
  }
}
