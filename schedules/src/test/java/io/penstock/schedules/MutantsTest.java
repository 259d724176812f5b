package io.penstock.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bugs that are planted in what threads share are noticed by the schedules and by jcstress.
class MutantsTest {
  private static final int SCHEDULES = 20_000;
  private static final int MOST_SECONDS = 600;
  private static final int MOST_TRIES = 20;

  @TempDir Path folder;

  static List<Mutant> ofSchedules() {
    return Mutant.ofSchedules();
  }

  static List<Mutant> ofStress() {
    return Mutant.ofStress();
  }

  static List<Mutant> all() {
    return Stream.concat(ofSchedules().stream(), ofStress().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyBugFitsTheSources(Mutant mutant) throws IOException {
    assertThat(mutant.fits()).as("%s", mutant).isOne();
    boolean scheduled = Schedules.names().contains(mutant.noticedBy());
    assertThat(scheduled || Jcstress.tests().contains(mutant.noticedBy())).isTrue();
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("ofSchedules")
  void theExplorerNotices(Mutant mutant) throws Exception {
    SpokenAssumption.that(Fray.obstacle().isEmpty(), Fray.obstacle().orElse(""));
    Path classes = mutant.compiledIn(folder);
    long begin = System.nanoTime();
    List<String> names = List.of(mutant.noticedBy());
    Fray.Run run = Fray.explore("mutant", classes, names, SCHEDULES, MOST_SECONDS);
    tell(mutant, "schedule " + run.schedules() + ", " + run.error(), begin);
    assertThat(run.error()).as("%s\n%s", mutant, run.said()).isPresent();
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("ofStress")
  void jcstressNotices(Mutant mutant) throws Exception {
    Path classes = mutant.compiledIn(folder);
    long begin = System.nanoTime();
    List<String> names = List.of(mutant.noticedBy());
    boolean noticed = false;
    for (int i = 0; i < MOST_TRIES && !noticed; i++) {
      Jcstress.Run run = Jcstress.run(classes, names, MOST_SECONDS, StressTest.shortly(1000));
      noticed = run.failed().equals(names);
    }
    tell(mutant, mutant.noticedBy(), begin);
    assertThat(noticed).as("%s", mutant).isTrue();
  }

  private static void tell(Mutant mutant, String by, long beganNanos) {
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    System.out.printf(Locale.ROOT, "%s: %s, after %.1f s%n", mutant, by, seconds);
  }
}
