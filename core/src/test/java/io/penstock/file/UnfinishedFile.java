package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.file.Path;

/// Another JVM that begins a file and waits to be ended.
final class UnfinishedFile {
  private UnfinishedFile() {}

  /// Half fills the file that the argument names.
  public static void main(String[] arguments) throws IOException {
    try (ArrayFile file =
        ArrayFile.create(Path.of(arguments[0]), ElementType.INT, Shape.of(1000))) {
      file.writeAt(0, new int[500], 0, 500);
      System.out.println("begun");
      int _ = System.in.read();
    }
  }
}
