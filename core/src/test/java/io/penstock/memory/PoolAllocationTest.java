package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the default pool allocates on the heap for each block in steady state: nothing. Each case
/// has a JVM of its own that compiles at once.
class PoolAllocationTest {
  private static final int LAST_ROUNDS = 5;

  @ParameterizedTest
  @ValueSource(strings = {"pairs", "mix", "handoff"})
  void takingAndReleasingAllocatesNothing(String work) throws IOException {
    List<String> options = List.of(ChildJvm.NATIVE_ACCESS, "-Xbatch", "-XX:TieredStopAtLevel=4");
    try (ChildJvm child = ChildJvm.start(options, Map.of(), PoolSteadyState.class, work)) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child::errors).isZero();
      double[] rounds =
          Arrays.stream(said.getLast().split(" ")).mapToDouble(Double::parseDouble).toArray();
      double[] last = Arrays.copyOfRange(rounds, rounds.length - LAST_ROUNDS, rounds.length);
      Arrays.sort(last);
      assertThat(last[LAST_ROUNDS / 2]).as("bytes a block, by rounds: %s", said).isLessThan(0.1);
    }
  }
}
