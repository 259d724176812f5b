package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Both ways to keep account of a region, against a plain array of units.
class FreeSpaceTest {
  private static final int UNITS = 4096;

  record Kind(String name, LongFunction<FreeSpace> maker) {
    FreeSpace make() {
      FreeSpace freeSpace = maker.apply(UNITS);
      freeSpace.add(0);
      return freeSpace;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("buddy", units -> new Buddy(Buddy.level(units))),
        new Kind("first fit", FirstFit::new));
  }

  private record Taken(long unit, long units) {}

  @ParameterizedTest
  @MethodSource("kinds")
  void piecesAreAlignedAndNeverOverlapAndAllBecomesFreeAgain(Kind kind) {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    FreeSpace freeSpace = kind.make();
    boolean[] used = new boolean[UNITS];
    List<Taken> all = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      if (random.nextInt(40) >= all.size()) {
        long units = PooledBlock.units(random.nextInt(PooledBlock.sizeClass(UNITS * 16)));
        long unit = freeSpace.takeUnits(units);
        if (unit != FreeSpace.NONE) {
          assertThat(units < 64 || unit % 64 == 0).as("seed %d", seed).isTrue();
          mark(used, unit, units, true, seed);
          all.add(new Taken(unit, units));
        }
      } else {
        Taken taken = all.remove(random.nextInt(all.size()));
        mark(used, taken.unit, taken.units, false, seed);
        freeSpace.giveUnits(taken.unit, taken.units);
      }
      assertThat(freeSpace.isFree(0)).as("seed %d", seed).isEqualTo(all.isEmpty());
    }
    all.forEach(taken -> freeSpace.giveUnits(taken.unit, taken.units));
    assertThat(freeSpace.isFree(0)).isTrue();
    assertThat(freeSpace.takeUnits(UNITS)).as("seed %d", seed).isZero();
  }

  private static void mark(boolean[] used, long unit, long units, boolean value, long seed) {
    for (long at = unit; at < unit + units; at++) {
      if (used[(int) at] == value) {
        fail("unit %d, seed %d", at, seed);
      }
      used[(int) at] = value;
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsFreeCannotBeGivenBack(Kind kind) {
    FreeSpace freeSpace = kind.make();
    long kept = freeSpace.takeUnits(3);
    long unit = freeSpace.takeUnits(5);
    freeSpace.giveUnits(unit, 5);
    assertThatIllegalStateException()
        .isThrownBy(() -> freeSpace.giveUnits(unit, 5))
        .withMessageContaining("given back before");
    freeSpace.giveUnits(kept, 3);
    assertThat(freeSpace.isFree(0)).isTrue();
  }

  @Test
  void whatIsFreeInARegionIsFoundWhenManyMoreHaveCome() {
    Buddy freeSpace = new Buddy(2);
    for (long region = 0; region < 80; region++) {
      freeSpace.add(region);
      assertThat(freeSpace.takeUnits(4)).isEqualTo(4 * region);
    }
    freeSpace.add(80);
    assertThat(freeSpace.takeUnits(1)).isEqualTo(320);
    for (long region = 81; region < 400; region++) {
      freeSpace.add(region);
    }
    assertThat(freeSpace.takeUnits(1)).isEqualTo(321);
    assertThat(freeSpace.takeUnits(2)).isEqualTo(322);
    assertThat(freeSpace.takeUnits(4)).isEqualTo(324);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anEmptyRegionHasRoomForAllAndAFullOneForNothing(Kind kind) {
    FreeSpace freeSpace = kind.make();
    assertThat(freeSpace.room()).isEqualTo(UNITS);
    freeSpace.takeUnits(UNITS / 2);
    assertThat(freeSpace.room()).isEqualTo(UNITS / 2);
    freeSpace.takeUnits(UNITS / 2);
    assertThat(freeSpace.room()).isZero();
    freeSpace.giveUnits(0, UNITS / 2);
    freeSpace.giveUnits(UNITS / 2, UNITS / 2);
    assertThat(freeSpace.room()).isEqualTo(UNITS);
    freeSpace.remove(0);
    assertThat(freeSpace.room()).isZero();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aFullRegionGivesNothing(Kind kind) {
    FreeSpace freeSpace = kind.make();
    assertThat(freeSpace.takeUnits(UNITS)).isZero();
    assertThat(freeSpace.takeUnits(1)).isEqualTo(FreeSpace.NONE);
    freeSpace.giveUnits(0, UNITS);
    for (int i = 0; i < UNITS; i++) {
      assertThat(freeSpace.takeUnits(1)).isEqualTo(i);
    }
    assertThat(freeSpace.takeUnits(1)).isEqualTo(FreeSpace.NONE);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theLastUnitOfARegionCanBeTaken(Kind kind) {
    FreeSpace freeSpace = kind.make();
    freeSpace.takeUnits(UNITS - 1);
    assertThat(freeSpace.room()).isEqualTo(1);
    assertThat(freeSpace.takeUnits(10)).isEqualTo(FreeSpace.NONE);
    assertThat(freeSpace.takeUnits(1)).isEqualTo(UNITS - 1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRegionOfWhichNothingIsTakenTakesNothingBack(Kind kind) {
    FreeSpace freeSpace = kind.make();
    for (long units : new long[] {1, 64, UNITS}) {
      assertThatIllegalStateException()
          .isThrownBy(() -> freeSpace.giveUnits(0, units))
          .withMessage("the memory at unit 0 was given back before");
    }
  }

  @Test
  void aRegionShorterThanAPageGivesNoMoreThanItHas() {
    FreeSpace few = new FirstFit(8);
    assertThat(few.room()).isEqualTo(8);
    for (int i = 0; i < 8; i++) {
      assertThat(few.takeUnits(1)).isEqualTo(i);
    }
    assertThat(few.takeUnits(1)).isEqualTo(FreeSpace.NONE);
  }

  @Test
  void aPageIsFilledToItsLastUnit() {
    for (int units = 1; units < 64; units++) {
      FreeSpace pages = new FirstFit(UNITS);
      pages.takeUnits(64 - units);
      assertThat(pages.takeUnits(units)).isEqualTo(64 - units);
    }
  }

  @Test
  void aPieceOfPagesAndARestEndsWhereTheNextOneBegins() {
    FreeSpace pages = new FirstFit(UNITS);
    assertThat(pages.takeUnits(96)).isZero();
    assertThat(pages.takeUnits(32)).isEqualTo(96);
    assertThat(pages.takeUnits(96)).isEqualTo(128);
    pages.giveUnits(0, 96);
    assertThat(pages.takeUnits(97)).isEqualTo(256);
    assertThat(pages.takeUnits(96)).isZero();
  }

  @Test
  void pagesThatBecomeFreeJoinThoseBeforeThem() {
    FreeSpace pages = new FirstFit(UNITS);
    for (int unit = 0; unit < UNITS; unit += 64) {
      pages.takeUnits(64);
    }
    pages.giveUnits(0, 64);
    assertThat(pages.takeUnits(128)).isEqualTo(FreeSpace.NONE);
    pages.giveUnits(64, 64);
    assertThat(pages.takeUnits(128)).isZero();
  }
}
