package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MannWhitneyTest {
  @Test
  void fiveRunsApartFromFiveAreTwoOf252Ways() {
    List<Double> low = List.of(1.0, 2.0, 3.0, 4.0, 5.0);
    List<Double> high = List.of(6.0, 7.0, 8.0, 9.0, 10.0);
    assertThat(Figures.chance(low, high)).isCloseTo(2.0 / 252, within(1e-12));
    assertThat(Figures.chance(high, low)).isCloseTo(2.0 / 252, within(1e-12));
  }

  @Test
  void equalSamplesDifferByChanceAlone() {
    assertThat(Figures.chance(List.of(3.0, 3.0), List.of(3.0, 3.0, 3.0))).isEqualTo(1);
  }

  @Test
  void everyDealOfThePooledValuesIsCountedTiesIncluded() {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      List<Double> one = sample(random);
      List<Double> other = sample(random);
      assertThat(Figures.chance(one, other)).isCloseTo(byCounting(one, other), within(1e-12));
    }
  }

  @Test
  void anEmptySampleIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Figures.chance(List.of(), List.of(1.0)))
        .withMessageContaining("empty");
  }

  private static List<Double> sample(Random random) {
    return random.ints(random.nextInt(1, 6), 0, 6).mapToObj(value -> (double) value).toList();
  }

  /// The share of all choices whose U is at least as far from its mean as that of the samples.
  private static double byCounting(List<Double> one, List<Double> other) {
    List<Double> pooled = new ArrayList<>(one);
    pooled.addAll(other);
    double mean = one.size() * other.size() / 2.0;
    double observed = Math.abs(u(pooled, (1 << one.size()) - 1) - mean);
    int extreme = 0;
    int all = 0;
    for (int chosen = 0; chosen < (1 << pooled.size()); chosen++) {
      if (Integer.bitCount(chosen) == one.size()) {
        all++;
        extreme += Math.abs(u(pooled, chosen) - mean) >= observed ? 1 : 0;
      }
    }
    return (double) extreme / all;
  }

  private static double u(List<Double> pooled, int chosen) {
    double u = 0;
    for (int i = 0; i < pooled.size(); i++) {
      for (int j = 0; j < pooled.size(); j++) {
        if (isIn(chosen, i) && !isIn(chosen, j)) {
          u += (Math.signum(pooled.get(i) - pooled.get(j)) + 1) / 2;
        }
      }
    }
    return u;
  }

  private static boolean isIn(int chosen, int index) {
    return ((chosen >> index) & 1) == 1;
  }
}
