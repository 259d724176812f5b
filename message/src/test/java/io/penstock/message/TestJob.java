package io.penstock.message;

import io.penstock.message.threads.RankThreads;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// A way to run ranks, for contract suites. One line in [#all] puts another transport under them.
public interface TestJob {
  /// For [org.junit.jupiter.params.provider.MethodSource].
  String ALL = "io.penstock.message.TestJob#all";

  /// For [org.junit.jupiter.params.provider.MethodSource]: every transport with several sizes.
  String SIZES = "io.penstock.message.TestJob#sizes";

  /// Every transport with several numbers of ranks.
  @SuppressWarnings("exports") // to suites of other packages, in this module
  static Stream<Arguments> sizes() {
    return all().stream()
        .flatMap(job -> IntStream.of(1, 2, 3, 4, 7).mapToObj(ranks -> Arguments.of(job, ranks)));
  }

  /// Names the only transports to test, with commas between, for runs that repeat a test very
  /// often.
  String TRANSPORTS = "penstock.transports";

  /// Every transport whose ranks a test can start.
  static List<TestJob> all() {
    List<String> asked = List.of(System.getProperty(TRANSPORTS, "threads,tcp").split(",", -1));
    return Stream.of(named("threads", RankThreads::run), named("tcp", LoopbackRanks::run))
        .filter(job -> asked.contains(job.toString()))
        .toList();
  }

  /// Runs `body` at as many ranks, and ends when all have.
  ///
  /// @throws RankFailedException if one failed, with its cause
  void run(int ranks, RankThreads.Body body);

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
