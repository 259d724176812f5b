package io.penstock.crashes;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.crashes.Step.Scene;
import io.penstock.crashes.Thing.Numbers;
import io.penstock.file.ArrayAppender;
import io.penstock.file.ArrayFile;
import io.penstock.file.ByteFile;
import io.penstock.file.Creation;
import io.penstock.file.FormatException;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Publication;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/// Steps on an array of some rows.
final class ArraySteps {
  static final Shape SHAPE = Shape.of(20, Numbers.ROW);
  static final int COUNT = (int) SHAPE.size();
  private static final Npy FORMAT = Npy.of(ElementType.INT, SHAPE);
  private static final int FIRST = 300;
  private static final int LENGTH = 1700;
  private static final int APPENDED = 3 * Numbers.ROW;
  private static final int RANKS = 2;

  private ArraySteps() {}

  /// Numbers that tell their place and their version.
  static int[] numbers(int count, int version) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i * 31 + version * 1_000_003);
    return numbers;
  }

  static void settle(Promises promises) {
    promises.numbers().settle();
  }

  // ---- creation
  // ----------------------------------------------------------------------------------

  static void create(Scene scene) throws IOException {
    create(scene, Creation.whenComplete(), _ -> {});
  }

  static void createInPlace(Scene scene) throws IOException {
    create(scene, Creation.inPlace(), _ -> {});
  }

  static void createInPlaceAndSync(Scene scene) throws IOException {
    create(scene, Creation.inPlace(), ArrayFile::sync);
  }

  private interface Ending {
    void of(ArrayFile file) throws IOException;
  }

  private static void create(Scene scene, Creation creation, Ending ending) throws IOException {
    Path path = scene.file(Promises.ARRAY);
    try (ArrayFile file = ArrayFile.create(path, FORMAT, creation.withAccess(scene.access()))) {
      file.write(numbers(COUNT, scene.version()));
      ending.of(file);
    }
  }

  static void created(Promises promises, int number, int version) {
    promises.name(Promises.ARRAY, new Numbers(numbers(COUNT, version)));
  }

  static void appearUnsynced(Scene scene) throws IOException {
    filled(scene).replace();
  }

  static void appear(Scene scene) throws IOException {
    Publication made = filled(scene);
    made.sync();
    made.appear();
  }

  private static Publication filled(Scene scene) throws IOException {
    byte[] header = FORMAT.header();
    int[] numbers = numbers(COUNT, scene.version());
    ByteBuffer bytes =
        ByteBuffer.allocate(header.length + numbers.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(header).asIntBuffer().put(numbers);
    Publication made = Publication.of(scene.file(Promises.ARRAY));
    made.fillUnsynced(out -> out.write(bytes.array()));
    return made;
  }

  static void rename(Scene scene) throws IOException {
    Path _ =
        Files.move(
            scene.array(),
            scene.file(other(scene.arrayName())),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
  }

  static void renamed(Promises promises, int number, int version) {
    promises.rename(promises.array(), other(promises.array()));
  }

  private static String other(String name) {
    return name.equals(Promises.ARRAY) ? Promises.OTHER : Promises.ARRAY;
  }

  // ---- changes
  // -----------------------------------------------------------------------------------

  static void writeRange(Scene scene) throws IOException {
    try (ArrayFile file = ArrayFile.open(scene.array(), scene.access())) {
      file.writeAt(FIRST, numbers(COUNT, scene.version()), FIRST, LENGTH);
    }
  }

  static void rangeWritten(Promises promises, int number, int version) {
    int[] next = promises.numbers().latest().clone();
    System.arraycopy(numbers(COUNT, version), FIRST, next, FIRST, LENGTH);
    promises.numbers().become(next);
  }

  static void append(Scene scene) throws IOException {
    try (ArrayAppender appender = appender(scene)) {
      appender.append(numbers(APPENDED, scene.version()));
    }
  }

  /// As the documentation says: what an append that was ended has left is cut off first.
  private static ArrayAppender appender(Scene scene) throws IOException {
    try {
      return ArrayAppender.open(scene.array(), scene.access());
    } catch (FormatException e) {
      if (!scene.isRepeated()) {
        throw e;
      }
    }
    long end;
    try (ArrayFile file = ArrayFile.open(scene.array())) {
      end = file.format().dataOffset() + file.format().dataBytes();
    }
    try (ByteFile file = ByteFile.open(scene.array(), scene.access())) {
      file.resize(end);
    }
    return ArrayAppender.open(scene.array(), scene.access());
  }

  static void appended(Promises promises, int number, int version) {
    int[] older = promises.numbers().latest();
    int[] next = Arrays.copyOf(older, older.length + APPENDED);
    System.arraycopy(numbers(APPENDED, version), 0, next, older.length, APPENDED);
    promises.numbers().become(next);
  }

  static void writeTogether(Scene scene) {
    RankThreads.run(
        RANKS,
        world -> {
          try (SharedArrayFile file =
              SharedArrayFile.open(world, scene.array(), OpenMode.READ_WRITE)) {
            Distribution columns =
                new Distribution(
                    file.shape(), List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, RANKS));
            int[] all = numbers((int) file.shape().size(), scene.version());
            file.writeAll(columns.of(world.rank()), columns(all, world.rank()));
            file.sync();
          }
        });
  }

  private static int[] columns(int[] all, int rank) {
    int[] part = new int[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      if (i % Numbers.ROW % RANKS == rank) {
        part[count++] = all[i];
      }
    }
    return Arrays.copyOf(part, count);
  }

  static void overwritten(Promises promises, int number, int version) {
    promises.numbers().become(numbers(promises.numbers().latest().length, version));
  }
}
