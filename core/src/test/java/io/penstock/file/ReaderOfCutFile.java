package io.penstock.file;

import io.penstock.array.ElementType;
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
/// For each line of its input, `array` or `segment` and the elements of a read, it opens the file,
/// says `reading` once it has got going, and then what stopped it.
final class ReaderOfCutFile {
  static final int ELEMENTS = 1 << 20;

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
      System.out.println(reader.stoppedBy(words[0].equals("array"), Integer.parseInt(words[1])));
    }
  }

  private String stoppedBy(boolean array, int elements) {
    try {
      read(array, elements);
      return "nothing";
    } catch (IOException | RuntimeException | Error e) {
      return e.getClass().getName() + ": " + e.getMessage();
    }
  }

  private void read(boolean array, int elements) throws IOException {
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(ELEMENTS));
    Access access = Access.read().withEngine(engine).withThreads(2);
    int warm = Math.max(20, 8_000 / elements);
    try (ArrayFile file = ArrayFile.open(path, format, access)) {
      int[] target = new int[elements];
      MemorySegment segment = Arena.ofAuto().allocate(elements * 4L);
      for (int number = 0; ; number++) {
        long first = random.nextLong(ELEMENTS - elements + 1);
        if (array) {
          file.readAt(first, target, 0, elements);
        } else {
          file.readAt(first, segment);
        }
        if (number == warm) {
          System.out.println("reading");
        }
      }
    }
  }
}
