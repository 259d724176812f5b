package io.penstock.cli;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Files whose contents are known by heart.
final class SmallArrays {
  private SmallArrays() {}

  /// 3 x 4 doubles: 0, 1, 2, ...
  static Path matrix(Path file) throws IOException {
    return doubles(file, Shape.of(3, 4), DoubleStream.iterate(0, x -> x + 1).limit(12).toArray());
  }

  static Path doubles(Path file, Shape shape, double... values) throws IOException {
    try (ArrayFile array = ArrayFile.create(file, ElementType.DOUBLE, shape)) {
      array.write(values);
    }
    return file;
  }

  static double[] read(Path file) throws IOException {
    try (ArrayFile array = ArrayFile.open(file)) {
      double[] values = new double[(int) array.shape().size()];
      array.read(values);
      return values;
    }
  }

  static String[] words(List<String> first, List<String> then) {
    return Stream.concat(first.stream(), then.stream()).toArray(String[]::new);
  }
}
