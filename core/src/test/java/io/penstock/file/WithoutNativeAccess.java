package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

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
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      view(path, Access.read().withEngine(engine).withMode(mode), numbers);
    }
  }

  /// By an interrupted thread; then of the file that has another name by now.
  private static void view(Path path, Access access, double[] numbers) throws IOException {
    String who = access.engine().name() + ", " + access.mode();
    try (ArrayFile file = ArrayFile.open(path, access);
        Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Thread.currentThread().interrupt();
      MemorySegment own = file.map(confined);
      MemorySegment anybodys = file.map(1, numbers.length - 1L, shared);
      System.out.println("interrupted by " + who + ": " + Thread.interrupted());
      System.out.println(
          "view by "
              + who
              + ": "
              + Arrays.equals(own.toArray(ValueLayout.JAVA_DOUBLE), numbers)
              + ", from 1 to "
              + anybodys.getAtIndex(ValueLayout.JAVA_DOUBLE, numbers.length - 2L)
              + ", read-only "
              + own.isReadOnly());
      System.out.println(
          "nothing by " + who + ": " + file.map(5, 0, shared).byteSize() + ", " + Files.size(path));
      Path aside = Files.move(path, path.resolveSibling("aside"));
      Files.write(path, new byte[(int) Files.size(aside)]);
      Outcome.say(
          "replaced by " + who,
          () -> {
            double last = file.map(shared).getAtIndex(ValueLayout.JAVA_DOUBLE, 7);
            System.out.println(last == 7 ? "the old file" : "the new file");
          });
      Files.move(aside, path, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
