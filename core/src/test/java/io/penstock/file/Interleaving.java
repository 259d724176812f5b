package io.penstock.file;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.RandomSelections;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/// Two processes that fill one file, each some ranks' shares of a random distribution, so that
/// their bytes meet inside pages.
///
/// Each writes its shares several times, with other values each time; the last ones must remain.
///
/// @param seed the same in both processes
record Interleaving(Path file, String engine, long seed) {
  static final Shape SHAPE = Shape.of(307, 4, 211);
  private static final int PASSES = 3;

  /// The last line for the second process.
  static final String END = "end";

  /// The file: foreign byte order, and no element aligned.
  Raw format() {
    return Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, SHAPE).withOffset(13);
  }

  /// What lies at a row-major position in the end.
  static int last(long position) {
    return value(position, PASSES - 1);
  }

  private static int value(long position, int pass) {
    return (int) (position * 31 + pass);
  }

  /// Fills the shares of every second rank.
  ///
  /// @param part 0 or 1
  void fill(int part) throws IOException {
    Access access = Access.readWrite().withEngine(FileEngines.named(engine)).withThreads(2);
    Distribution distribution = distribution();
    try (ArrayFile array = ArrayFile.open(file, format(), access)) {
      for (int pass = 0; pass < PASSES; pass++) {
        for (long rank = part; rank < distribution.grid().size(); rank += 2) {
          Selection share = distribution.of(rank);
          array.write(share, values(share, pass));
        }
      }
    }
  }

  private Distribution distribution() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Dealing> dealings =
        List.of(
            random.nextBoolean() ? Dealing.block() : Dealing.cyclic(1 + random.nextInt(9)),
            Dealing.block(),
            random.nextBoolean() ? Dealing.block() : Dealing.cyclic(1 + random.nextInt(90)));
    return new Distribution(
        SHAPE, dealings, Shape.of(1 + random.nextInt(4), 1 + random.nextInt(2), 2));
  }

  private static int[] values(Selection share, int pass) {
    int[] values = new int[Math.toIntExact(share.size())];
    int filled = 0;
    for (long position : RandomSelections.positions(SHAPE, share)) {
      values[filled++] = value(position, pass);
    }
    return values;
  }

  /// The second process, whose argument is an engine: says `ready`, and for each line, a seed and a
  /// file, it fills that file and says `done`, until [#END].
  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    for (String line = in.readLine(); !line.equals(END); line = in.readLine()) {
      String[] words = line.split(" ", 2);
      new Interleaving(Path.of(words[1]), arguments[0], Long.parseLong(words[0])).fill(1);
      System.out.println("done");
    }
  }
}
