package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A file whose name may be no text, created, replaced, read and written by every engine.
final class Nameless {
  private Nameless() {}

  /// Prints what fails.
  public static void main(String[] arguments) throws IOException {
    failures(URI.create(arguments[0])).forEach(System.out::println);
  }

  static List<String> failures(URI name) throws IOException {
    List<String> failures = new ArrayList<>();
    for (FileEngine engine : FileEngines.all()) {
      if (engine.obstacle().isEmpty() && !keeps(Path.of(name), engine)) {
        failures.add(engine.name());
      }
    }
    return failures;
  }

  private static boolean keeps(Path path, FileEngine engine) throws IOException {
    Creation creation = Creation.whenComplete().withEngine(engine);
    try (ArrayFile file = ArrayFile.create(path, Npy.of(ElementType.INT, Shape.of(2)), creation)) {
      file.write(new int[] {1, 2});
    }
    try (ArrayFile file = ArrayFile.open(path, Access.readWrite().withEngine(engine))) {
      file.writeAt(1, new int[] {3}, 0, 1);
    }
    int[] found = new int[2];
    try (ArrayFile file = ArrayFile.open(path, Access.read().withEngine(engine))) {
      file.read(found);
    }
    return Arrays.equals(found, new int[] {1, 3});
  }
}
