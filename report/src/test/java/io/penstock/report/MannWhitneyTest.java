package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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
  void manyRunsHaveAChanceWithoutAllTheirDealsBeingCounted() {
    assertThat(Figures.chance(numbers(0, 2000), numbers(0, 2000))).isCloseTo(1, within(1e-3));
    assertThat(Figures.chance(numbers(0, 2000), numbers(2000, 5))).isLessThan(1e-3);
    assertThat(Figures.chance(numbers(0, 600), numbers(600, 600))).isLessThan(1e-9);
    assertThat(Figures.chance(Collections.nCopies(600, 1.0), Collections.nCopies(600, 1.0)))
        .isEqualTo(1);
  }

  @Test
  void theChanceOfManyRunsContinuesThatOfFewer() {
    for (int shift = 0; shift <= 20; shift++) {
      double counted = Figures.chance(numbers(0, 50), numbers(shift, 50));
      double approximate = Figures.chance(numbers(0, 51), numbers(shift, 51));
      assertThat(approximate).isCloseTo(counted, within(0.01));
    }
    // erfc of the textbook's z, with the corrections for ties and continuity, by Python
    assertThat(Figures.chance(numbers(0, 60), numbers(11, 60)))
        .isCloseTo(0.0016654034923, within(1e-6));
  }

  private static List<Double> numbers(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(i -> (double) i).toList();
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
