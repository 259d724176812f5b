package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.testing.DescriptorShortage;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;

/// A program that does something with files, has no descriptors, does it again, has descriptors,
/// and does it again.
final class FilesAtTheLimit {
  private FilesAtTheLimit() {}

  /// Arguments: a folder with a file `a.npy` of 100 doubles, and `create`, `tiles` or the name of
  /// an engine. Prints what came of it each time.
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    DescriptorShortage.meet(work(folder, arguments[1]));
  }

  private static Callable<String> work(Path folder, String what) throws IOException {
    return switch (what) {
      case "create" ->
          () -> {
            Path file = folder.resolve("new" + System.nanoTime() + ".npy");
            try (ArrayFile array = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(1))) {
              array.write(new double[1]);
            }
            return "ok";
          };
      case "tiles" -> tiles(folder.resolve("a.npy"));
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

  /// Writes a tile of a file that is open already, which is not mapped at first, and then is.
  private static Callable<String> tiles(Path path) throws IOException {
    Deque<ArrayFile> files = new ArrayDeque<>();
    for (String way : List.of("chunk-256k", "mapping", "mapping")) {
      Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(20, 40));
      Access access = Access.readWrite().withEngine(Engines.named(way));
      files.add(ArrayFile.open(path, format, access));
    }
    byte[] tile = new byte[20 * 30];
    return () -> {
      Arrays.fill(tile, (byte) files.size());
      files.peek().write(Hyperslab.at(0, 5).count(20, 30), tile);
      byte[] found = new byte[tile.length];
      files.remove().read(Hyperslab.at(0, 5).count(20, 30), found);
      return Arrays.equals(found, tile) ? "ok" : "wrong bytes";
    };
  }
}
