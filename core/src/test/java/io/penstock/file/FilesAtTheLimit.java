package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.tree.TreeCopy;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// A program that does something with files, has no descriptors, does it again, has descriptors,
/// and does it again.
final class FilesAtTheLimit {
  private FilesAtTheLimit() {}

  /// Arguments: a folder with a folder `tree` and a file `a.npy` of 100 doubles, and `copy`,
  /// `create` or the name of an engine. Prints what came of it each time.
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Callable<String> work = work(folder, arguments[1]);
    System.out.println(outcome(work));
    List<InputStream> streams = exhausted();
    String without = outcome(work);
    for (InputStream stream : streams) {
      stream.close();
    }
    System.out.println(without);
    System.out.println(outcome(work));
  }

  private static Callable<String> work(Path folder, String what) {
    return switch (what) {
      case "copy" ->
          () -> {
            Path target = folder.resolve("copy" + System.nanoTime());
            TreeCopy.of(folder.resolve("tree"), target).run();
            return "ok";
          };
      case "create" ->
          () -> {
            Path file = folder.resolve("new" + System.nanoTime() + ".npy");
            try (ArrayFile array = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(1))) {
              array.write(new double[1]);
            }
            return "ok";
          };
      default ->
          () -> {
            Access access = Access.read().withEngine(FileEngines.named(what));
            try (ArrayFile file = ArrayFile.open(folder.resolve("a.npy"), access)) {
              file.read(new double[100]);
            }
            return "ok";
          };
    };
  }

  private static String outcome(Callable<String> work) {
    try {
      return work.call();
    } catch (Exception | Error e) {
      return e.toString();
    }
  }

  private static List<InputStream> exhausted() {
    List<InputStream> streams = new ArrayList<>();
    try {
      while (true) {
        streams.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException e) {
      return streams;
    }
  }
}
