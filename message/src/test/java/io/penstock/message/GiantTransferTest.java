package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// More elements than an `int` can count, and more bytes.
@Tag("long")
@Timeout(600)
class GiantTransferTest {
  private static final long SIZE = (1L << 31) + 24;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMessageMayBeLongerThanTwoGibibytes(TestJob job) {
    job.run(
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(SIZE, 8);
            Elements bytes = Elements.of(memory, ElementType.BYTE);
            if (world.rank() == 0) {
              mark(memory, 1);
              world.send(bytes, 1, 0);
            } else {
              assertThat(world.receive(bytes, 0, 0).count()).isEqualTo(SIZE);
              requireMarks(memory, 1);
              mark(memory, 2);
            }
            world.broadcast(memory, 1);
            requireMarks(memory, 2);
          }
        });
  }

  private static void mark(MemorySegment memory, long value) {
    for (long at = 0; at < SIZE; at += 1L << 28) {
      memory.set(ValueLayout.JAVA_LONG, at, at + value);
    }
    memory.set(ValueLayout.JAVA_LONG, SIZE - 8, value);
  }

  private static void requireMarks(MemorySegment memory, long value) {
    for (long at = 0; at < SIZE; at += 1L << 28) {
      assertThat(memory.get(ValueLayout.JAVA_LONG, at)).isEqualTo(at + value);
    }
    assertThat(memory.get(ValueLayout.JAVA_LONG, SIZE - 8)).isEqualTo(value);
  }
}
