package io.penstock.object.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.object.ObjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The tables of an analysis, whose keys come from a stream.
class LongTableTest {
  private static final int MANY = 1 << 19;

  /// A multiplier that is in many hash functions, and the factor that undoes it.
  private static final long PRIME = 0x9e3779b97f4a7c15L;

  private static long inverse() {
    long inverse = PRIME;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - PRIME * inverse;
    }
    return inverse;
  }

  @Test
  @Timeout(60) // not as many steps as the square of their number
  void keysThatAreChosenFindPlacesAsSoonAsOthers() throws ObjectException {
    LongTable table = new LongTable(new Budget(Long.MAX_VALUE));
    long inverse = inverse();
    assertThat(PRIME * inverse).isEqualTo(1);
    for (long i = 0; i < MANY; i++) {
      table.put((i << 32 | i) * inverse, (int) i + 1);
    }
    assertThat(table.size()).isEqualTo(MANY);
    assertThat(table.get((7L << 32 | 7) * inverse)).isEqualTo(8);
  }
}
