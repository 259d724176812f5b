package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScaleProperties {
  private static final int TRIES = 2000;

  @Test
  void everyFigureHasItsPlaceAndTheOrderIsKept() {
    Random random = new Random(1);
    for (int i = 0; i < TRIES; i++) {
      List<Figures> figures = figures(random);
      Scale scale = Scale.of(figures);
      for (Figures one : figures) {
        assertThat(one.min()).isGreaterThanOrEqualTo(scale.low());
        assertThat(one.max()).isLessThanOrEqualTo(scale.high() * (1 + 1e-9));
        assertThat(scale.place(one.min())).isBetween(0.0, scale.place(one.median()));
        assertThat(scale.place(one.max())).isBetween(scale.place(one.median()), 1.0);
      }
    }
  }

  @Test
  void ticksAreRoundAscendingWithinTheScaleAndNeverTooMany() {
    Random random = new Random(2);
    for (int i = 0; i < TRIES; i++) {
      Scale scale = Scale.of(figures(random));
      int most = random.nextInt(3, 9);
      List<Double> ticks = scale.ticks(most);
      assertThat(ticks).isSorted().doesNotHaveDuplicates().hasSizeBetween(1, most);
      assertThat(ticks)
          .allMatch(tick -> tick >= scale.low() * (1 - 1e-9))
          .allMatch(tick -> tick <= scale.high() * (1 + 1e-9));
      assertThat(ticks.stream().map(Numbers::tick)).doesNotHaveDuplicates();
    }
  }

  @Test
  void aWideSpreadIsLogarithmicAndANarrowOneStartsAtZero() {
    assertThat(Scale.of(List.of(figures(1), figures(31))).logarithmic()).isTrue();
    Scale narrow = Scale.of(List.of(figures(1), figures(29)));
    assertThat(narrow.logarithmic()).isFalse();
    assertThat(narrow.low()).isZero();
  }

  @Test
  void figuresOfZeroCanBeDrawn() {
    Scale scale = Scale.of(List.of(figures(0), figures(500)));
    assertThat(scale.place(0)).isZero();
    assertThat(Scale.of(List.of(figures(0))).place(0)).isZero();
  }

  @Test
  @Timeout(10)
  void figuresAtTheEndsOfADoubleCanBeDrawn() {
    List<Double> ends = List.of(Double.MIN_VALUE, 1e-300, 1.0, 1e300, Double.MAX_VALUE);
    for (double one : ends) {
      for (double other : ends) {
        Scale scale = Scale.of(List.of(figures(one), figures(other)));
        double least = scale.place(Math.min(one, other));
        assertThat(least).isGreaterThanOrEqualTo(0);
        assertThat(scale.place(Math.max(one, other))).isBetween(least, 1.0);
        assertThat(scale.ticks(7)).isSorted().hasSizeBetween(1, 7);
      }
    }
  }

  @Test
  void aLinearScaleHasTicksThatReadersKnow() {
    assertThat(Scale.of(List.of(figures(5.1))).ticks(7))
        .containsExactly(0.0, 1., 2., 3., 4., 5., 6.);
    assertThat(Scale.of(List.of(figures(0.19))).ticks(5)).hasSizeGreaterThan(2);
  }

  @Test
  void aLogarithmicScaleHasPowersOfTen() {
    assertThat(Scale.of(List.of(figures(0.0015), figures(70))).ticks(6))
        .containsExactly(0.001, 0.01, 0.1, 1., 10., 100.);
  }

  @Test
  void labelsKeepTheirDistanceAndTheirOrder() {
    Random random = new Random(3);
    for (int i = 0; i < TRIES; i++) {
      int count = random.nextInt(1, 16);
      List<Double> wishes = random.doubles(count, 0, 300).sorted().boxed().toList();
      List<Double> places = LineChart.spread(wishes, 16, 0, 300);
      assertThat(places).hasSize(count);
      assertThat(places.getFirst()).isGreaterThanOrEqualTo(0);
      assertThat(places.getLast()).isLessThanOrEqualTo(300 + 1e-6);
      for (int j = 1; j < count; j++) {
        assertThat(places.get(j) - places.get(j - 1)).isGreaterThanOrEqualTo(16 - 1e-6);
      }
    }
  }

  @Test
  void labelsWithRoomStayWhereTheyBelong() {
    List<Double> wishes = List.of(10.0, 50.0, 51.0, 200.0);
    List<Double> places = LineChart.spread(wishes, 16, 0, 300);
    assertThat(places.get(0)).isEqualTo(10);
    assertThat(places.get(1)).isCloseTo(42.5, within(1e-9));
    assertThat(places.get(2)).isCloseTo(58.5, within(1e-9));
    assertThat(places.get(3)).isEqualTo(200);
  }

  private static Figures figures(double value) {
    return new Figures(value, value, value, 5);
  }

  private static List<Figures> figures(Random random) {
    double unit = Math.pow(10, random.nextInt(-6, 7));
    double spread = Math.pow(10, random.nextDouble() * 5);
    List<Figures> figures = new ArrayList<>();
    for (int i = random.nextInt(1, 12); i > 0; i--) {
      double median = unit * Math.pow(spread, random.nextDouble());
      double min = median * (1 - random.nextDouble() / 2);
      figures.add(new Figures(median, min, median * (1 + random.nextDouble()), 5));
    }
    return figures;
  }
}
