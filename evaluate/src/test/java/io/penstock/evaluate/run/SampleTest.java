package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.report.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void theMedianIsTheMiddleOne() {
    assertThat(new Sample(List.of(9.0, 1.0, 2.0)).median()).isEqualTo(2);
  }

  @Test
  void theFiguresKeepTheRunsInTheirOrder() {
    List<Double> runs = List.of(9.0, 1.0, 2.0);
    assertThat(Sample.figures(runs)).isEqualTo(new Figures(2, 1, 9, 3, runs));
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
    assertThat(new Sample(List.of(4.0, 1.0, 2.0, 9.0)).median()).isEqualTo(3);
  }

  @Test
  void nothingMeasuredHasNoFigures() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Sample(List.of()));
  }
}
