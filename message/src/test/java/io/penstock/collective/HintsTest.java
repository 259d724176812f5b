package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class HintsTest {
  private static final Hints DEFAULTS = Hints.defaults();

  @Test
  void theDefaultsChangeNothingOfTheContents() {
    assertThat(DEFAULTS)
        .isEqualTo(
            new Hints(
                "auto",
                0,
                1 << 20,
                4096,
                64 << 10,
                Holes.WRITTEN_BACK,
                Overlaps.HIGHEST_RANK_WINS,
                Atomicity.NONE));
  }

  @Test
  void eachHintIsChangedAndTheOthersStay() {
    Hints changed =
        DEFAULTS
            .withEngine("other")
            .withAggregators(2)
            .withBufferBytes(8192)
            .withAlignmentBytes(512)
            .withDirectBytes(7)
            .withHoles(Holes.LEFT_ALONE)
            .withOverlaps(Overlaps.REFUSED)
            .withAtomicity(Atomicity.WHOLE_OPERATIONS);
    assertThat(changed)
        .isEqualTo(
            new Hints(
                "other",
                2,
                8192,
                512,
                7,
                Holes.LEFT_ALONE,
                Overlaps.REFUSED,
                Atomicity.WHOLE_OPERATIONS));
  }

  @Test
  void theLeastNumbersAreTaken() {
    Hints least =
        DEFAULTS.withAggregators(0).withBufferBytes(4096).withAlignmentBytes(1).withDirectBytes(0);
    assertThat(least.bufferBytes()).isEqualTo(4096);
    assertThat(least.alignmentBytes()).isOne();
    assertThat(least.directBytes()).isZero();
  }

  @Test
  void numbersBelowAreRefusedWithTheRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULTS.withAggregators(-1))
        .withMessage("aggregators -1 must be 0, or how many there are");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULTS.withBufferBytes(4095))
        .withMessage("buffer bytes 4095 must be at least 4096");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULTS.withAlignmentBytes(0))
        .withMessage("alignment 0 must be at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DEFAULTS.withDirectBytes(-1))
        .withMessage("direct bytes -1 must not be negative");
  }
}
