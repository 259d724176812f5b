package io.penstock.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/// Lucene's randomized suites of index formats and directories again and again, each time by
/// another seed, which a failure tells (`-Dtests.seed`).
class RepeatedSuitesTest {
  private static final Class<?>[] SUITES = {
    DefaultKnnVectorsFormatTest.class,
    DefaultPointsFormatTest.class,
    DefaultPostingsFormatTest.class,
    DefaultStoredFieldsFormatTest.class,
    PenstockDirectoryTest.class,
    EngineDirectoryTest.class
  };

  private static volatile boolean running;

  /// Whether the suites are being repeated: those of their tests that take long are run then.
  static boolean isRunning() {
    return running;
  }

  @Test
  @Tag("long")
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void suitesPassByTheSeedsOfHalfAnHour() {
    running = true;
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(30);
    int run = 0;
    try {
      while (System.nanoTime() < end) {
        Result result = JUnitCore.runClasses(SUITES);
        assertThat(result.getFailures()).isEmpty();
        run += result.getRunCount();
        System.out.println("Lucene's tests so far: " + run);
      }
    } finally {
      running = false;
    }
  }
}
