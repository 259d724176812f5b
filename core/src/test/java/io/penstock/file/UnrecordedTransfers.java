package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// A program that writes and reads an array in a JVM without Java Flight Recorder.
final class UnrecordedTransfers {
  private UnrecordedTransfers() {}

  /// Arguments: a file that is made.
  public static void main(String[] arguments) throws IOException {
    System.out.println("recorder present: " + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
    double[] numbers = new double[1000];
    Arrays.setAll(numbers, i -> i);
    double[] found = new double[1000];
    TransferListener.install(transfer -> System.out.println("told of: " + transfer.operation()));
    try (ArrayFile file =
        ArrayFile.create(Path.of(arguments[0]), ElementType.DOUBLE, Shape.of(1000))) {
      file.write(numbers);
      file.read(found);
    }
    System.out.println("same: " + Arrays.equals(numbers, found));
  }
}
