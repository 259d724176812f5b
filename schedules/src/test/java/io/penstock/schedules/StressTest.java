package io.penstock.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.CampaignFigures;
import io.penstock.testing.Seed;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What threads share without locks holds its promises on real processors, behind real compilers,
/// and jcstress notices on this JDK where it does not.
class StressTest {
  /// The property that names the tests to run.
  private static final String NAMED = "penstock.stress";

  private static final int DRAWN = 3;
  private static final int SHORT_MILLIS = 300;
  private static final int LONGER_MILLIS = 1000;
  private static final int MOST_SECONDS = 300;
  private static final int MOST_LONG_SECONDS = 7200;

  /// A planted bug shows in one of a hundred thousand samples or so.
  private static final int MOST_TRIES = 10;

  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  @BeforeAll
  static void processors() {
    SpokenAssumption.that(
        Runtime.getRuntime().availableProcessors() > 1, "jcstress needs two processors");
  }

  private static List<String> drawn() throws IOException {
    Optional<String> named = Optional.ofNullable(System.getProperty(NAMED));
    if (named.isPresent()) {
      return List.of(named.get().split(","));
    }
    Random random = Seed.sow(StressTest.class);
    List<String> tests = new ArrayList<>(Jcstress.tests());
    Collections.shuffle(tests, random);
    return tests.subList(0, DRAWN);
  }

  private static void requireHeld(List<String> failed, Jcstress.Run run) throws IOException {
    CampaignFigures.add("schedules", run.passed(), "configurations by jcstress");
    assertThat(failed)
        .as(
            "%s%n./penstock test -pl schedules -am -Dtest=StressTest#aDrawnFewHoldAndPlantedBugsAreFound -Dsurefire.failIfNoSpecifiedTests=false -D%s=%s",
            run.said(), NAMED, String.join(",", failed))
        .isEmpty();
    assertThat(run.passed() + run.failures()).as(run.said()).isEqualTo(run.planned()).isPositive();
  }

  /// Options for a run behind the compilers as they come.
  static String[] shortly(int millis) {
    String time = Integer.toString(millis);
    return new String[] {
      "-f", "1", "-iters", "1", "-time", time, "-sc", "false", "-jvmArgs", NATIVE
    };
  }

  private static Jcstress.Run runShortly(List<String> tests, int millis) throws Exception {
    return Jcstress.run(tests, MOST_SECONDS, shortly(millis));
  }

  /// In one go: jcstress tries out for seconds what the JVM can do.
  @Test
  void aDrawnFewHoldAndPlantedBugsAreFound() throws Exception {
    List<String> tests = new ArrayList<>(drawn());
    tests.addAll(Jcstress.planted());
    Jcstress.Run run = runShortly(tests, SHORT_MILLIS);
    List<String> failed = new ArrayList<>(run.failed());
    failed.removeAll(Jcstress.planted());
    requireHeld(failed, run);
    List<String> hidden = new ArrayList<>(Jcstress.planted());
    hidden.removeAll(run.failed());
    for (int i = 1; i <= MOST_TRIES && !hidden.isEmpty(); i++) {
      hidden.removeAll(runShortly(hidden, i * LONGER_MILLIS).failed());
    }
    assertThat(hidden).as("planted bugs that jcstress passes").isEmpty();
  }

  @Test
  @Tag("long")
  void allHoldUnderEveryCompiler() throws Exception {
    long begin = System.nanoTime();
    Jcstress.Run run =
        Jcstress.run(Jcstress.tests(), MOST_LONG_SECONDS, "-m", "quick", "-jvmArgsPrepend", NATIVE);
    System.out.printf(
        Locale.ROOT,
        "jcstress: %d tests, %d configurations, %,d samples, %.0f s%n",
        Jcstress.tests().size(),
        run.planned(),
        run.samples(),
        (System.nanoTime() - begin) / 1e9);
    requireHeld(run.failed(), run);
  }
}
