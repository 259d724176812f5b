package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.report.By;
import io.penstock.report.Detail;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BatchesChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new BatchesChapter();
  private static final long BYTES = 12 << 20;

  @TempDir Path folder;

  BatchesChapterTest() {
    super(CHAPTER);
  }

  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(BYTES, Effort.QUICK, 1, 2)).stream();
  }

  /// Where the system has no rings, or keeps no file cold, approaches may be missing.
  @ParameterizedTest
  @MethodSource("experiments")
  void noApproachComesToAWrongResult(Experiment experiment) throws IOException {
    ExperimentOutcome outcome = Children.run(folder, experiment);
    assertRight(outcome, by -> by == By.JDK && experiment.id().equals("batches.cached"));
    outcome.results().stream()
        .filter(result -> result.measured().isPresent())
        .forEach(result -> assertDetails(result, !experiment.id().startsWith("batches.rerank")));
  }

  @Test
  void whereTheKernelGivesNoRingsTheyAreMissing() throws Exception {
    Path source = folder.resolve("refusing.c");
    Path library = folder.resolve("refusing.so");
    Files.writeString(
        source,
        """
        #include <errno.h>
        long syscall(long number, ...) {
          errno = EPERM;
          return -1;
        }
        """);
    String _ =
        Commands.output(
            List.of("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString()));
    Experiment direct =
        only(
            experiments().findFirst().orElseThrow(),
            entry -> List.of("penstock-batch-direct", "ring-direct").contains(entry.approach()));
    ExperimentOutcome outcome =
        Children.run(folder, direct.each(entry -> withoutRings(entry, library)));
    assertThat(outcome.results())
        .extracting(Result::outcome)
        .satisfiesExactly(
            java ->
                assertThat(((Outcome.Absent) java).reason())
                    .startsWith("engine 'uring-direct' cannot work here: "),
            c ->
                assertThat(c)
                    .isEqualTo(
                        new Outcome.Absent(
                            "no ring of the kernel's here: Operation not permitted")));
  }

  private static Entry withoutRings(Entry entry, Path library) {
    if (!(entry.program() instanceof Executable.Native(List<String> words))) {
      return entry.options("-Dpenstock.uring=off");
    }
    List<String> command =
        Stream.concat(Stream.of("env", "LD_PRELOAD=" + library), words.stream()).toList();
    return Entry.of(entry.approach(), entry.by(), new Executable.Native(command), entry.works());
  }

  /// Where there are any: what a million reads cost, and what single ones took.
  private static void assertDetails(Result result, boolean any) {
    List<String> all = List.of("processor", "p50", "p99", "p99.9");
    List<String> names = result.approach().equals("fio-direct") ? all.subList(1, 4) : all;
    List<Double> medians =
        result.details().stream().map(detail -> detail.figures().median()).toList();
    assertThat(result.details())
        .as(result.approach())
        .extracting(Detail::name)
        .isEqualTo(any ? names : List.of());
    assertThat(medians).allMatch(median -> median > 0);
    assertThat(medians.subList(any ? medians.size() - 3 : 0, medians.size())).isSorted();
  }
}
