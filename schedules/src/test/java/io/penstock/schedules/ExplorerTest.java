package io.penstock.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.CampaignFigures;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What threads share holds its promises in all schedules that Fray draws, and Fray finds on this
/// JDK what does not.
class ExplorerTest {
  /// The property that says which recording to repeat: of which schedule, a colon, the folder.
  private static final String RECORDING = "penstock.recording";

  private static final int FEW = 20;
  private static final int ENOUGH_FOR_PLANTED = 5000;
  private static final int MANY = Integer.getInteger("penstock.schedules", 20_000);
  private static final int MOST_SECONDS = 300;
  private static final int MOST_LONG_SECONDS = 7200;

  @BeforeAll
  static void system() {
    SpokenAssumption.that(Fray.obstacle().isEmpty(), Fray.obstacle().orElse(""));
  }

  /// The names of all schedules, or those that a property names, with commas between them.
  static List<String> names() {
    String some = System.getProperty("penstock.schedules.programs", "");
    return some.isEmpty() ? Schedules.names() : List.of(some.split(",", -1));
  }

  static List<String> planted() {
    return Schedules.planted();
  }

  private static void requireNoError(List<String> names, Fray.Run run) throws IOException {
    CampaignFigures.add("schedules", run.schedules(), "schedules by Fray");
    assertThat(run.error())
        .as(
            "%s%n./penstock test -pl schedules -am -Dtest=ExplorerTest#aRecordingIsRepeated -Dsurefire.failIfNoSpecifiedTests=false -D%s=%s:%s",
            run.said(), RECORDING, String.join(",", names), run.recording())
        .isEmpty();
  }

  @Test
  void allHoldInAFewSchedules() throws Exception {
    Fray.Run run = Fray.explore("all", List.of(), FEW, MOST_SECONDS);
    requireNoError(Schedules.names(), run);
    assertThat(run.schedules()).isEqualTo(FEW);
  }

  @ParameterizedTest
  @MethodSource("planted")
  void aPlantedBugIsFoundAndItsRecordingFindsItAgain(String name) throws Exception {
    Fray.Run run = Fray.explore(name, List.of(name), ENOUGH_FOR_PLANTED, MOST_SECONDS);
    System.out.println(name + ": " + run.error() + " in schedule " + run.schedules());
    assertThat(run.error()).as("Fray passes a planted bug:\n" + run.said()).isPresent();
    Fray.Run again = Fray.repeat(List.of(name), run.recording(), MOST_SECONDS);
    assertThat(again.error()).as(again.said()).isEqualTo(run.error());
  }

  @Test
  void aRecordingIsRepeated() throws Exception {
    Optional<String> named = Optional.ofNullable(System.getProperty(RECORDING));
    SpokenAssumption.that(named.isPresent(), "no recording is named by -D" + RECORDING);
    String[] parts = named.orElseThrow().split(":", 2);
    List<String> names = List.of(parts[0].split(","));
    requireNoError(names, Fray.repeat(names, Path.of(parts[1]), MOST_SECONDS));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("names")
  void eachHoldsInManySchedules(String name) throws Exception {
    long begin = System.nanoTime();
    Fray.Run run = Fray.explore(name, List.of(name), MANY, MOST_LONG_SECONDS);
    System.out.printf(
        Locale.ROOT,
        "Fray: %s, %,d schedules, %.0f s%n",
        name,
        run.schedules(),
        (System.nanoTime() - begin) / 1e9);
    requireNoError(List.of(name), run);
    assertThat(run.schedules()).isEqualTo(MANY);
  }
}
