package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class DealingTest {
  @Test
  void theLastBlockMayBeShortAndThoseAfterItEmpty() {
    Dealing block = Dealing.block();
    assertThat(block.part(10, 4, 0)).isEqualTo(AxisSelection.range(0, 3));
    assertThat(block.part(10, 4, 3)).isEqualTo(AxisSelection.range(9, 1));
    assertThat(block.part(5, 4, 2)).isEqualTo(AxisSelection.range(4, 1));
    assertThat(block.part(5, 4, 3).size()).isZero();
  }

  @Test
  void cyclicDealsBlocksInTurnAndCutsTheLastOne() {
    assertThat(Dealing.cyclic(3).part(20, 2, 0)).isEqualTo(new AxisSelection(0, 6, 4, 3, 2));
    assertThat(Dealing.cyclic(3).part(20, 2, 1)).isEqualTo(new AxisSelection(3, 6, 3, 3, 3));
    assertThat(Dealing.cyclic()).isEqualTo(Dealing.cyclic(1));
  }

  @Test
  void aBlockLargerThanTheAxisGoesToTheFirstProcess() {
    for (long block : new long[] {10, 11, 1L << 62, Long.MAX_VALUE}) {
      assertThat(Dealing.cyclic(block).part(10, 8, 0).size()).isEqualTo(10);
      assertThat(Dealing.cyclic(block).part(10, 8, 0).end()).isEqualTo(10);
      assertThat(Dealing.cyclic(block).part(10, 8, 1).size()).isZero();
      assertThat(Dealing.cyclic(block).part(10, 8, 7).size()).isZero();
    }
  }

  @Test
  void theLongestAxisIsDealtWithoutOverflow() {
    long extent = Long.MAX_VALUE;
    for (Dealing dealing :
        List.of(Dealing.block(), Dealing.cyclic(), Dealing.cyclic(2), Dealing.cyclic(1L << 61))) {
      for (long processes : new long[] {1, 2, 3, 7}) {
        long sum = 0;
        for (long coordinate = 0; coordinate < processes; coordinate++) {
          sum = Math.addExact(sum, dealing.part(extent, processes, coordinate).size());
        }
        assertThat(sum).as("%s to %d", dealing, processes).isEqualTo(extent);
      }
    }
  }

  @Test
  void moreProcessesThanIndicesLeaveSomeIdle() {
    long processes = 1L << 62;
    for (Dealing dealing : List.of(Dealing.block(), Dealing.cyclic(), Dealing.cyclic(4))) {
      assertThat(dealing.part(9, processes, 0).size()).isPositive();
      assertThat(dealing.part(9, processes, processes - 1).size()).isZero();
    }
    assertThat(Dealing.block().part(Long.MAX_VALUE, processes, processes - 1).size()).isEqualTo(1);
    assertThat(Dealing.cyclic().part(Long.MAX_VALUE, processes, processes - 1).size()).isEqualTo(1);
    assertThat(Dealing.cyclic(4).part(Long.MAX_VALUE, processes, processes - 1).size()).isZero();
  }

  @Test
  void anUndistributedAxisTakesOneProcess() {
    assertThat(Dealing.whole().part(7, 1, 0)).isEqualTo(AxisSelection.range(0, 7));
    assertThatThrownBy(() -> Dealing.whole().part(7, 2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an undistributed axis takes 1 process, not 2");
  }

  @Test
  void blocksBelowOneAreRefused() {
    for (long block : new long[] {0, -1, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> Dealing.cyclic(block))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("block " + block + " must be at least 1");
    }
  }
}
