package io.penstock.evaluate.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.evaluate.check.Comparison.Attempt;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Attempt AGREEING = new Attempt(1.04, 1);
  private static final Attempt DIFFERING = new Attempt(1.06, 1);
  private static final Comparison NONE = Comparison.of(Row.all().getFirst(), "ns");

  @Test
  void figuresWithinFivePercentAgree() {
    assertThat(AGREEING.agrees()).isTrue();
    assertThat(new Attempt(0.96, 1).agrees()).isTrue();
    assertThat(DIFFERING.agrees()).isFalse();
    assertThat(new Attempt(0.94, 1).agrees()).isFalse();
  }

  @Test
  void whatAgreesIsNotTriedAgain() {
    assertThat(tried(AGREEING, DIFFERING)).containsExactly(AGREEING);
  }

  @Test
  void whatDiffersIsTriedAgainAndAllTriesAreKept() {
    assertThat(tried(DIFFERING, AGREEING, DIFFERING)).containsExactly(DIFFERING, AGREEING);
  }

  @Test
  void thereIsNoFourthTry() {
    assertThat(tried(DIFFERING, DIFFERING, DIFFERING, AGREEING))
        .containsExactly(DIFFERING, DIFFERING, DIFFERING);
  }

  @Test
  void aRowContradictsIfItsLastTryDiffers() {
    assertThat(NONE.with(DIFFERING).with(AGREEING).contradicts()).isFalse();
    assertThat(NONE.with(DIFFERING).with(DIFFERING).contradicts()).isTrue();
    assertThat(Comparison.missing(NONE.row(), "no compiler").contradicts()).isFalse();
  }

  @Test
  void nothingIsNoFigure() {
    assertThatThrownBy(() -> new Attempt(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Attempt(Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Attempt> tried(Attempt... attempts) {
    Comparison comparison = NONE;
    for (Iterator<Attempt> next = List.of(attempts).iterator(); !comparison.isSettled(); ) {
      comparison = comparison.with(next.next());
    }
    return comparison.attempts();
  }
}
