package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// A program that uses every engine it can, and asks for one that it may not have.
final class WithoutNativeAccess {
  private static final Npy FORMAT = Npy.of(ElementType.DOUBLE, Shape.of(3 << 20));

  private WithoutNativeAccess() {}

  /// Arguments: a folder.
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    for (FileEngine engine : FileEngines.all()) {
      String obstacle = engine.obstacle().orElse("none");
      System.out.println("obstacle of " + engine.name() + ": " + obstacle);
      Path file = folder.resolve(engine.name());
      Outcome.say("create by " + engine.name(), () -> create(file, engine));
    }
    Outcome.say("named posix", () -> System.out.println(FileEngines.named("posix").name()));
    Outcome.say("evict", () -> PageCache.evict(folder.resolve("auto")));
    System.out.println(
        "resident bytes: " + PageCache.residentBytes(folder.resolve("auto"), 0, 100));
  }

  private static void create(Path path, FileEngine engine) throws IOException {
    double[] numbers = new double[(int) FORMAT.shape().size()];
    Arrays.setAll(numbers, i -> i);
    double[] found = new double[numbers.length];
    Creation creation = Creation.whenComplete().withEngine(engine);
    try (ArrayFile file = ArrayFile.create(path, FORMAT, creation)) {
      file.write(numbers);
      System.out.println("explanation of " + engine.name() + ", writing: " + file.explain());
    }
    try (ArrayFile file = ArrayFile.open(path, Access.read().withEngine(engine))) {
      file.read(found);
      System.out.println("explanation of " + engine.name() + ": " + file.explain());
    }
    System.out.println("same by " + engine.name() + ": " + Arrays.equals(numbers, found));
  }
}
