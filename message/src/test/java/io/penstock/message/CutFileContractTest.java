package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
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
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("cut"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      file.truncate(left);
      return mapped;
    }
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
}
