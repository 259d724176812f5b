package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A message of primitives leaves nothing on the heap once the code is compiled: neither where it
/// is written and sent nor where it arrives and is read.
@Timeout(240)
class MessageAllocationTest {
  /// What a child is started with is compiled by the first compiler alone, which does not see that
  /// an object is never used.
  private static final List<String> OPTIONS =
      List.of(ChildJvm.NATIVE_ACCESS, "-XX:TieredStopAtLevel=4");

  @Test
  void aMessageOfEitherByteOrderAllocatesNothing() throws IOException {
    try (ChildJvm program = ChildJvm.start(OPTIONS, Map.of(), SteadyMessages.class)) {
      List<String> told = program.hearAll();
      assertThat(program.end()).as(program.errors()).isZero();
      assertThat(told).hasSize(2).allMatch(line -> line.endsWith("blocks out: 0"));
      assertThat(told).noneMatch(line -> line.contains("at least"));
    }
  }
}
