package io.penstock.faults;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayAppender;
import io.penstock.file.ArrayFile;
import io.penstock.file.ByteFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.Npy;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/// Operations on array files and files of bytes, by each engine.
final class ArrayOperations {
  /// Not a whole number of pages, and several chunks.
  private static final Shape SHAPE = Shape.of(131, 257);

  private static final Npy FORMAT = Npy.of(ElementType.INT, SHAPE);
  private static final int COUNT = (int) SHAPE.size();
  private static final int ROW = 257;
  private static final Selection TILE = Hyperslab.at(17, 33).count(61, 100);

  private final FileEngine engine;

  private ArrayOperations(String engine) {
    this.engine = FileEngines.named(engine);
  }

  static Stream<Operation> all() {
    return Stream.of("posix", "posix-direct", "mapped", "channel", "auto", "uring-direct")
        .filter(ArrayOperations::isUsable)
        .flatMap(name -> new ArrayOperations(name).operations());
  }

  private static boolean isUsable(String engine) {
    return FileEngines.all().stream().anyMatch(one -> one.name().equals(engine))
        && FileEngines.named(engine).obstacle().isEmpty();
  }

  private Stream<Operation> operations() {
    return Stream.of(
        operation("create", this::create)
            .on(folder -> write(folder, 1))
            .leaving(ArrayOperations::isNew)
            .orElse(ArrayOperations::isOldOrNew),
        operation("create in place", this::createInPlace).leaving(ArrayOperations::isNew),
        operation("overwrite", this::overwrite)
            .on(folder -> write(folder, 1))
            .leaving(ArrayOperations::isNew)
            .orElse(ArrayOperations::isMixed),
        operation("write tile", this::writeTile)
            .on(folder -> write(folder, 1))
            .leaving(ArrayOperations::hasTile)
            .orElse(ArrayOperations::isMixed),
        operation("read", this::read).on(folder -> write(folder, 2)),
        operation("read tile", this::readTile).on(folder -> write(folder, 2)),
        operation("gather", this::gather).on(folder -> write(folder, 2)),
        operation("map", this::map).on(folder -> write(folder, 2)),
        operation("append", this::append)
            .on(ArrayOperations::writeFirstRows)
            .leaving(ArrayOperations::isNew)
            .orElse(ArrayOperations::isBegun),
        operation("bytes", this::bytes).leaving(ArrayOperations::hasBytes));
  }

  private Operation operation(String name, Operation.Step act) {
    return Operation.of("array " + name + " by " + engine.name(), act);
  }

  // ---- what is done -----------------------------------------------------------------------------

  private Access access() {
    return Access.readWrite().withEngine(engine).withThreads(2).withChunkBytes(32 << 10);
  }

  private static Path file(Path folder) {
    return folder.resolve("a.npy");
  }

  static int[] numbers(int salt) {
    int[] numbers = new int[COUNT];
    Arrays.setAll(numbers, i -> i * 31 + salt);
    return numbers;
  }

  static void write(Path folder, int salt) throws IOException {
    Npy.write(file(folder), SHAPE, numbers(salt));
  }

  private void create(Path folder) throws IOException {
    Creation creation = Creation.whenComplete().withAccess(access());
    try (ArrayFile file = ArrayFile.create(file(folder), FORMAT, creation)) {
      file.write(numbers(2));
    }
  }

  private void createInPlace(Path folder) throws IOException {
    Creation creation = Creation.inPlace().withAccess(access());
    try (ArrayFile file = ArrayFile.create(file(folder), FORMAT, creation)) {
      file.write(numbers(2));
      file.sync();
    }
  }

  private void overwrite(Path folder) throws IOException {
    try (ArrayFile file = ArrayFile.open(file(folder), access())) {
      file.write(numbers(2));
      file.sync();
    }
  }

  private static int[] tile(int[] numbers) {
    int[] tile = new int[(int) TILE.size()];
    for (int i = 0; i < tile.length; i++) {
      tile[i] = numbers[(17 + i / 100) * ROW + 33 + i % 100];
    }
    return tile;
  }

  private void writeTile(Path folder) throws IOException {
    try (ArrayFile file = ArrayFile.open(file(folder), access())) {
      file.write(TILE, tile(numbers(2)));
      file.sync();
    }
  }

  private void read(Path folder) throws IOException {
    int[] found = new int[COUNT];
    try (ArrayFile file = ArrayFile.open(file(folder), access())) {
      file.read(found);
    }
    require(Arrays.equals(found, numbers(2)), "other numbers were read");
  }

