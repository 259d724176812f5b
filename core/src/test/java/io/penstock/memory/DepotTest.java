package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Magazines on their way between threads.
class DepotTest {
  private static final long BATCH = 128 << 10;

  private final AtomicLong room = new AtomicLong(BATCH);
  private final Depot depot = new Depot(PooledBlock.sizeClass(64 << 10), room);

  @ParameterizedTest
  @CsvSource({
    "64, 32",
    "2048, 32",
    "4096, 16",
    "32768, 2",
    "65536, 2",
    "131072, 2",
    "131073, 1",
    "8388608, 1"
  })
  void blocksOfSixtyFourKibibytesGoAtATimeButNeitherTooFewNorTooMany(long bytes, int blocks) {
    assertThat(new Depot(PooledBlock.sizeClass(bytes), room).capacity()).isEqualTo(blocks);
  }

  @Test
  void aFullMagazineIsTakenInWhileThereIsRoomForAllItsBlocks() {
    Depot.Magazine first = depot.takeEmpty();
    Depot.Magazine second = depot.takeEmpty();
    assertThat(depot.giveFull(first)).isTrue();
    assertThat(room).hasValue(0);
    assertThat(depot.giveFull(second)).isFalse();
    assertThat(room).hasValue(0);
    assertThat(depot.takeFull()).isSameAs(first);
    assertThat(room).hasValue(BATCH);
    assertThat(depot.takeFull()).isSameAs(Depot.Magazine.NONE);
    assertThat(room).hasValue(BATCH);
    assertThat(depot.giveFull(second)).isTrue();
  }

  @Test
  void anEmptyMagazineIsUsedAgain() {
    Depot.Magazine first = depot.takeEmpty();
    Depot.Magazine second = depot.takeEmpty();
    assertThat(first).isNotSameAs(second).isNotSameAs(Depot.Magazine.NONE);
    depot.giveEmpty(first);
    depot.giveEmpty(second);
    depot.giveEmpty(Depot.Magazine.NONE);
    assertThat(depot.takeEmpty()).isSameAs(second);
    assertThat(depot.takeEmpty()).isSameAs(first);
    assertThat(depot.takeEmpty().slots).hasSize(2);
  }

  @Test
  void aHeadThatWasPoppedAndPushedAgainIsNotTakenForTheSame() {
    Depot.MagazineStack stack = new Depot.MagazineStack(number -> Depot.Magazine.NONE);
    long once = stack.pushed(0, 7);
    long twice = stack.pushed(once, 8);
    assertThat((int) once).isEqualTo(7);
    assertThat((int) twice).isEqualTo(8);
    assertThat(stack.pushed(twice, 7)).isGreaterThan(twice).isNotEqualTo(once);
    assertThat(twice).isGreaterThan(once);
  }
}
