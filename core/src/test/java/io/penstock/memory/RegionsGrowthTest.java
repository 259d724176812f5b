package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// How many regions are asked for an extent, and which numbers they get, when there are many.
class RegionsGrowthTest {
  private static final int MANY = 20_000;

  /// All regions of a test lie in the same memory, which nobody touches.
  private static final MemorySegment MEMORY = Arena.global().allocate(4096, 4096);

  private static final PoolOptions OPTIONS =
      PoolOptions.defaults()
          .withRegionBytes(4096)
          .withStorage(Storage.of(bytes -> MEMORY, memory -> {}));

  record Kind(String name, LongFunction<FreeSpace> maker) {
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

  /// A free space that counts how often ledgers are asked.
  private record Counting(FreeSpace freeSpace, AtomicLong questions) implements FreeSpace {
    @Override
    public void add(long region) {
      freeSpace.add(region);
    }

    @Override
    public void remove(long region) {
      freeSpace.remove(region);
    }

    @Override
    public boolean isFree(long region) {
      return freeSpace.isFree(region);
    }

    @Override
    public long takeUnits(long units) {
      questions.incrementAndGet();
      return freeSpace.takeUnits(units);
    }

    @Override
    public long room() {
      return freeSpace.room();
    }

    @Override
    public void giveUnits(long unit, long units) {
      freeSpace.giveUnits(unit, units);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void oneRegionIsAskedForAPieceHoweverManyAreFull(Kind kind) {
    AtomicLong questions = new AtomicLong();
    Regions regions =
        new Regions(OPTIONS, units -> new Counting(kind.maker.apply(units), questions));
    List<Regions.Extent> extents = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      extents.add(regions.grow(40, 1));
    }
    assertThat(questions.get()).isLessThanOrEqualTo(3 * MANY);
    questions.set(0);
    for (int i = 0; i < MANY; i += 2) {
      regions.give(extents.get(i));
      extents.set(i, regions.grow(33, 1));
      assertThat(extents.get(i).chunk().number()).isEqualTo(i);
    }
    assertThat(questions.get()).isLessThanOrEqualTo(3 * MANY);
    extents.forEach(regions::give);
    assertThat(regions.trim()).isEqualTo(MANY * 4096L);
  }

  /// Each region has a little room, but nowhere enough.
  @ParameterizedTest
  @MethodSource("kinds")
  void aRegionThatPromisedTooMuchIsAskedOnce(Kind kind) {
    AtomicLong questions = new AtomicLong();
    Regions regions =
        new Regions(OPTIONS, units -> new Counting(kind.maker.apply(units), questions));
    for (int i = 0; i < MANY / 10; i++) {
      List<Regions.Extent> eighths = new ArrayList<>();
      for (int j = 0; j < 8; j++) {
        eighths.add(regions.grow(8, 1));
      }
      for (int j = 0; j < 8; j += 2) {
        regions.give(eighths.get(j));
      }
      regions.grow(32, 1); // keeps the next round out of here
    }
    questions.set(0);
    for (int i = 0; i < MANY / 10; i++) {
      regions.grow(48, 1);
    }
    assertThat(questions.get()).isLessThanOrEqualTo(MANY);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void numbersOfRegionsThatAreGoneAreUsedAgain(Kind kind) {
    Regions regions = new Regions(OPTIONS, kind.maker);
    List<Regions.Extent> extents = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      extents.add(regions.grow(64, 1));
      assertThat(extents.getLast().chunk().number()).isEqualTo(i);
    }
    regions.give(extents.get(70));
    regions.give(extents.get(7));
    regions.trim();
    assertThat(regions.grow(64, 1).chunk().number()).isEqualTo(7);
    assertThat(regions.grow(64, 1).chunk().number()).isEqualTo(70);
    assertThat(regions.grow(64, 1).chunk().number()).isEqualTo(100);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsFreeInOldRegionsIsFoundWhenManyMoreHaveCome(Kind kind) {
    Regions regions = new Regions(OPTIONS, kind.maker);
    for (int i = 0; i < 100; i++) {
      assertThat(regions.grow(i % 7 == 3 ? 48 : 64, 1).chunk().number()).isEqualTo(i);
    }
    for (int i = 3; i < 100; i += 7) {
      assertThat(regions.grow(16, 1).chunk().number()).isEqualTo(i);
    }
    assertThat(regions.count()).isEqualTo(100);
    assertThat(regions.heldBytes()).isEqualTo(100 * 4096);
  }
}
