package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.TransferCosts.Way;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The choice of a way where each has a cost that the test knows.
class TransferCostsTest {
  private static final long BYTES = 1 << 20;
  private static final int LENGTH = TransferCosts.lengthClass(BYTES);
  private static final int ALL =
      Way.STRAIGHT.bit() | Way.CHUNK_256K.bit() | Way.CHUNK_1M.bit() | Way.MAPPING_FIRST.bit();

  /// A file of which every way takes so many nanoseconds.
  private static final class Simulated {
    final TransferCosts costs;
    final Map<Way, Long> nanos = new EnumMap<>(Way.class);
    final Map<Way, Integer> taken = new EnumMap<>(Way.class);
    long bytes = BYTES;
    long spent;

    Simulated(TransferCosts costs) {
      this.costs = costs;
    }

    Simulated with(Way way, long cost) {
      nanos.put(way, cost);
      return this;
    }

    Simulated move(int times) {
      taken.clear();
      spent = 0;
      for (int i = 0; i < times; i++) {
        int length = TransferCosts.lengthClass(bytes);
        Way way = costs.next(length, bytes, ALL, 1);
        taken.merge(way, 1, Integer::sum);
        spent += cost(way);
        costs.add(length, way, cost(way), bytes);
      }
      return this;
    }

    Simulated ofLength(long each) {
      bytes = each;
      return this;
    }

    private long cost(Way way) {
      return Objects.requireNonNull(nanos.get(way));
    }

    int taken(Way way) {
      return taken.getOrDefault(way, 0);
    }
  }

  private static Simulated file() {
    return file(new TransferCosts(0));
  }

  private static Simulated file(TransferCosts costs) {
    return new Simulated(costs)
        .with(Way.STRAIGHT, 80_000)
        .with(Way.CHUNK_256K, 100_000)
        .with(Way.CHUNK_1M, 120_000)
        .with(Way.MAPPING_FIRST, 200_000);
  }

  @Test
  void theCheapestWayIsTakenMostly() {
    Simulated file = file().move(100).move(10_000);
    assertThat(file.taken(Way.STRAIGHT)).isGreaterThan(8_000);
    assertThat(file.taken.keySet()).hasSize(4);
  }

  @Test
  void aWayThatIsHardlyKnownForShortTransfersIsTriedOftenButForAFewPercent() {
    Simulated file = file().ofLength(4096).move(10_000);
    assertThat(file.taken(Way.MAPPING_FIRST)).isGreaterThan(100);
    assertThat(file.spent).isLessThan(80_000L * 10_000 * 115 / 100);
  }

  @Test
  void aWayThatIsSlowOnlyAtFirstEachTimeIsFound() {
    Simulated file = file().ofLength(64 << 10);
    Way before = Way.STRAIGHT;
    for (int i = 0; i < 20_000; i++) {
      Way way = file.move(1).taken.keySet().iterator().next();
      file.with(Way.MAPPING_FIRST, way == Way.MAPPING_FIRST ? 50_000 : 200_000);
      before = way;
    }
    assertThat(before).isEqualTo(Way.MAPPING_FIRST);
  }

  @Test
  void ofAFileThatIsReadAgainAndAgainManyPlacesAreMeasured() {
    TransferCosts costs = new TransferCosts(0);
    int length = TransferCosts.lengthClass(BYTES);
    Set<Integer> measured = new HashSet<>();
    int pieces = 64;
    for (int i = 0; i < 200 * pieces; i++) {
      if (costs.isDue(length) && i >= pieces) {
        measured.add(i % pieces);
      }
    }
    assertThat(measured).hasSizeGreaterThan(pieces / 2);
  }

  @Test
  void tryingCostsTwoPercentAtMost() {
    Simulated file = file().move(100).move(10_000);
    assertThat(file.spent).isBetween(80_000L * 10_000, 80_000L * 10_000 * 102 / 100);
  }

