package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Blocking and persistent sends and receives leave no garbage once they are warm.
@Timeout(240)
class TrafficAllocationTest {
  private static final int RANKS = 2;
  private static final int SORTS = 7;

  /// What a child is started with is compiled by the first compiler alone, which does not see that
  /// an object is never used.
  private static final List<String> OPTIONS =
      List.of(ChildJvm.NATIVE_ACCESS, "-XX:TieredStopAtLevel=4");

  @ParameterizedTest
  @ValueSource(strings = {"threads", "tcp"})
  void arraysRangesAndSegmentsTravelWithoutGarbage(String transport) throws IOException {
    try (ChildJvm ranks = ChildJvm.start(OPTIONS, Map.of(), SteadyTraffic.class, transport)) {
      List<String> told = ranks.hearAll();
      assertThat(ranks.end()).as(ranks.errors()).isZero();
      assertThat(told).hasSize(RANKS * SORTS).noneMatch(line -> line.contains("at least"));
    }
  }
}
