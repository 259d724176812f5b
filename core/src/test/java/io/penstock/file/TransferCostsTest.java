package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.file.TransferCosts.Way;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    int ways = ALL;
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
        Way way = costs.next(length, bytes, ways, 1);
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

  /// Of one way, in nanoseconds for each of a million bytes, which are as many femtoseconds for
  /// each byte.
  private static TransferCosts measured(long... nanos) {
    TransferCosts costs = new TransferCosts(0);
    for (long each : nanos) {
      costs.add(LENGTH, Way.STRAIGHT, each, 1_000_000);
    }
    return costs;
  }

  @Test
  void whatIsKnownIsSaidByLengthWithTheRateAndTheNumberOfMeasurements() {
    TransferCosts costs = measured(100_000);
    assertThat(costs.explain()).isEqualTo("to 2048 KiB: straight 10.0 GB/s (1)");
    costs.add(LENGTH, Way.CHUNK_1M, 400_000, 1_000_000);
    costs.add(TransferCosts.lengthClass(4096), Way.STRAIGHT, 2048, 4096);
    costs.add(TransferCosts.lengthClass(3 << 20), Way.MAPPING_ONCE, 3 << 20, 3 << 20);
    assertThat(costs.explain())
        .isEqualTo(
            "to 4 KiB: straight 2.0 GB/s (1); to 2048 KiB: straight 10.0 GB/s (1), chunks of 1 MiB 2.5 GB/s (1); longer: pages of a mapping for a moment 1.0 GB/s (1)");
    assertThat(new TransferCosts(0).explain()).isEmpty();
  }

  @Test
  void transfersUpToALimitAreAlike() {
    long[] limits = {4 << 10, 16 << 10, 64 << 10, 256 << 10, 2 << 20};
    for (int i = 0; i < limits.length; i++) {
      assertThat(TransferCosts.lengthClass(limits[i])).isEqualTo(i);
      assertThat(TransferCosts.lengthClass(limits[i] + 1)).isEqualTo(i + 1);
    }
    assertThat(TransferCosts.lengthClass(Long.MAX_VALUE)).isEqualTo(limits.length);
  }

  @ParameterizedTest
  @CsvSource({
    "'3000,1000,2000', 1000.0", // the least of the first three counts
    "'1000,1000,1000,1800', 975.6", // later ones by a thirty-second part of the difference
    "'1000,1000,1000,600', 1012.1",
    "'1000,1000,1000,500', 1015.2",
    "'1000,1000,1000,400', 1428.6", // by half of it if they are less than half
    "'1000,1000,1000,4000', 914.9", // what waited counts four times at the most
    "'1000,1000,1000,900000', 914.9",
    "'0,0,5', 1000000.0"
  })
  void measurementsMoveACostByAPartOfTheDifference(String nanos, String rate) {
    TransferCosts costs =
        measured(Arrays.stream(nanos.split(",", -1)).mapToLong(Long::parseLong).toArray());
    assertThat(costs.explain()).startsWith("to 2048 KiB: straight " + rate + " GB/s");
  }

  @Test
  void shorterTransfersMoveACostByAnEighthAndNoneCountsForMoreThanTenMinutes() {
    TransferCosts costs = new TransferCosts(0);
    int length = TransferCosts.lengthClass(250_000);
    for (long nanos : new long[] {250, 250, 250, 450}) {
      costs.add(length, Way.STRAIGHT, nanos, 250_000);
    }
    assertThat(costs.explain()).isEqualTo("to 256 KiB: straight 909.1 GB/s (4)");
    costs.add(LENGTH, Way.STRAIGHT, Long.MAX_VALUE / 2, 2_000_000);
    assertThat(costs.explain()).endsWith("to 2048 KiB: straight 0.0 GB/s (1)");
    assertThat(costs.best(LENGTH, Way.STRAIGHT.bit(), 1)).isEqualTo(Way.STRAIGHT);
  }

  @Test
  void theFirstTransfersOfEachLengthAreMeasuredThenOneInSomeAndLongOnesAlways() {
    TransferCosts costs = new TransferCosts(0);
    int length = TransferCosts.lengthClass(256 << 10);
    assertThat(due(costs, length, 16)).isEqualTo(16);
    costs.add(length, Way.STRAIGHT, 1000, 100_000);
    assertThat(costs.spentNanos()).isEqualTo(1000);
    assertThat(costs.movedBytes()).isEqualTo(100_000);
    assertThat(due(costs, length, 4080)).isBetween(120, 135); // one in 32
    costs.add(length, Way.STRAIGHT, 1000, 100_000);
    assertThat(costs.spentNanos()).isEqualTo(33_000); // it stands for those that were not measured
    assertThat(costs.movedBytes()).isEqualTo(3_300_000);
    assertThat(due(costs, length, 25_600)).isBetween(95, 105); // one in 256
    costs.add(length, Way.STRAIGHT, 1000, 100_000);
    assertThat(costs.spentNanos()).isEqualTo(289_000);
    assertThat(due(costs, length + 1, 1000)).isEqualTo(1000);
    costs.add(length + 1, Way.STRAIGHT, 1000, 1_000_000);
    assertThat(costs.spentNanos()).isEqualTo(290_000);
    assertThat(due(costs, 0, 16)).isEqualTo(16); // each length for itself
  }

  private static int due(TransferCosts costs, int length, int transfers) {
    int due = 0;
    for (int i = 0; i < transfers; i++) {
      due += costs.isDue(length) ? 1 : 0;
    }
    return due;
  }

  @Test
  void theWayThatAUserNamesIsTakenWhateverItCostsWhereThereIsOne() {
    TransferCosts costs = new TransferCosts(Way.named("mapping"));
    for (int i = 0; i < 20; i++) {
      costs.add(LENGTH, Way.STRAIGHT, 10, BYTES);
      costs.add(LENGTH, Way.MAPPING_FIRST, 1_000_000, BYTES);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(costs.next(LENGTH, BYTES, ALL, 1)).isEqualTo(Way.MAPPING_FIRST);
      assertThat(costs.usual(LENGTH, ALL, 1)).isEqualTo(Way.MAPPING_FIRST);
    }
    int again = Way.MAPPING_AGAIN.bit() | Way.CHUNK_256K.bit();
    assertThat(costs.next(LENGTH, BYTES, again, 1)).isEqualTo(Way.MAPPING_AGAIN);
    assertThat(costs.best(LENGTH, Way.CHUNK_256K.bit(), 1)).isEqualTo(Way.CHUNK_256K);
    assertThat(costs.prefersKnownPages(LENGTH)).isFalse();
  }

  @Test
  void eachWayHasAWordAndOthersAreRefusedByAListOfThem() {
    assertThat(Way.named("straight")).isEqualTo(Way.STRAIGHT.bit() | Way.STRAIGHT_NEAR.bit());
    assertThat(Way.named("chunk-256k")).isEqualTo(Way.CHUNK_256K.bit());
    assertThat(Way.named("chunk-1m")).isEqualTo(Way.CHUNK_1M.bit());
    assertThat(Way.named("chunk-4m")).isEqualTo(Way.CHUNK_4M.bit());
    assertThat(Way.named("mapping")).isEqualTo(Way.MAPPING_FIRST.bit() | Way.MAPPING_AGAIN.bit());
    assertThat(Way.named("mapping-once")).isEqualTo(Way.MAPPING_ONCE.bit());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Way.named("fast"))
        .withMessageContainingAll("no way 'fast'", "straight, chunk-256k", "mapping-once");
  }

  /// A process that reads one small file need not load what a mapping needs.
  @Test
  void aMappingIsTriedOnceAProcessHasMovedBytesForFiftyMilliseconds() {
    TransferCosts costs = new TransferCosts(0);
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_FIRST.bit();
    costs.add(LENGTH, Way.STRAIGHT, 10_000_000, BYTES);
    costs.add(LENGTH, Way.STRAIGHT, 10_000_000, BYTES);
    costs.add(LENGTH, Way.STRAIGHT, 29_999_999, BYTES);
    for (int i = 0; i < 100; i++) {
      assertThat(costs.next(LENGTH, BYTES, ways, 1)).isEqualTo(Way.STRAIGHT);
    }
    costs.add(LENGTH, Way.STRAIGHT, 1, BYTES);
    assertThat(costs.best(LENGTH, ways, 1)).isEqualTo(Way.MAPPING_FIRST);
  }

  /// New pages cost 120, known ones 40, and a call 80: two uses of new pages cost as much as two
  /// calls.
  @Test
  void newPagesAreTakenFromSoManyUsesOnAsTheyPay() {
    TransferCosts costs = new TransferCosts(0);
    for (int i = 0; i < 20; i++) {
      costs.add(LENGTH, Way.STRAIGHT, 80, 1_000_000);
      costs.add(LENGTH, Way.CHUNK_1M, 90, 1_000_000);
      costs.add(LENGTH, Way.MAPPING_FIRST, 119, 1_000_000);
      costs.add(LENGTH, Way.MAPPING_AGAIN, 40, 1_000_000);
    }
    int calls = Way.STRAIGHT.bit() | Way.CHUNK_1M.bit();
    int ways = calls | Way.MAPPING_FIRST.bit();
    assertThat(costs.best(LENGTH, ways, 1)).isEqualTo(Way.STRAIGHT);
    assertThat(costs.best(LENGTH, ways, 2)).isEqualTo(Way.MAPPING_FIRST);
    Way _ = costs.next(LENGTH, 1_000_000, ways, 1);
    assertThat(costs.usual(LENGTH, ways, 1)).isEqualTo(Way.STRAIGHT);
    assertThat(costs.usual(LENGTH, ways, 2)).isEqualTo(Way.MAPPING_FIRST);
    assertThat(costs.usual(LENGTH, calls, 2)).isEqualTo(Way.STRAIGHT);
    assertThat(costs.usual(LENGTH, Way.CHUNK_1M.bit() | Way.MAPPING_FIRST.bit(), 1))
        .isEqualTo(Way.CHUNK_1M);
    assertThat(costs.prefersKnownPages(LENGTH)).isTrue();
    assertThat(costs.usual(LENGTH, calls | Way.MAPPING_AGAIN.bit(), 1))
        .isEqualTo(Way.MAPPING_AGAIN);
    assertThat(costs.usual(LENGTH, calls, 1)).isEqualTo(Way.STRAIGHT);
  }

  @Test
  void knownPagesThatCostMoreThanACallAreNotPreferred() {
    TransferCosts costs = new TransferCosts(0);
    for (int i = 0; i < 20; i++) {
      costs.add(LENGTH, Way.STRAIGHT, 80, 1_000_000);
      costs.add(LENGTH, Way.MAPPING_FIRST, 119, 1_000_000);
      costs.add(LENGTH, Way.MAPPING_AGAIN, 80, 1_000_000);
    }
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_FIRST.bit() | Way.MAPPING_AGAIN.bit();
    Way _ = costs.next(LENGTH, 1_000_000, ways, 1);
    assertThat(costs.prefersKnownPages(LENGTH)).isFalse();
    assertThat(costs.usual(LENGTH, ways, 1_000_000)).isEqualTo(Way.STRAIGHT);
  }

  /// Short reads that come seldom find the page tables out of the processor's cache: until two
  /// hundred of them have been measured, known pages count as a third of a call.
  @Test
  void whatKnownPagesCostShortReadsIsBelievedWhenManyHaveBeenMeasured() {
    TransferCosts costs = new TransferCosts(0);
    int length = TransferCosts.lengthClass(64 << 10);
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_AGAIN.bit();
    for (int i = 0; i < 20; i++) {
      costs.add(length, Way.STRAIGHT, 5_000, 50_000);
    }
    for (int i = 0; i < 199; i++) {
      costs.add(length, Way.MAPPING_AGAIN, 6_000, 50_000);
    }
    assertThat(costs.best(length, ways, 1)).isEqualTo(Way.MAPPING_AGAIN);
    costs.add(length, Way.MAPPING_AGAIN, 6_000, 50_000);
    assertThat(costs.best(length, ways, 1)).isEqualTo(Way.STRAIGHT);
  }

  @Test
  void onlyTheEndOfALargeMappingTellsWhatItsPagesCost() {
    int ways = Way.STRAIGHT.bit() | Way.MAPPING_FIRST.bit();
    for (long bytes : new long[] {(64 << 20) - 1, 64 << 20}) {
      TransferCosts known = new TransferCosts(0);
      TransferCosts costs = new TransferCosts(known, 0, 0);
      for (int i = 0; i < 20; i++) {
        costs.add(LENGTH, Way.STRAIGHT, 100_000, BYTES);
        costs.add(LENGTH, Way.MAPPING_FIRST, 80_000, BYTES);
      }
      known.addRelease(64 * 40_000, 64 << 20); // no file's own
      costs.addRelease(64 * 40_000, bytes);
      assertThat(costs.best(LENGTH, ways, 1))
          .isEqualTo(bytes < 64 << 20 ? Way.MAPPING_FIRST : Way.STRAIGHT);
    }
  }

  /// The lengths of the runs in which ways that are not the best are taken, one after the other.
  private static List<Integer> runs(Simulated file, int transfers) {
    List<Integer> runs = new ArrayList<>();
    int run = 0;
    for (int i = 0; i < transfers; i++) {
      if (file.move(1).taken(Way.STRAIGHT) == 0) {
        run++;
      } else if (run > 0) {
        runs.add(run);
        run = 0;
      }
    }
    return runs;
  }

  @ParameterizedTest
  @CsvSource({"1048576, 4", "131072, 4", "65536, 4", "32768, 8", "4096, 64", "1024, 256"})
  void aWayIsTriedBySoManyTransfersAsMakeAQuarterOfAMegabyteAndByFourAtLeast(
      long bytes, int times) {
    Simulated file = file().ofLength(bytes).move(5_000);
    while (file.move(1).taken(Way.STRAIGHT) == 0) {} // what has begun
    assertThat(runs(file, 100_000)).isNotEmpty().containsOnly(times);
  }

  /// Of what the transfers take, the ways that are tried may cost a three-hundredth each.
  @Test
  void eachOtherWayIsTriedForAboutAThreeHundredthOfTheTime() {
    Simulated file = file().move(20_000).move(100_000);
    long total = file.spent;
    for (Way way : List.of(Way.CHUNK_256K, Way.CHUNK_1M, Way.MAPPING_FIRST)) {
      long more = file.taken(way) * (file.cost(way) - 80_000);
      assertThat((double) more / total).as(way.label).isBetween(0.8 / 300, 1.02 / 300);
    }
  }

  @Test
  void aWayThatShortTransfersHardlyKnowIsTriedForATwentiethAndLaterForLess() {
    Simulated file = file().ofLength(4096);
    file.ways = Way.STRAIGHT.bit() | Way.MAPPING_FIRST.bit();
    file.move(15_000);
    long more = file.taken(Way.MAPPING_FIRST) * 120_000L;
    assertThat((double) more / file.spent).isBetween(0.03, 0.06);
    file.move(100_000).move(400_000);
    more = file.taken(Way.MAPPING_FIRST) * 120_000L;
    assertThat((double) more / file.spent).isBetween(0.8 / 300, 1.1 / 300);
  }

  @Test
  void aLargeFileTriesAtOnceWhatASmallOneHasNotTheTimeFor() {
    TransferCosts known = new TransferCosts(0);
    for (int i = 0; i < 400; i++) {
      known.add(LENGTH, Way.STRAIGHT, 80_000, BYTES);
      known.add(LENGTH, Way.CHUNK_256K, 100_000, BYTES);
    }
    int ways = Way.STRAIGHT.bit() | Way.CHUNK_256K.bit();
    Way _ = known.next(LENGTH, BYTES, Way.CHUNK_256K.bit(), 1); // just taken
    // Four tries of 20 microseconds too much, three hundred times.
    long needed = 4L * 20_000 * 300;
    TransferCosts small = new TransferCosts(known, 8 * (needed - 200_000), 0);
    assertThat(small.next(LENGTH, BYTES, ways, 1)).isEqualTo(Way.STRAIGHT);
    TransferCosts large = new TransferCosts(known, 8 * (needed + 200_000), 0);
    assertThat(large.next(LENGTH, BYTES, ways, 1)).isEqualTo(Way.CHUNK_256K);
  }

  @Test
  void theCostsOfReadsAndWritesAreTheirOwnAndOfAllFiles() {
    TransferCosts read = TransferCosts.of(TransferDirection.READ, 0, 0);
    TransferCosts write = TransferCosts.of(TransferDirection.WRITE, 0, 0);
    int length = TransferCosts.lengthClass(1 << 20);
    boolean known = write.hasMeasured(length, Way.STRAIGHT_NEAR);
    for (int i = 0; i < 3; i++) {
      read.add(length, Way.STRAIGHT_NEAR, 100_000, 1 << 20);
    }
    assertThat(
            TransferCosts.of(TransferDirection.READ, 0, 0).hasMeasured(length, Way.STRAIGHT_NEAR))
        .isTrue();
    assertThat(write.hasMeasured(length, Way.STRAIGHT_NEAR)).isEqualTo(known);
  }

  private static Way mostly(TransferCosts costs, int ways, long uses) {
    Map<Way, Integer> taken = new EnumMap<>(Way.class);
    for (int i = 0; i < 100; i++) {
      taken.merge(costs.next(LENGTH, BYTES, ways, uses), 1, Integer::sum);
    }
    return taken.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }
}
