package io.penstock.mpi.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
  @Test
  void theKernelsMaskHasTheHighestProcessorFirst() {
    assertThat(Processors.read("3")).isEqualTo(of(0, 1));
    assertThat(Processors.read("80,00000001")).isEqualTo(of(0, 39));
    assertThat(Processors.read("ffffffff,ffffffff").cardinality()).isEqualTo(64);
  }

  @Test
  void thisProcessMayUseAtLeastOne() {
    assertThat(Processors.ofThisProcess().with(new byte[0])).isPositive();
  }

  @Test
  void ranksThatAreBoundToOneEachHaveThemAllBetweenThem() {
    Processors bound = new Processors(of(2), 1);
    assertThat(bound.with(of(0, 1, 2, 3).toByteArray())).isEqualTo(4);
  }

  @Test
  void aContainerThatAllowsFewerCounts() {
    Processors contained = new Processors(of(0, 1, 2, 3), 2);
    assertThat(contained.with(of(0, 1, 2, 3).toByteArray())).isEqualTo(2);
  }

  @Test
  void theMaskHasTheSameLengthOnAllRanks() {
    assertThat(new Processors(of(0), 1).mask()).hasSameSizeAs(new Processors(of(700), 1).mask());
    assertThat(BitSet.valueOf(new Processors(of(700), 1).mask())).isEqualTo(of(700));
  }

  private static BitSet of(int... processors) {
    BitSet set = new BitSet();
    IntStream.of(processors).forEach(set::set);
    return set;
  }
}
