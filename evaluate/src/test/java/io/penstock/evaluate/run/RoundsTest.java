package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Runner.Rules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundsTest {
  private static final int RUNS = 6;
  private static final FileWork WORK = FileWork.read(ElementType.BYTE, 5000);

  @TempDir Path folder;

  @Test
  void everybodyTakesOneTurnInEachRoundInAnOrderDrawnAnew() throws IOException {
    List<String> turns = turns(7);
    Set<List<String>> orders = new HashSet<>();
    for (int round = 0; round <= RUNS; round++) {
      List<String> names = turns.subList(3 * round, 3 * round + 3);
      assertThat(names).containsExactlyInAnyOrder("a", "b", "c");
      orders.add(names);
    }
    assertThat(orders).hasSizeGreaterThan(1);
    assertThat(turns).hasSize(3 * (RUNS + 1));
  }

  @Test
  void theOrderFollowsFromTheSeed() throws IOException {
    assertThat(turns(7)).isEqualTo(turns(7)).isNotEqualTo(turns(8));
  }

  private List<String> turns(long seed) throws IOException {
    Executable c = Fixture.yardstick();
    Experiment experiment =
        Fixture.experiment(FileState.CACHED)
            .add(Fixture.c("a", c, WORK))
            .add(Fixture.c("b", c, WORK))
            .add(Fixture.c("c", c, WORK));
    List<String> turns = new ArrayList<>();
    Rules rules = new Rules(RUNS, 1, Duration.ofMillis(1), Fixture.DEADLINE, 1L << 30, seed);
    Listener listener =
        new Listener() {
          @Override
          public void begins(Experiment asked, Entry entry, Work work, int run, int runs) {
            assertThat(run).isEqualTo(turns.size() / 3 + 1);
            assertThat(runs).isEqualTo(RUNS + 1);
            turns.add(entry.approach());
          }
        };
    try (ScratchFolder workspace = ScratchFolder.in(folder)) {
      Runner runner = new Runner(workspace, rules, Fixture.launcher(), listener);
      assertThat(runner.steps(experiment)).isEqualTo(3 * (RUNS + 1));
      runner.run(experiment);
    }
    return turns;
  }
}
