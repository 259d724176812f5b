package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// A program that reads a file at random places until that fails.
///
/// For each line of its input, `array`, `segment` or `tile` and the elements of a read or of a row,
/// it opens the file, says `reading` once it has got going, and then what stopped it.
final class ReaderOfCutFile {
  static final int ELEMENTS = 1 << 20;

  /// Of a matrix, and the rows of a tile of it.
  static final int COLUMNS = 1 << 13;

  private static final int ROWS = 16;

  private final Path path;
  private final FileEngine engine;
  private final SplittableRandom random = new SplittableRandom(1);

  private ReaderOfCutFile(Path path, FileEngine engine) {
    this.path = path;
    this.engine = engine;
  }

  /// Arguments: file, and engine or way.
  public static void main(String[] arguments) throws IOException {
    ReaderOfCutFile reader =
        new ReaderOfCutFile(Path.of(arguments[0]), Engines.named(arguments[1]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      System.out.println(reader.stoppedBy(words[0], Integer.parseInt(words[1])));
    }
  }

  private String stoppedBy(String how, int elements) {
    try {
      read(how, elements);
      return "nothing";
    } catch (IOException | RuntimeException | Error e) {
      return e.getClass().getName() + ": " + e.getMessage();
    }
  }

  private void read(String how, int elements) throws IOException {
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), shape(how));
    Access access = Access.read().withEngine(engine).withThreads(2);
    try (ArrayFile file = ArrayFile.open(path, format, access)) {
      Read read = read(how, elements, file);
      int warm = warm(elements);
      for (int number = 0; ; number++) {
        read.at(random.nextLong(ELEMENTS - elements + 1));
        if (number == warm) {
          System.out.println("reading");
        }
      }
    }
  }

  /// After so many reads the copies are compiled: code of the compiler's tells of a fault later. An
  /// engine that reads from the device, which takes its time for each row, meets no fault.
  private int warm(int elements) {
    return engine.name().endsWith("-direct") ? 2 : Math.max(20, 8_000 / elements);
  }

  private interface Read {
    void at(long first) throws IOException;
  }

  private static Shape shape(String how) {
    return how.equals("tile") ? Shape.of(ELEMENTS / COLUMNS, COLUMNS) : Shape.of(ELEMENTS);
  }

  private static Read read(String how, int elements, ArrayFile file) {
    int[] target = new int[elements * ROWS];
    MemorySegment segment = Arena.ofAuto().allocate(elements * 4L);
    return switch (how) {
      case "array" -> first -> file.readAt(first, target, 0, elements);
      case "segment" -> first -> file.readAt(first, segment);
      default ->
          first -> {
            long row = Math.min(first / COLUMNS, ELEMENTS / COLUMNS - ROWS);
            file.read(Hyperslab.at(row, 0).count(ROWS, elements), target);
          };
    };
  }
}
