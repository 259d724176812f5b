package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// Another JVM that makes a file in each manner, and says what may be done with it.
final class TwoNewFiles {
  private TwoNewFiles() {}

  /// Arguments: a folder and an engine.
  public static void main(String[] arguments) throws IOException {
    for (Creation creation : List.of(Creation.whenComplete(), Creation.inPlace())) {
      Path file = Path.of(arguments[0], creation.appearance().name());
      Npy format = Npy.of(ElementType.INT, Shape.of(3));
      FileEngine engine = FileEngines.named(arguments[1]);
      try (ArrayFile array = ArrayFile.create(file, format, creation.withEngine(engine))) {
        array.write(new int[3]);
      }
      System.out.println(
          creation.appearance()
              + ": "
              + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
  }
}