  @Test
  void aWayThatBecomesCheaperIsFound() {
    Simulated file = file().move(1_000).with(Way.MAPPING_FIRST, 40_000).move(5_000).move(1_000);
    assertThat(file.taken(Way.MAPPING_FIRST)).isGreaterThan(800);
  }

  @Test
  void aWayThatBecomesDearIsLeftSoon() {
    Simulated file = file().move(1_000).with(Way.STRAIGHT, 400_000).move(50);
    assertThat(file.taken(Way.STRAIGHT)).isLessThan(20);
    assertThat(file.move(1_000).taken(Way.CHUNK_256K)).isGreaterThan(800);
  }

  @Test
  void aWayThatBecomesALittleDearerIsLeftToo() {
    Simulated file = file().with(Way.CHUNK_256K, 84_000).move(5_000);
    file.with(Way.STRAIGHT, 90_000).move(5_000);
    assertThat(file.move(1_000).taken(Way.CHUNK_256K)).isGreaterThan(800);
  }

  /// A way is tried by so many bytes: what short transfers have begun is ended by a few long ones.
  @Test
  void aTryThatShortTransfersBeginIsNoLongerForLongOnes() {
    Simulated file = file().ofLength(512);
    file.nanos.replaceAll((_, nanos) -> nanos / 8);
    file.move(20_000);
    for (int i = 0; file.move(1).taken(Way.STRAIGHT) == 1; i++) {
      assertThat(i).isLessThan(1_000_000);
    }
    file.ofLength(4096).nanos.replaceAll((_, nanos) -> nanos * 8);
    int tries = 0;
    while (file.move(1).taken(Way.STRAIGHT) == 0) {
      tries++;
    }
    assertThat(tries).isLessThanOrEqualTo((256 << 10) / 4096);
  }

  @Test
  void whatTheFirstMeasurementsTellIsForgotten() {
    Simulated file = file().with(Way.STRAIGHT, 30_000_000).move(2);
    file.with(Way.STRAIGHT, 80_000).move(5_000);
    assertThat(file.move(1_000).taken(Way.STRAIGHT)).isGreaterThan(800);
  }

  /// Four times 10 ms too much: at a three-hundredth of the time nine seconds would pass before the
  /// way is tried again, and as many more until it is believed.
  @Test
  void aStallInAWaysFirstMeasurementsIsForgottenWithinSeconds() {
    Simulated file = file().ofLength(8 << 20);
    file.with(Way.CHUNK_256K, 1_900_000).with(Way.CHUNK_1M, 1_950_000);
    file.with(Way.MAPPING_FIRST, 2_000_000).with(Way.STRAIGHT, 10_000_000).move(50);
    long stalled = file.spent;
    file.with(Way.STRAIGHT, 800_000);
    long wrong = 0;
    while (file.move(50).taken(Way.STRAIGHT) < 25) {
      wrong += file.spent;
    }
    assertThat(stalled + wrong).isLessThan(5_000_000_000L);
  }

  @Test
  void ofTheFirstEndsOfMappingsTheQuickestCounts() {
    TransferCosts known = new TransferCosts(0);
    TransferCosts costs = new TransferCosts(known, 0, 0);
    for (int i = 0; i < 20; i++) {
      costs.add(LENGTH, Way.STRAIGHT, 100_000, BYTES);
      costs.add(LENGTH, Way.MAPPING_FIRST, 80_000, BYTES);
    }
    costs.addRelease(100 * 40_000, 100 * BYTES);
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_FIRST.bit();
    assertThat(costs.best(LENGTH, ways, 1)).isEqualTo(Way.STRAIGHT);
    costs.addRelease(100 * 1_000, 100 * BYTES);
    assertThat(costs.best(LENGTH, ways, 1)).isEqualTo(Way.MAPPING_FIRST);
  }

