package io.penstock.evaluate.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptTest {
  private static final Attempt AGREEING = new Attempt(1.04, 1);
  private static final Attempt DIFFERING = new Attempt(1.06, 1);

  @Test
  void figuresWithinFivePercentAgree() {
    assertThat(AGREEING.agrees()).isTrue();
    assertThat(new Attempt(0.96, 1).agrees()).isTrue();
    assertThat(DIFFERING.agrees()).isFalse();
    assertThat(new Attempt(0.94, 1).agrees()).isFalse();
  }

  @Test
  void whatAgreesIsNotTriedAgain() throws Exception {
    assertThat(tried(AGREEING, DIFFERING)).containsExactly(AGREEING);
  }

  @Test
  void whatDiffersIsTriedAgainAndAllTriesAreKept() throws Exception {
    assertThat(tried(DIFFERING, AGREEING, DIFFERING)).containsExactly(DIFFERING, AGREEING);
  }

  @Test
  void thereIsNoFourthTry() throws Exception {
    assertThat(tried(DIFFERING, DIFFERING, DIFFERING, AGREEING))
        .containsExactly(DIFFERING, DIFFERING, DIFFERING);
  }

  @Test
  void aRowContradictsIfItsLastTryDiffers() {
    Row row = Row.all().getFirst();
    assertThat(new Finding.Compared(row, "ns", List.of(DIFFERING, AGREEING)).contradicts())
        .isFalse();
    assertThat(new Finding.Compared(row, "ns", List.of(DIFFERING, DIFFERING)).contradicts())
        .isTrue();
    assertThat(new Finding.Missing(row, "no compiler").contradicts()).isFalse();
  }

  @Test
  void nothingIsNoFigure() {
    assertThatThrownBy(() -> new Attempt(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Attempt(Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Attempt> tried(Attempt... attempts) throws Exception {
    Iterator<Attempt> next = Arrays.asList(attempts).iterator();
    return Attempt.untilAgreed(next::next);
  }
}
