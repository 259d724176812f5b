package io.penstock.message;

import static io.penstock.message.WindowFixture.TAG;
import static io.penstock.message.WindowFixture.meet;
import static io.penstock.message.WindowFixture.one;
import static io.penstock.message.WindowFixture.outOfPlace;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.Elements;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What windows of every transport promise when memory is gone, and when ranks leave, fail or do
/// not agree.
@Timeout(60)
class WindowFaultContractTest {
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryThatItsOwnerHasFreedIsAnErrorOfTheOthers(TestJob job) {
    job.run(
        2,
        world -> {
          Arena arena = Arena.ofShared();
          MemorySegment memory = world.rank() == 0 ? arena.allocate(1 << 20) : MemorySegment.NULL;
          try (Window window = world.createWindow(memory)) {
            if (world.rank() == 0) {
              arena.close();
              meet(world, 1);
            } else {
              meet(world, 0);
              window.lock(0);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> window.get(Elements.of(new byte[1 << 20]), 0, 0))
                  .withMessageContaining("rank 0's window has been freed");
              window.put(Elements.of(new byte[1 << 20]), 0, 0);
              window.accumulate(one(1), 0, 0, Reduction.SUM);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> window.flush(0))
                  .withMessageContaining("rank 0's window has been freed");
              window.flush(0);
              window.put(one(1), 0, 0);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> window.unlock(0))
                  .withMessageContaining("rank 0's window has been freed");
              window.lock(0);
              window.unlock(0);
            }
          }
        });
  }

  /// The system ends an access to a page of a file that is no longer there.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMappedFileThatIsCutShortIsAnErrorOfTheOthers(TestJob job) throws IOException {
    Path path = Files.createTempFile("penstock", "window");
    try {
      job.run(2, world -> accessCut(world, path));
    } finally {
      Files.delete(path);
    }
  }

  private static void accessCut(Communicator world, Path path) throws IOException {
    int bytes = 1 << 20;
    boolean owner = world.rank() == 1;
    try (FileChannel file =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared();
        Window window =
            world.createWindow(
                owner
                    ? file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena)
                    : MemorySegment.NULL)) {
      if (owner) {
        file.truncate(0);
      }
      window.fence();
      if (!owner) {
        assertThatExceptionOfType(MessageException.class)
            .isThrownBy(() -> window.get(Elements.of(new byte[bytes]), 1, 0))
            .withMessageContaining("rank 1's window");
      }
      window.fence();
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatLeavesGivesUpItsLocksAndIsAnErrorOfThoseThatAccessIt(TestJob job) {
    job.run(
        3,
        world -> {
          Window window = world.allocateWindow(8);
          if (world.rank() == 0) {
            window.lock(1);
            window.accumulate(one(1), 1, 0, Reduction.SUM);
            world.send(new byte[0], 1, TAG);
            world.send(new byte[0], 2, TAG);
          } else {
            world.receive(new byte[0], 0, TAG);
            window.lock(1);
            window.unlock(1);
            meet(world, 3 - world.rank());
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(
                    () -> {
                      while (true) { // until it is gone
                        window.lockShared(0);
                        long _ = window.fetchAndOperate(1, Reduction.SUM, 0, 0);
                        window.unlock(0);
                      }
                    })
                .isNotInstanceOf(RankFailedException.class)
                .withMessageContaining("rank 0");
            assertThatExceptionOfType(MessageException.class).isThrownBy(window::close);
          }
        });
  }

  /// A call of the system that has the memory keeps its arena from being closed.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoLeavesWhileItsWindowIsWrittenElsewhereIsToldAndLeaves(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(1 << 20);
          SharedWindow shared = world.allocateSharedWindow(1 << 20);
          if (world.rank() == 1) {
            world.close();
            return;
          }
          try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            Pipe pipe = Pipe.open();
            Future<?> _ = pool.submit(() -> pipe.sink().write(window.memory().asByteBuffer()));
            int _ =
                pipe.source().read(ByteBuffer.allocate(1)); // and more than the pipe has room for
            outOfPlace(world::close);
            pipe.source().close();
          }
          outOfPlace(() -> window.put(one(1), 1, 0));
          outOfPlace(shared::fence);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsIsAnErrorOfAllThatWait(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      Window window = world.allocateWindow(8);
                      if (world.rank() == 3) {
                        window.lock(0);
                        world.barrier();
                        throw new ArithmeticException("three is odd");
                      }
                      world.barrier();
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(
                              () -> {
                                switch (world.rank()) {
                                  case 0 -> window.fence();
                                  case 1 -> window.lock(0);
                                  default -> window.start(3);
                                }
                              });
                      window.close();
                    }))
        .withMessageContaining("three is odd");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatCallDifferentOperationsOfAWindowAreTold(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      window.fence();
                    } else {
                      window.close();
                    }
                  })
              .withMessageContaining("fence")
              .withMessageContaining("close");
        });
  }
}