  @Test
  void anotherFileBeginsWithWhatIsKnown() {
    TransferCosts known = new TransferCosts(0);
    file(new TransferCosts(known, 0, 0)).move(1_000);
    assertThat(file(new TransferCosts(known, 0, 0)).move(20).taken(Way.STRAIGHT)).isGreaterThan(15);
  }

  @Test
  void whatNoFileIsLongEnoughToTryIsTriedByOneOfMany() {
    TransferCosts known = new TransferCosts(0);
    file(new TransferCosts(known, 0, 0)).move(100);
    int chosen = 0;
    for (int i = 0; i < 2_000; i++) {
      Simulated file = file(new TransferCosts(known, 0, 0)).with(Way.MAPPING_FIRST, 40_000).move(5);
      chosen += file.taken(Way.MAPPING_FIRST);
    }
    assertThat(chosen).isGreaterThan(5_000);
  }

  @Test
  void newPagesOfAMappingCountLessTheMoreOftenTheyPay() {
    TransferCosts costs = new TransferCosts(0);
    for (int i = 0; i < 200; i++) {
      costs.add(LENGTH, Way.STRAIGHT, 80_000, BYTES);
      costs.add(LENGTH, Way.MAPPING_FIRST, 120_000, BYTES);
      costs.add(LENGTH, Way.MAPPING_AGAIN, 40_000, BYTES);
    }
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_FIRST.bit();
    assertThat(mostly(costs, ways, 1)).isEqualTo(Way.STRAIGHT);
    assertThat(mostly(costs, ways, 4)).isEqualTo(Way.MAPPING_FIRST);
  }

  @Test
  void aWayIsOnTrialUntilItWasMeasuredThreeTimes() {
    TransferCosts costs = new TransferCosts(0);
    for (int i = 0; i < 3; i++) {
      assertThat(costs.isOnTrial(LENGTH, Way.MAPPING_ONCE)).isTrue();
      costs.add(LENGTH, Way.MAPPING_ONCE, 100_000, BYTES);
    }
    assertThat(costs.isOnTrial(LENGTH, Way.MAPPING_ONCE)).isFalse();
  }

  /// Who reads one place again and again meets new pages once, which is no measurement yet.
  @Test
  void knownPagesAreTakenWhereNewOnesAreHardlyKnown() {
    TransferCosts costs = new TransferCosts(0);
    int length = TransferCosts.lengthClass(4096);
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_AGAIN.bit();
    costs.add(length, Way.MAPPING_FIRST, 5_000, 4096);
    for (int i = 0; i < 300; i++) {
      costs.add(length, Way.STRAIGHT, 600, 4096);
      costs.add(length, Way.MAPPING_AGAIN, 60, 4096);
    }
    Way _ = costs.next(length, 4096, ways, 100);
    assertThat(costs.prefersKnownPages(length)).isTrue();
    assertThat(costs.usual(length, ways, 1)).isEqualTo(Way.MAPPING_AGAIN);
  }

  /// Else a thread that was held up between reading and writing the sum would turn it back, and no
  /// other way would be tried until it had grown again.
  @Test
  void theTimeThatThreadsTakeAtOnceAddsUp() throws InterruptedException {
    TransferCosts costs = new TransferCosts(0);
    int threads = 4;
    int each = 200_000;
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(Thread.ofPlatform().start(() -> addStraight(costs, each)));
    }
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(costs.spentNanos()).isEqualTo(10L * threads * each);
  }

  private static void addStraight(TransferCosts costs, int times) {
    for (int i = 0; i < times; i++) {
      costs.add(LENGTH, Way.STRAIGHT, 10, BYTES);
    }
  }

  private static Way mostly(TransferCosts costs, int ways, long uses) {
    Map<Way, Integer> taken = new EnumMap<>(Way.class);
    for (int i = 0; i < 100; i++) {
      taken.merge(costs.next(LENGTH, BYTES, ways, uses), 1, Integer::sum);
    }
    return taken.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }
}
