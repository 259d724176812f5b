package io.penstock.object.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.object.ObjectException;
import org.junit.jupiter.api.Test;

/// The memory that an analysis may take.
class BudgetTest {
  @Test
  void anArrayThatGrowsGivesItsOldMemoryBack() throws ObjectException {
    Budget budget = new Budget(1000);
    assertThat(budget.grown(16, Integer.BYTES)).isEqualTo(40);
    long left = 1000 - 4 * 40 + 4 * 16;
    assertThatExceptionOfType(ObjectException.class).isThrownBy(() -> budget.take(left + 1));
    assertThatCode(() -> budget.take(left)).doesNotThrowAnyException();
  }

  @Test
  void bothArraysMustHaveRoomWhileOneIsCopied() {
    Budget budget = new Budget(4 * 40 - 1);
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> budget.grown(16, Integer.BYTES));
  }

  @Test
  void noArrayIsLongerThanAJvmMakesThem() {
    Budget budget = new Budget(Long.MAX_VALUE);
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> budget.grown(Integer.MAX_VALUE - 8, Long.BYTES));
  }
}
