package io.penstock.crashes;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayAppender;
import io.penstock.file.ArrayFile;
import io.penstock.file.Npy;
import io.penstock.file.Publication;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeCopyReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;

/// A program that saves, round after round, the number of the round in several ways, and notes on
/// another disk each round that it has been promised.
final class SavingProgram {
  private static final int COUNT = 20_000;
  private static final int ROW = 500;
  private static final int KEPT = 200;
  private static final String ARRAY = "a.npy";
  private static final String LOG = "log.npy";

  private SavingProgram() {}

  /// Whether it saves for good.
  enum Manner {
    DURABLE,
    /// Nothing is synced; a loss of power must be seen to take something away.
    UNSYNCED
  }

  /// Arguments: the folder, the file of the notes, the manner.
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Manner manner = Manner.valueOf(arguments[2].toUpperCase(Locale.ROOT));
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Npy.write(folder.resolve(LOG), Shape.of(1, ROW), new int[ROW]);
    try (ArrayAppender log = ArrayAppender.open(folder.resolve(LOG))) {
      for (int round = 1; ; round++) {
        int[] numbers = new int[COUNT];
        Arrays.fill(numbers, round);
        if (manner == Manner.UNSYNCED) {
          Publication made = Publication.of(folder.resolve(ARRAY));
          byte[] bytes = bytes(numbers);
          made.fillUnsynced(out -> out.write(bytes));
          made.replace();
        } else {
          Npy.write(folder.resolve(ARRAY), Shape.of(COUNT), numbers);
          log.append(Arrays.copyOf(numbers, ROW));
          log.sync();
          Path file = tree.resolve(name(round));
          Path _ = Files.createDirectories(file.getParent());
          Path _ = Files.write(file, bytes(Arrays.copyOf(numbers, ROW)));
          copy(tree, folder.resolve("copy" + round));
        }
        Path _ =
            Files.write(
                Path.of(arguments[1]),
                new byte[1],
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
      }
    }
  }

  private static byte[] bytes(int[] numbers) {
    Npy format = Npy.of(ElementType.INT, Shape.of(numbers.length));
    byte[] header = format.header();
    ByteBuffer bytes =
        ByteBuffer.allocate(header.length + numbers.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(header).asIntBuffer().put(numbers);
    return bytes.array();
  }

  /// The file of the tree that a round changes.
  private static String name(int round) {
    return "d" + round % 3 + "/f" + round % 2;
  }

  /// To a folder that is made for it; an old one goes.
  private static void copy(Path tree, Path to) throws IOException {
    TreeCopyReport report = TreeCopy.of(tree, to).durable().withThreads(2).run();
    if (report.errors() > 0) {
      throw report.first().getFirst();
    }
    int round = Integer.parseInt(to.getFileName().toString().substring("copy".length()));
    Path older = to.resolveSibling("copy" + (round - KEPT));
    if (Files.exists(older)) {
      Judge.delete(older);
    }
  }

  // ---- what is found
  // -----------------------------------------------------------------------------

  /// Checks what a loss of power has left.
  ///
  /// @param promised the last round that was noted before
  /// @throws AssertionError if something is lost or torn
  static void check(Path folder, int promised, Manner manner) throws IOException {
    if (promised == 0) {
      return;
    }
    int[] numbers = numbers(folder.resolve(ARRAY));
    int round = numbers[0];
    Thing.require(Arrays.stream(numbers).allMatch(each -> each == round), "the array is torn");
    Thing.require(round >= promised, "the array of round " + promised + " is lost: " + round);
    if (manner == Manner.DURABLE) {
      requireLog(numbers(folder.resolve(LOG)), promised);
      requireCopy(folder, promised);
    }
  }

  private static int[] numbers(Path file) throws IOException {
    try (ArrayFile array = ArrayFile.open(file)) {
      int[] found = new int[Math.toIntExact(array.shape().size())];
      array.read(found);
      return found;
    }
  }

  private static void requireLog(int[] log, int promised) {
    Thing.require(log.length > promised * ROW, log.length / ROW + " rows, not " + promised);
    for (int i = 0; i < log.length; i++) {
      Thing.require(log[i] == i / ROW, "row " + i / ROW + " has a " + log[i]);
    }
  }

  private static void requireCopy(Path folder, int promised) throws IOException {
    Path copy = folder.resolve("copy" + promised).resolve(name(promised));
    int[] found = numbers(copy);
    Thing.require(
        Arrays.stream(found).allMatch(each -> each == promised), copy + " is of " + found[0]);
  }
}
