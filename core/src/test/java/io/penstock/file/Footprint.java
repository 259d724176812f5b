package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// A program that reads a file piece by piece into one small array and says by how much its memory
/// grew.
final class Footprint {
  private static final int PIECE = 2 << 20;

  private Footprint() {}

  /// Arguments: file of doubles, engine, `native` or `foreign`. Prints bytes.
  public static void main(String[] arguments) throws IOException {
    Path path = Path.of(arguments[0]);
    ByteOrder order =
        arguments[2].equals("native") ? ByteOrder.nativeOrder() : ByteOrder.BIG_ENDIAN;
    long count = Files.size(path) / Double.BYTES;
    double[] piece = new double[PIECE];
    long before = anonymousBytes();
    Raw format = Raw.of(ElementType.DOUBLE, order, Shape.of(count));
    Access access = Access.read().withEngine(FileEngines.named(arguments[1])).withThreads(2);
    try (ArrayFile file = ArrayFile.open(path, format, access)) {
      for (long first = 0; first < count; first += PIECE) {
        file.readAt(first, piece, 0, PIECE);
      }
      System.out.println(anonymousBytes() - before);
    }
  }

  /// The process's resident memory that is no file's (proc_pid_status(5)).
  private static long anonymousBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("RssAnon:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElseThrow();
  }
}
