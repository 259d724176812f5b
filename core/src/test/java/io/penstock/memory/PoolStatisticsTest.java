package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PoolStatisticsTest {
  @Test
  void thoseOfTwoPoolsAreAddedOneByOne() {
    PoolStatistics one = new PoolStatistics(1, 2, 3, 4, 5, 6);
    PoolStatistics other = new PoolStatistics(10, 20, 30, 40, 50, 60);
    assertThat(one.plus(other)).isEqualTo(new PoolStatistics(11, 22, 33, 44, 55, 66));
  }

  @Test
  void theyAreToldInOneLine() {
    assertThat(new PoolStatistics(1, 2, 3, 4, 5, 6).told("my pool"))
        .isEqualTo("my pool: 1 live blocks of 2 bytes, 3 bytes cached, 4 bytes held in 5 regions");
  }
}
