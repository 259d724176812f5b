package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.report.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
  @Test
  void theMedianIsTheMiddleOne() {
    assertThat(Findings.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
  }

  @Test
  void theFiguresKeepTheRunsInTheirOrder() {
    List<Double> runs = List.of(9.0, 1.0, 2.0);
    assertThat(Findings.figures(runs)).isEqualTo(new Figures(2, 1, 9, 3, runs));
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
    assertThat(Findings.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3);
  }

  @Test
  void nothingMeasuredHasNoMedian() {
    assertThatIllegalArgumentException().isThrownBy(() -> Findings.median(List.of()));
  }
}
