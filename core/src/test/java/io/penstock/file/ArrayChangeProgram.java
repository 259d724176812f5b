package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.testing.SteppedThreads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A random program of transfers of one array file that begins with the JDK's channels, by one to
/// three threads, beside an array that has what the file must have; one of them closes the file
/// under the others.
///
/// Each thread writes and checks rows of its own, so that all results are known in every order.
final class ArrayChangeProgram {
  private static final int MOST_THREADS = 3;
  private static final int ROWS = 7;

  private final SplittableRandom random;
  private final Path path;
  private final OpenMode mode;
  private final Shape shape;
  private final int columns;
  private final ByteOrder order;
  private final int[] expected;
  private final SteppedThreads threads;
  private final SteppedBinding binding;
  private @Nullable ArrayFile file;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean closing;

  private record Tile(int row, int column, int rows, int columns) {
    Hyperslab selection() {
      return Hyperslab.at(row, column).count(rows, columns);
    }

    int size() {
      return rows * columns;
    }
  }

  ArrayChangeProgram(long seed, Path folder) throws IOException {
    this.random = new SplittableRandom(seed);
    this.threads = new SteppedThreads(random.nextLong());
    this.binding = new SteppedBinding(threads, random);
    this.mode = random.nextBoolean() ? OpenMode.READ : OpenMode.READ_WRITE;
    this.columns = new int[] {5, 300, 3000}[random.nextInt(3)];
    this.shape = Shape.of(MOST_THREADS * ROWS, columns);
    this.order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    this.expected = random.ints(shape.size()).toArray();
    this.path = folder.resolve("a" + seed);
    Files.write(path, bytes());
  }

  private byte[] bytes() {
    byte[] bytes = new byte[expected.length * Integer.BYTES];
    MemorySegment.ofArray(bytes).asByteBuffer().order(order).asIntBuffer().put(expected);
    return bytes;
  }

  private ArrayFile file() {
    ArrayFile open = file;
    if (open == null) {
      throw new AssertionError("not open");
    }
    return open;
  }

  /// Runs it, and checks all results.
  void run() throws IOException {
    try {
      threads.add("0", this::first);
      threads.run();
      assertThat(Files.readAllBytes(path)).isEqualTo(bytes());
      assertThat(binding.mistakes()).isEmpty();
      assertThat(BootstrapFileTest.descriptors(path)).as("descriptors left").isZero();
    } finally {
      Files.deleteIfExists(path);
    }
  }

  private void first() throws IOException {
    Access access = (mode == OpenMode.READ ? Access.read() : Access.readWrite());
    Raw format = Raw.of(ElementType.INT, order, shape);
    file = ArrayFile.open(path, format, access.withEngine(binding.engine()).withThreads(1));
    int others = random.nextInt(MOST_THREADS);
    for (int i = 1; i <= others; i++) {
      int number = i;
      SplittableRandom own = random.split();
      threads.add("" + i, () -> operations(number, own));
    }
    SplittableRandom own = random.split();
    if (random.nextInt(3) == 0) {
      synchronized (binding.initializer) {
        operations(0, own);
      }
    } else {
      operations(0, own);
    }
    close();
  }

  private void close() throws IOException {
    closing = true;
    binding.closes();
    threads.pollsUntil(() -> inside.get() == 0);
    file().close();
    file().close();
  }

  private void operations(int number, SplittableRandom own) throws IOException {
    for (int left = own.nextInt(8); left > 0; left--) {
      threads.step();
      boolean interrupted = own.nextInt(8) == 0;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      inside.incrementAndGet();
      try {
        operation(number, own);
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageEndingWith(" is closed");
        assertThat(closing).isTrue();
      } finally {
        inside.decrementAndGet();
      }
      assertThat(Thread.interrupted()).as("an interrupt is kept").isEqualTo(interrupted);
    }
  }

  // ---- operations ------------------------------------------------------------------------------

  private void operation(int number, SplittableRandom own) throws IOException {
    int[] rows = range(own, ROWS);
    int[] across = range(own, columns);
    Tile tile =
        new Tile(number * ROWS + rows[0], across[0], rows[1] - rows[0], across[1] - across[0]);
    int one = number * ROWS * columns;
    int[] range = range(own, ROWS * columns);
    int first = one + range[0];
    int count = range[1] - range[0];
    switch (own.nextInt(mode.writes() ? 10 : 6)) {
      case 0 -> read(tile);
      case 1 -> read(first, count);
      case 2 -> readToSegment(first, count);
      case 3 -> map(first, count);
      case 4 -> file().advise(first, count, Advice.WILL_NEED);
      case 5 -> assertThat(file().explain()).startsWith("auto: ");
      case 6, 7 -> write(tile, own);
      case 8 -> write(first, count, own);
      default -> file().sync();
    }
  }

  private static int[] range(SplittableRandom own, int length) {
    int one = own.nextInt(length + 1);
    int other = own.nextInt(length + 1);
    return new int[] {Math.min(one, other), Math.max(one, other)};
  }

  private void read(int first, int count) throws IOException {
    int[] found = new int[count];
    file().readAt(first, found, 0, count);
    assertThat(found).isEqualTo(Arrays.copyOfRange(expected, first, first + count));
  }

  private void readToSegment(int first, int count) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(ValueLayout.JAVA_INT, count);
      file().readAt(first, found);
      assertThat(found.toArray(ValueLayout.JAVA_INT))
          .isEqualTo(Arrays.copyOfRange(expected, first, first + count));
    }
  }

  private void map(int first, int count) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = file().map(first, count, arena);
      assertThat(found.toArray(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order)))
          .isEqualTo(Arrays.copyOfRange(expected, first, first + count));
    }
  }

  private void read(Tile tile) throws IOException {
    int[] found = new int[tile.size()];
    file().read(tile.selection(), found);
    assertThat(found).isEqualTo(elements(tile));
  }

  private int[] elements(Tile tile) {
    int[] elements = new int[tile.size()];
    int width = tile.columns;
    for (int row = 0; row < tile.rows; row++) {
      System.arraycopy(expected, place(tile, row), elements, row * width, width);
    }
    return elements;
  }

  private int place(Tile tile, int row) {
    return (tile.row + row) * columns + tile.column;
  }

  private void write(Tile tile, SplittableRandom own) throws IOException {
    int[] content = own.ints(tile.size()).toArray();
    file().write(tile.selection(), content);
    int width = tile.columns;
    for (int row = 0; row < tile.rows; row++) {
      System.arraycopy(content, row * width, expected, place(tile, row), width);
    }
  }

  private void write(int first, int count, SplittableRandom own) throws IOException {
    int[] content = own.ints(count).toArray();
    file().writeAt(first, content, 0, count);
    System.arraycopy(content, 0, expected, first, count);
  }
}