  private void readTile(Path folder) throws IOException {
    int[] found = new int[(int) TILE.size()];
    try (ArrayFile file = ArrayFile.open(file(folder), access())) {
      file.read(TILE, found);
    }
    require(Arrays.equals(found, tile(numbers(2))), "another tile was read");
  }

  private void gather(Path folder) throws IOException {
    long[] firsts = {9 * ROW, 100 * ROW, 3, 77 * ROW + 5};
    int[] found = new int[firsts.length * 50];
    try (ArrayFile file = ArrayFile.open(file(folder), access())) {
      file.gather(firsts, 50, found);
    }
    int[] all = numbers(2);
    for (int i = 0; i < found.length; i++) {
      require(found[i] == all[(int) firsts[i / 50] + i % 50], "other numbers were gathered");
    }
  }

  private void map(Path folder) throws IOException {
    try (Arena arena = Arena.ofShared();
        ArrayFile file = ArrayFile.open(file(folder), access())) {
      MemorySegment view = file.map(arena);
      int[] found = view.toArray(ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN));
      require(Arrays.equals(found, numbers(2)), "the view shows other numbers");
      if (view.isReadOnly()) {
        return; // nothing but the name leads to the open file where /proc is denied
      }
      view.setAtIndex(ValueLayout.JAVA_INT, 5, 5);
      file.sync();
    }
    require(Npy.readInts(file(folder))[5] == 5, "what was stored in the view is lost");
  }

  private static void writeFirstRows(Path folder) throws IOException {
    Npy.write(file(folder), Shape.of(11, ROW), Arrays.copyOf(numbers(2), 11 * ROW));
  }

  private void append(Path folder) throws IOException {
    int[] all = numbers(2);
    try (ArrayAppender appender = ArrayAppender.open(file(folder), access())) {
      appender.append(Arrays.copyOfRange(all, 11 * ROW, 50 * ROW));
      appender.sync();
      appender.append(Arrays.copyOfRange(all, 50 * ROW, COUNT));
    }
  }

  private static byte[] someBytes() {
    byte[] bytes = new byte[70_001];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 7 + (i >> 8));
    }
    return bytes;
  }

  private void bytes(Path folder) throws IOException {
    byte[] bytes = someBytes();
    byte[] found = new byte[bytes.length];
    try (ByteFile file = ByteFile.openOrCreate(folder.resolve("b"), access())) {
      file.reserve(bytes.length);
      file.resize(bytes.length);
      file.writeAt(0, bytes, 0, 40_000);
      file.writeAt(40_000, bytes, 40_000, bytes.length - 40_000);
      file.sync();
      file.readAt(0, found);
    }
    require(Arrays.equals(bytes, found), "other bytes were read");
  }

  // ---- what is there then -----------------------------------------------------------------------

  private static void isNew(Path folder) throws IOException {
    require(Arrays.equals(Npy.readInts(file(folder)), numbers(2)), "the file has other numbers");
  }

  private static void isOldOrNew(Path folder) throws IOException {
    int[] found = Npy.readInts(file(folder));
    require(
        Arrays.equals(found, numbers(1)) || Arrays.equals(found, numbers(2)),
        "the file is neither the older one nor the new one");
  }

  private static void isMixed(Path folder) throws IOException {
    int[] found = Npy.readInts(file(folder));
    int[] older = numbers(1);
    int[] newer = numbers(2);
    for (int i = 0; i < found.length; i++) {
      require(found[i] == older[i] || found[i] == newer[i], "number " + i + " is " + found[i]);
    }
  }

  private static void hasTile(Path folder) throws IOException {
    int[] expected = numbers(1);
    int[] tile = tile(numbers(2));
    for (int i = 0; i < tile.length; i++) {
      expected[(17 + i / 100) * ROW + 33 + i % 100] = tile[i];
    }
    require(Arrays.equals(Npy.readInts(file(folder)), expected), "the file has another tile");
  }

  private static void isBegun(Path folder) throws IOException {
    int[] found = Npy.readInts(file(folder));
    require(
        found.length >= 11 * ROW
            && found.length % ROW == 0
            && Arrays.equals(found, Arrays.copyOf(numbers(2), found.length)),
        "the file holds other rows");
  }

  private static void hasBytes(Path folder) throws IOException {
    byte[] found = Files.readAllBytes(folder.resolve("b"));
    require(Arrays.equals(found, someBytes()), "the file has other bytes");
  }

  static void require(boolean right, String otherwise) {
    if (!right) {
      throw new AssertionError(otherwise);
    }
  }
}
