package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.RankFailedException;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a transfer of all ranks leaves behind that is broken off in the middle.
@Timeout(60)
class BrokenTransferTest {
  private static final int RANKS = 3;
  private static final Shape SHAPE = Shape.of(64, 1024);
  private static final Hints HINTS =
      Hints.defaults().withEngine("two-phase").withAggregators(RANKS).withBufferBytes(16 << 10);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"READ", "WRITE"})
  void memoryIsGivenBackWhenTheJobEndsInTheMiddle(FailingEngine.Call call) throws IOException {
    Path path = folder.resolve("a.npy");
    try (ArrayFile file = ArrayFile.create(path, ElementType.INT, SHAPE)) {
      file.complete();
    }
    long before = BufferPool.shared().statistics().liveBlocks();
    Thread runner = Thread.currentThread();
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(() -> RankThreads.run(RANKS, world -> move(world, path, call, runner)));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(before);
  }

  private static void move(Communicator world, Path path, FailingEngine.Call call, Thread runner)
      throws IOException {
    Selection mine =
        new Distribution(SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, RANKS))
            .of(world.rank());
    try (SharedArrayFile file =
        SharedArrayFile.open(world, path, access(world, call, runner), HINTS)) {
      if (call == FailingEngine.Call.READ) {
        file.readAll(mine, new int[(int) mine.size()]);
      } else {
        file.writeAll(mine, new int[(int) mine.size()]);
      }
    }
  }

  /// The last rank has the job end when it is asked for its first piece.
  private static Access access(Communicator world, FailingEngine.Call call, Thread runner) {
    Access access = Access.readWrite().withThreads(1);
    return world.rank() == RANKS - 1
        ? access.withEngine(new FailingEngine(call, () -> end(world, runner)))
        : access;
  }

  private static void end(Communicator world, Thread runner) {
    runner.interrupt();
    boolean ended = false;
    while (!ended) {
      try {
        assertThat(world.iprobe(Communicator.ANY_SOURCE, 0)).isEmpty();
      } catch (MessageException e) {
        ended = true;
      }
    }
  }
}
