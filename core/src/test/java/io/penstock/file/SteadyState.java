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
///
/// It goes on beyond a warm-up until a call allocates nothing, but not for ever: an engine that
/// measures may take another way late, by what else the machine does, whose code is not compiled
/// then.
final class SteadyState {
  /// An object takes 16 at least. What one transfer in 256 does, such as measuring, is not compiled
  /// after so few, and makes objects that compiled code does without.
  static final int MOST_BYTES_A_CALL = 4;

  private static final int ELEMENTS = 4 << 20;
  private static final int LEAST_ROUNDS = 10;
  private static final int MOST_ROUNDS = 100;
  private static final int LAST_ROUNDS = 5;

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
      double[] rounds = measure(file, call(arguments[3], elements), calls);
      System.out.println(
          String.join(" ", Arrays.stream(rounds).mapToObj("%.2f"::formatted).toList()));
    }
  }

  private static double[] measure(ArrayFile file, Call call, int calls) throws IOException {
    double[] bytesACall = new double[MOST_ROUNDS];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      long before = AllocatedBytes.now();
      for (int i = 0; i < calls; i++) {
        call.on(file, i);
      }
      bytesACall[round] = (double) (AllocatedBytes.now() - before) / calls;
      double[] until = Arrays.copyOf(bytesACall, round + 1);
      if (round + 1 >= LEAST_ROUNDS && bytesACall(until) < MOST_BYTES_A_CALL) {
        return until;
      }
    }
    return bytesACall;
  }

  /// The median of the last rounds: the JVM may still put something of its own into one of them.
  static double bytesACall(double[] rounds) {
    double[] last = Arrays.copyOfRange(rounds, rounds.length - LAST_ROUNDS, rounds.length);
    Arrays.sort(last);
    return last[LAST_ROUNDS / 2];
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
