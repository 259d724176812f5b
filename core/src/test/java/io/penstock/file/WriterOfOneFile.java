package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.file.Path;

/// Another JVM that replaces a file, and says what could not be kept of it.
final class WriterOfOneFile {
  private WriterOfOneFile() {}

  /// Arguments: the file; `array` if it is to be one, or a file whose rights it takes where there
  /// is none.
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    String more = arguments.length > 1 ? arguments[1] : "stream";
    switch (more) {
      case "stream" -> System.out.println(String.join(", ", Publication.write(file, new byte[10])));
      case "array" -> {
        try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
          array.write(new int[3]);
        }
      }
      default -> {
        Publication made = Publication.ofNew(file).withRightsOf(Path.of(more));
        System.out.println(String.join(", ", made.write(out -> out.write(1))));
      }
    }
  }
}
