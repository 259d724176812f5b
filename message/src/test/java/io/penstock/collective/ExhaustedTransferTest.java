package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.Communicator;
import io.penstock.message.threads.RankThreads;
import io.penstock.testing.ForwardedPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A transfer of all ranks in which one of them gets no memory: none waits for ever, all are told,
/// and nothing is written or read that nobody has sent.
@Timeout(60)
class ExhaustedTransferTest extends SharedFaultFixture {
  private static final int SHORT_RANK = 1;
  private static final int NOT_MOVED = -1;
  private static final int ROWS = (int) SHAPE.extent(0);
  private static final int COLUMNS = (int) SHAPE.extent(1);
  private static final Hints HINTS = Hints.defaults().withBufferBytes(64 << 10);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "READ, 1, false",
    "READ, 3, false",
    "READ, 3, true",
    "WRITE, 1, false",
    "WRITE, 3, false",
    "WRITE, 3, true"
  })
  void allAreToldWhicheverBlockItIsThatThePoolDoesNotGive(
      Direction direction, int aggregators, boolean tile) throws IOException {
    Path path = folder.resolve("a.npy");
    make(path);
    long before = BufferPool.shared().statistics().liveBlocks();
    boolean failed = true;
    for (int nth = 1; failed; nth++) {
      fill(path, direction == Direction.READ);
      AtomicInteger left = new AtomicInteger(nth);
      RankThreads.run(
          RANKS,
          world -> move(world, path, direction, HINTS.withAggregators(aggregators), tile, left));
      failed = left.get() <= 0;
      if (direction == Direction.WRITE) {
        requireMoved(contents(path), IntStream.range(0, ROWS * COLUMNS).toArray(), failed);
      }
    }
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(before);
  }

  private static void fill(Path path, boolean numbers) throws IOException {
    try (ArrayFile file = ArrayFile.open(path, Access.readWrite())) {
      file.write(numbers ? IntStream.range(0, ROWS * COLUMNS).toArray() : notMoved(ROWS * COLUMNS));
    }
  }

  private static int[] notMoved(int count) {
    int[] numbers = new int[count];
    Arrays.fill(numbers, NOT_MOVED);
    return numbers;
  }

  private static int[] contents(Path path) throws IOException {
    try (ArrayFile file = ArrayFile.open(path)) {
      int[] found = new int[ROWS * COLUMNS];
      file.read(found);
      return found;
    }
  }

  /// The values of a rank's elements are their numbers in the file, in every second place of its
  /// memory if they are a tile.
  private static void move(
      Communicator world,
      Path path,
      Direction direction,
      Hints hints,
      boolean tile,
      AtomicInteger left)
      throws IOException {
    List<Selection> all =
        IntStream.range(0, RANKS).mapToObj(ExhaustedTransferTest::columns).toList();
    Selection mine = all.get(world.rank());
    int step = tile ? 2 : 1;
    int[] numbers = notMoved(step * (int) mine.size());
    if (direction == Direction.WRITE) {
      setNumbers(numbers, step, world.rank());
    }
    try (ArrayFile file = ArrayFile.open(path, Access.readWrite().withThreads(1))) {
      Part part = Part.of(direction, FORMAT, mine, tile ? everySecond(numbers, mine) : numbers);
      Pattern pattern = new Pattern(direction, View.of(FORMAT), all);
      Exchange exchange = new Exchange(world, file, hints, part, pattern);
      BufferPool pool = world.rank() == SHORT_RANK ? shortPool(left) : BufferPool.shared();
      FirstFailure failure =
          FirstFailure.of(() -> new TwoPhaseTransfer(exchange, direction, pool).run());
      requireTold(new Agreement(world, path), failure, left);
    }
    if (direction == Direction.READ) {
      int[] whole = notMoved(numbers.length);
      setNumbers(whole, step, world.rank());
      requireMoved(numbers, whole, left.get() <= 0);
    }
  }

  private static void requireTold(Agreement agreement, FirstFailure failure, AtomicInteger left)
      throws IOException {
    if (left.get() > 0) {
      agreement.settle(failure);
      return;
    }
    assertThatExceptionOfType(SharedFileException.class)
        .isThrownBy(() -> agreement.settle(failure))
        .withMessage("rank %d: no memory in this test", SHORT_RANK);
  }

  private static Selection columns(int rank) {
    return new Distribution(SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, RANKS))
        .of(rank);
  }

  private static Tile everySecond(int[] numbers, Selection mine) {
    long columns = mine.shape().extent(1);
    return new Tile(
        numbers, Shape.of(ROWS, 2 * columns), Hyperslab.at(0, 0).stride(1, 2).count(ROWS, columns));
  }

  private static void setNumbers(int[] numbers, int step, int rank) {
    int at = 0;
    for (int row = 0; row < ROWS; row++) {
      for (int column = rank; column < COLUMNS; column += RANKS) {
        numbers[at] = row * COLUMNS + column;
        at += step;
      }
    }
  }

  /// @param failed whether some elements may not have been moved
  private static void requireMoved(int[] found, int[] whole, boolean failed) {
    int[] expected = whole.clone();
    for (int i = 0; failed && i < found.length; i++) {
      if (found[i] == NOT_MOVED) {
        expected[i] = NOT_MOVED;
      }
    }
    assertThat(found).isEqualTo(expected);
  }

  /// A pool that does not give one of its blocks.
  private static BufferPool shortPool(AtomicInteger left) {
    return new ForwardedPool(
        BufferPool.shared(),
        _ -> {
          if (left.decrementAndGet() == 0) {
            throw new PoolExhaustedException("no memory in this test");
          }
        });
  }
}
