package io.penstock.evaluate.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BreakEvenTest {
  @Test
  void theLibraryPaysFromTheSizeOnPastWhichItIsNeverSlower() {
    assertThat(breakEven(Map.of(4L, 0.1, 16L, 1.1, 64L, 0.9, 256L, 1.2, 1024L, 1.3)))
        .isEqualTo(OptionalLong.of(256));
    assertThat(breakEven(Map.of(4L, 1.1, 16L, 1.2))).isEqualTo(OptionalLong.of(4));
  }

  @Test
  void whereItIsSlowerAtTheLargestSizeItPaysAtNone() {
    assertThat(breakEven(Map.of(4L, 1.5, 16L, 1.0))).isEmpty();
  }

  private static OptionalLong breakEven(Map<Long, Double> ratios) {
    return BreakEven.breakEven(new TreeMap<>(ratios));
  }
}
