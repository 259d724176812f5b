package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SharesTest {
  @Test
  void countsAloneLieOneAfterTheOther() {
    Shares shares = Shares.of(3, 0, 5_000_000_000L);
    assertThat(shares.displacement(2)).isEqualTo(3);
    assertThat(shares.end()).isEqualTo(5_000_000_003L);
    assertThat(shares)
        .isEqualTo(Shares.of(new long[] {3, 0, 5_000_000_000L}, new long[] {0, 3, 3}));
    assertThat(shares)
        .hasSameHashCodeAs(Shares.of(3, 0, 5_000_000_000L))
        .isNotEqualTo(Shares.of(3));
  }

  @Test
  void balancedSharesDifferByOneAtMost() {
    assertThat(Shares.balanced(11, 4)).isEqualTo(Shares.of(3, 3, 3, 2));
    assertThat(Shares.balanced(2, 3)).isEqualTo(Shares.of(1, 1, 0));
    assertThat(Shares.equal(4, 2)).isEqualTo(Shares.of(4, 4));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Shares.of(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> Shares.of(Long.MAX_VALUE, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shares.of(new long[] {1}, new long[] {0, 1}))
        .withMessageContaining("1 counts with 2 displacements");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shares.of(new long[] {1}, new long[] {-1}));
    assertThatIllegalArgumentException().isThrownBy(() -> Shares.balanced(5, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Shares.equal(1, -1));
  }
}
