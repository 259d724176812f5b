package io.penstock.message;

import io.penstock.message.threads.RankThreads;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// A way to run ranks, for contract suites. One line in [#all] puts another transport under them.
public interface TestJob {
  /// For [org.junit.jupiter.params.provider.MethodSource].
  String ALL = "io.penstock.message.TestJob#all";

  /// For [org.junit.jupiter.params.provider.MethodSource]: every transport with several sizes.
  String SIZES = "io.penstock.message.TestJob#sizes";

  /// Names the only transports to test, with commas between, for runs that repeat a test very
  /// often.
  String TRANSPORTS = "penstock.transports";

  /// Names the only numbers of ranks to test, likewise.
  String RANKS = "penstock.ranks";

  /// Says how many seconds a rank waits before it asks whether there is a deadlock.
  String PATIENCE = "penstock.message.deadlockSeconds";

  /// So long does a rank of a [#hasty] job wait before it tells its peer what it is in, and as long
  /// again before it asks whether there is a deadlock.
  long HASTE_NANOS = 200_000_000;

  /// Every transport with several numbers of ranks.
  @SuppressWarnings("exports") // to suites of other packages, in this module
  static Stream<Arguments> sizes() {
    List<String> asked = asked(RANKS, "1,2,3,4,7");
    return all().stream()
        .flatMap(job -> asked.stream().map(ranks -> Arguments.of(job, Integer.valueOf(ranks))));
  }

  /// Every transport whose ranks a test can start.
  static List<TestJob> all() {
    List<String> asked = asked(TRANSPORTS, "threads,tcp");
    return Stream.of(named("threads", RankThreads::run), named("tcp", LoopbackRanks::run))
        .filter(job -> asked.contains(job.toString()))
        .toList();
  }

  private static List<String> asked(String property, String all) {
    return List.of(System.getProperty(property, all).split(",", -1));
  }

  /// Runs `body` at as many ranks, and ends when all have.
  ///
  /// @throws RankFailedException if one failed, with its cause
  void run(int ranks, RankThreads.Body body);

  /// The same with ranks that look into why nothing comes as often as [#HASTE_NANOS] says, where
  /// others wait for a second or more.
  default TestJob hasty() {
    return (ranks, body) -> {
      String usual = System.getProperty(PATIENCE, "");
      System.setProperty(PATIENCE, Double.toString(HASTE_NANOS / 1e9));
      try {
        run(ranks, body);
      } finally {
        System.setProperty(PATIENCE, usual);
      }
    };
  }

  private static TestJob named(String name, TestJob job) {
    return new TestJob() {
      @Override
      public void run(int ranks, RankThreads.Body body) {
        job.run(ranks, body);
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
