package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// A program that opens and creates what it may not.
final class ForbiddenFiles {
  private static final Raw FORMAT = Raw.of(ElementType.BYTE, ByteOrder.BIG_ENDIAN, Shape.of(4));

  private ForbiddenFiles() {}

  /// Arguments: a file that may not be used, a folder that may not be written, and the engine.
  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    Path folder = Path.of(arguments[1]);
    FileEngine engine = FileEngines.named(arguments[2]);
    for (OpenMode mode : OpenMode.values()) {
      Outcome.say(
          "open " + mode, () -> open(file, Access.read().withMode(mode).withEngine(engine)));
    }
    Outcome.say(
        "open inside", () -> open(folder.resolve("inside"), Access.read().withEngine(engine)));
    Outcome.say("create", () -> create(folder, Creation.whenComplete().withEngine(engine)));
    Outcome.say("create in place", () -> create(folder, Creation.inPlace().withEngine(engine)));
  }

  private static void open(Path file, Access access) throws IOException {
    ArrayFile.open(file, FORMAT, access).close();
  }

  private static void create(Path folder, Creation creation) throws IOException {
    ArrayFile.create(folder.resolve("new"), FORMAT, creation).close();
  }
}
