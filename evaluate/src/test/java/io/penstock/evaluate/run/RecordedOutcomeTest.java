package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.EvaluationOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.JsonReport;
import io.penstock.report.Result;
import io.penstock.report.Target;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The outcome of a quick evaluation that was recorded before chapters were tables of questions:
/// what it says about the machine must stay the same. More may be asked by now.
class RecordedOutcomeTest {
  private static EvaluationOutcome recorded;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream in =
        new GZIPInputStream(
            Objects.requireNonNull(
                RecordedOutcomeTest.class.getResourceAsStream("recorded.json.gz")))) {
      recorded =
          JsonReport.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), "recorded");
    }
  }

  static List<Chapter> chapters() {
    return Chapter.all().stream()
        .filter(
            chapter ->
                recorded.chapters().stream().anyMatch(old -> old.name().equals(chapter.name())))
        .toList();
  }

  @Test
  void noChapterHasGone() {
    assertThat(chapters())
        .extracting(Chapter::name)
        .containsAll(recorded.chapters().stream().map(ChapterOutcome::name).toList());
  }

  private static Setting setting() {
    List<MpiInstallation> libraries =
        List.of(
            library("open-mpi", Optional.empty()),
            library("mpich", Optional.empty()),
            library("mpi-abi", Optional.of(Path.of("python"))));
    return new Setting(
        Effort.QUICK.bytes(), List.of(1, 2), Effort.QUICK, Tools.ofWorker(libraries));
  }

  private static MpiInstallation library(String key, Optional<Path> python) {
    return new MpiInstallation(key, key, List.of(), "", Map.of(), python);
  }

  private static ChapterOutcome outcome(Chapter chapter) {
    return recorded.chapters().stream()
        .filter(one -> one.name().equals(chapter.name()))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("chapters")
  void experimentsAndApproachesAreAskedInTheSameOrder(Chapter chapter) {
    List<Experiment> experiments = chapter.experiments(setting());
    assertThat(experiments)
        .extracting(Experiment::id)
        .containsSubsequence(
            outcome(chapter).experiments().stream().map(ExperimentOutcome::id).toList());
    for (ExperimentOutcome old : outcome(chapter).experiments()) {
      Experiment now =
          experiments.stream().filter(one -> one.id().equals(old.id())).findFirst().orElseThrow();
      assertThat(now.measure().unit()).isEqualTo(old.unit());
      assertThat(now.measure().better()).isEqualTo(old.better());
      assertThat(now.axis()).isEqualTo(old.axis());
      assertThat(works(now))
          .as(old.id())
          .containsSubsequence(old.results().stream().map(RecordedOutcomeTest::work).toList());
    }
  }

  private static List<String> works(Experiment experiment) {
    return experiment.entries().stream()
        .flatMap(
            entry ->
                entry.works().stream()
                    .map(
                        work ->
                            String.join(
                                " ",
                                entry.approach(),
                                entry.by().name(),
                                work.threads() + "",
                                work.processes() + "",
                                work.bytes() + "",
                                work.requestBytes() + "")))
        .toList();
  }

  private static String work(Result result) {
    return String.join(
        " ",
        result.approach(),
        result.by().name(),
        result.threads() + "",
        result.processes() + "",
        result.bytes() + "",
        result.requestBytes() + "");
  }

  @ParameterizedTest
  @MethodSource("chapters")
  void goalsComeToTheSameRatiosAndVerdicts(Chapter chapter) {
    ChapterOutcome old = outcome(chapter);
    Map<String, Target> now =
        chapter.targets(chapter.experiments(setting()), old.experiments()).stream()
            .collect(Collectors.toMap(Target::name, target -> target));
    assertThat(old.targets()).isNotEmpty();
    for (Target target : old.targets()) {
      assertThat(now).containsKey(target.name());
      Target same = Objects.requireNonNull(now.get(target.name()));
      assertThat(same.wanted()).as(target.name()).isEqualTo(target.wanted());
      assertThat(same.got()).as(target.name()).isEqualTo(target.got());
      assertThat(same.met()).as(target.name()).isEqualTo(target.met());
    }
  }

  /// That of two chapters: the others say more by now, and say the ratios.
  @Test
  void theAdviceIsTheSame() {
    List<Chapter> same =
        chapters().stream()
            .filter(one -> one.name().equals("messages") || one.name().equals("start"))
            .toList();
    assertThat(same.stream().flatMap(one -> one.advice(outcome(one)).stream()))
        .hasSizeGreaterThan(5)
        .isSubsetOf(recorded.advice());
  }

  @ParameterizedTest
  @MethodSource("chapters")
  void everyChapterGivesAdviceWithTheRatiosThatItRestsOn(Chapter chapter) {
    assertThat(chapter.advice(outcome(chapter)))
        .isNotEmpty()
        .filteredOn(sentence -> !sentence.startsWith("A run without --quick"))
        .allMatch(sentence -> sentence.matches(".*\\d.*"))
        .noneMatch(sentence -> sentence.contains("TreeWalk")); // which was not faster that day
  }
}
