package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/// A program that uses an array file step by step and says what each step came to.
final class FaultyTransfers {
  /// Work for two threads, and no whole number of pages.
  static final int ELEMENTS = (5 << 20) + 77;

  private static final Raw FORMAT =
      Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(ELEMENTS));

  private final Path path;
  private final Access access;

  private FaultyTransfers(Path path, FileEngine engine) {
    this.path = path;
    this.access = Access.readWrite().withEngine(engine).withThreads(2);
  }

  /// The numbers that are written.
  static int[] numbers() {
    int[] numbers = new int[ELEMENTS];
    Arrays.setAll(numbers, i -> i * 31 + 7);
    return numbers;
  }

  /// Arguments: what to do, the file, and the engine.
  public static void main(String[] arguments) throws IOException {
    FaultyTransfers program =
        new FaultyTransfers(Path.of(arguments[1]), FileEngines.named(arguments[2]));
    switch (arguments[0]) {
      case "move" -> program.move();
      case "sync" -> program.sync();
      case "save" -> program.save();
      case "read" -> program.read();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private Creation creation(Creation creation) {
    return creation.withAccess(access);
  }

  private void move() throws IOException {
    int[] found = new int[ELEMENTS];
    try (ArrayFile file = ArrayFile.create(path, FORMAT, creation(Creation.inPlace()))) {
      Outcome.say("write", () -> file.write(numbers()));
      Outcome.say("sync", file::sync);
      Outcome.say("read", () -> file.read(found));
    }
    System.out.println("same: " + Arrays.equals(found, numbers()));
  }

  private void sync() throws IOException {
    ArrayFile file = ArrayFile.create(path, FORMAT, creation(Creation.inPlace()));
    Outcome.say("write", () -> file.write(numbers()));
    Outcome.say("sync", file::sync);
    Outcome.say("sync again", file::sync);
    Outcome.say("write again", () -> file.writeAt(0, new int[9], 0, 9));
    Outcome.say("read", () -> file.readAt(0, new int[9], 0, 9));
    Outcome.say("close", file::close);
    Outcome.say("close again", file::close);
  }

  private void save() throws IOException {
    Outcome.say(
        "create",
        () -> {
          ArrayFile file = ArrayFile.create(path, FORMAT, creation(Creation.whenComplete()));
          Outcome.say("write", () -> file.write(numbers()));
          Outcome.say("close", file::close);
          Outcome.say("close again", file::close);
        });
  }

  private void read() throws IOException {
    int[] found = new int[ELEMENTS];
    try (ArrayFile file = ArrayFile.open(path, FORMAT, access)) {
      Outcome.say("read", () -> file.read(found));
      Outcome.say("read again", () -> file.read(found));
    }
    System.out.println("same: " + Arrays.equals(found, numbers()));
  }
}
