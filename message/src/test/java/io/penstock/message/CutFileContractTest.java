package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.testing.CutFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is told of messages from and to a mapped file that is cut short: nobody waits for what
/// never comes, and no other rank is taken for dead. The system ends each access to a page that is
/// no longer there.
@Timeout(60)
class CutFileContractTest {
  private static final int TAG = 7;

  /// So many copies are compiled by then, and compiled code tells of a missing page later.
  private static final int COMPILED = 5000;

  private static final int SMALL = 1000;

  @TempDir Path folder;

  static Stream<Arguments> sizes() {
    return TestJob.all().stream()
        .flatMap(job -> Stream.of(SMALL, 100_000, 4 << 20).map(bytes -> Arguments.of(job, bytes)));
  }

  private MemorySegment cut(int bytes, Arena arena) throws IOException {
    return mapped(bytes, 0, arena);
  }

  private MemorySegment mapped(int bytes, int left, Arena arena) throws IOException {
    return CutFile.map(folder.resolve("cut"), bytes, left, arena);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void whoReceivesFromItIsTold(TestJob job, int bytes) {
    job.run(
        2,
        world -> {
          int before = bytes == SMALL ? COMPILED : 0;
          if (world.rank() == 1) {
            for (int i = 0; i < before; i++) {
              world.receive(new byte[bytes], 0, TAG);
            }
            world.send(new byte[0], 0, TAG);
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(new byte[bytes], 0, TAG))
                .satisfies(
                    e ->
                        assertThat(e instanceof RankFailedException failed ? failed.rank() : 0)
                            .isZero());
            return;
          }
          try (Arena arena = Arena.ofShared()) {
            MemorySegment whole = mapped(bytes, bytes, arena);
            for (int i = 0; i < before; i++) {
              world.send(whole, 1, TAG);
            }
            world.receive(new byte[0], 1, TAG);
            world.send(cut(bytes, arena), 1, TAG);
          } catch (RankFailedException e) { // over TCP half of the message is out
            assertThat(e.rank()).isZero();
          }
        });
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void whoReceivesIntoItIsToldAndTheJobGoesOn(TestJob job, int bytes) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            world.send(new byte[bytes], 1, TAG);
          } else {
            try (Arena arena = Arena.ofShared()) {
              MemorySegment cut = cut(bytes, arena);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(cut, 0, TAG))
                  .isNotInstanceOf(RankFailedException.class)
                  .withMessageContaining("a mapped file must not become shorter");
            }
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoReceivesAMessageThatLendsItIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          try (MessageBuffer message = new MessageBuffer();
              Arena arena = Arena.ofShared()) {
            if (world.rank() == 1) {
              for (int i = 0; i < COMPILED; i++) {
                world.receive(message, 0, TAG);
                message.clear();
              }
              world.send(new byte[0], 0, TAG);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(message, 0, TAG));
              return;
            }
            MemorySegment whole = mapped(SMALL, SMALL, arena);
            for (int i = 0; i < COMPILED; i++) {
              world.send(message.lend(whole, SectionType.BYTE).commit(), 1, TAG);
              message.clear();
            }
            world.receive(new byte[0], 1, TAG);
            world.send(message.lend(cut(SMALL, arena), SectionType.BYTE).commit(), 1, TAG);
          } catch (RankFailedException e) { // over TCP half of the message is out
            assertThat(e.rank()).isZero();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoAccessesAWindowOverItIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          try (Arena arena = Arena.ofShared();
              Window window = world.createWindow(mapped(SMALL, SMALL, arena))) {
            Elements data = Elements.of(new byte[SMALL]);
            List<Runnable> accesses =
                List.of(
                    () -> window.get(data, 0, 0),
                    () -> window.put(data, 0, 0),
                    () -> window.accumulate(data, 0, 0, Reduction.SUM));
            if (world.rank() == 0) {
              world.receive(new byte[0], 1, TAG);
              MemorySegment _ = cut(SMALL, arena);
              world.send(new byte[0], 1, TAG);
              return;
            }
            window.lock(0);
            for (int i = 0; i < COMPILED; i++) {
              accesses.get(i % accesses.size()).run();
            }
            window.flush(0);
            world.send(new byte[0], 0, TAG);
            world.receive(new byte[0], 0, TAG);
            for (Runnable access : accesses) {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(
                      () -> {
                        access.run();
                        window.flush(0);
                      })
                  .withMessageContaining("the memory of rank 0's window cannot be accessed");
            }
            window.unlock(0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoPutsFromItOrGetsIntoItIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          try (Arena arena = Arena.ofShared();
              Window window = world.allocateWindow(SMALL)) {
            if (world.rank() == 0) {
              return;
            }
            Elements mine = Elements.of(mapped(SMALL, SMALL, arena), ElementType.BYTE);
            List<Runnable> accesses =
                List.of(() -> window.get(mine, 0, 0), () -> window.put(mine, 0, 0));
            window.lock(0);
            for (int i = 0; i < COMPILED; i++) {
              accesses.get(i % accesses.size()).run();
            }
            window.flush(0);
            MemorySegment _ = cut(SMALL, arena);
            for (Runnable access : accesses) {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(
                      () -> {
                        access.run();
                        window.flush(0);
                      })
                  .withMessageContaining("the memory of a message cannot be accessed");
            }
            window.unlock(0);
          }
        });
  }

  @Test
  void aMessageIsNotWrittenFromIt() throws IOException {
    try (Arena arena = Arena.ofShared();
        MessageBuffer message = new MessageBuffer()) {
      MemorySegment mine = mapped(SMALL, SMALL, arena);
      for (int i = 0; i < COMPILED; i++) {
        message.begin(SectionType.BYTE).put(mine).commit();
        message.clear();
      }
      MemorySegment _ = cut(SMALL, arena);
      message.begin(SectionType.BYTE);
      boolean told = false;
      try {
        message.put(mine);
      } catch (InternalError e) {
        told = true;
      }
      assertThat(told).isTrue();
      message.put(new byte[] {1}).commit();
      assertThat(message.wire().messageBytes()).isLessThan(SMALL);
    }
  }
}
