package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Experiment.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final long GIB = 1L << 30;
  private static final Executable JAVA = Executable.of(new ChannelApproach());
  private static final Executable NATIVE = new Executable.Native(List.of("yardstick"));
  private static final FileWork WORK = FileWork.read(ElementType.BYTE, GIB / 2);

  private final Experiment experiment =
      Fixture.experiment(FileState.CACHED)
          .add(Fixture.entry("a", JAVA, WORK))
          .add(Fixture.c("c", NATIVE, WORK))
          .add(Fixture.entry("b", JAVA, WORK))
          .add(Fixture.c("other-c", NATIVE, WORK))
          .add(Fixture.entry("d", JAVA, WORK).against("other-c"));

  @Test
  void everybodyRunsTogetherWhereMemoryAllows() {
    assertThat(names(Runner.batches(experiment, 100 * GIB)))
        .containsExactly(List.of("c", "a", "b", "other-c", "d"));
  }

  @Test
  void theYardstickTakesPartInEachBatchOfThoseComparedWithIt() {
    List<List<String>> batches = names(Runner.batches(experiment, 5 * GIB / 3));
    assertThat(batches)
        .containsExactly(List.of("c", "a"), List.of("c", "b", "other-c"), List.of("other-c", "d"));
  }

  @Test
  void anEntryTooLargeForTheBudgetStillRuns() {
    assertThat(names(Runner.batches(experiment, 0)).stream().flatMap(List::stream).distinct())
        .containsExactlyInAnyOrder("a", "b", "c", "d", "other-c");
  }

  @Test
  void memoryIsThatOfAllProcessesOfTheLargestWork() {
    Entry entry = Fixture.entry("a", JAVA, WORK, WORK.processes(4)).scratch(10);
    assertThat(entry.heapBytes()).isEqualTo(GIB / 2 + 10);
    assertThat(entry.memoryBytes())
        .isEqualTo(GIB / 2 + 4 * (10 + ProcessLauncher.overheadBytes(JAVA)));
  }

  private static List<List<String>> names(List<List<Entry>> batches) {
    return batches.stream().map(batch -> batch.stream().map(Entry::approach).toList()).toList();
  }
}
