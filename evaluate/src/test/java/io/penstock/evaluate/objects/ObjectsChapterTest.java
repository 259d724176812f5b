package io.penstock.evaluate.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.ChapterContract;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.report.Axis;
import io.penstock.report.Better;
import io.penstock.report.By;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Figures;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import io.penstock.report.Target;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ObjectsChapterTest extends ChapterContract {
  private static final Chapter CHAPTER = new ObjectsChapter();
  private static final Set<String> NATURAL =
      Set.of(ObjectWay.JDK.approach(), ObjectWay.PENSTOCK.approach());

  @TempDir Path folder;

  ObjectsChapterTest() {
    super(CHAPTER);
  }

  /// Sizes by everybody, which saves and loads; the rest by the JDK and by Penstock.
  static Stream<Experiment> experiments() {
    return CHAPTER.experiments(Children.setting(1 << 20, Effort.QUICK, 1, 2)).stream()
        .filter(experiment -> !experiment.id().startsWith("objects.array.doubles"))
        .map(
            experiment ->
                experiment.id().endsWith(".size")
                    ? experiment
                    : only(experiment, entry -> NATURAL.contains(entry.approach())));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void everyApproachComesToTheRightResult(Experiment experiment) throws IOException {
    assertRight(Children.run(folder, experiment), by -> true);
  }

  @Test
  void objectsWithOtherNumbersInTheirArraysAreNotAlike() {
    TestObject one = new TestObject(1);
    TestObject pixels = new TestObject(1, one.name, one.timeStamp, new Panel());
    TestObject bounds = new TestObject(1, one.name, one.timeStamp, new Panel());
    assertThat(one.isLike(pixels)).isTrue();
    pixels.panel.pixels[5]++;
    bounds.panel.widgets.getFirst().bounds[1]++;
    assertThat(one.isLike(pixels)).isFalse();
    assertThat(one.isLike(bounds)).isFalse();
  }

  @Test
  void aStreamOfOtherObjectsThanWereWrittenIsNoticed() throws Exception {
    Path file = folder.resolve("stream");
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(SavedObject.vector(3, TestObject::new));
    }
    assertThat(StreamAnalysis.read(file, 3)).isEmpty();
    assertThat(StreamAnalysis.read(file, 4)).hasValue("3 objects instead of 4");
    assertThat(StreamAnalysis.analyse(file, 3)).isEmpty();
    assertThat(StreamAnalysis.analyse(file, 4)).hasValue("3 objects instead of 4");
  }

  @Test
  void aTargetIsSetForEachArrayAndForTheAnalysis() {
    List<Target> targets =
        targets(
            List.of(
                outcome("objects.array.ints.1000.save", 300, 100),
                outcome("objects.array.ints.1000.load", 299, 100),
                outcome("objects.ints.save", 1, 1),
                outcome("objects.analysis", 100, 200)));
    assertThat(targets).extracting(Target::met).containsExactly(true, false, true);
  }

  private static List<Target> targets(List<ExperimentOutcome> outcomes) {
    List<String> ids = outcomes.stream().map(ExperimentOutcome::id).toList();
    return CHAPTER.targets(
        CHAPTER.experiments(Children.setting(1, Effort.QUICK, 1)).stream()
            .filter(experiment -> ids.contains(experiment.id()))
            .toList(),
        outcomes);
  }

  private static ExperimentOutcome outcome(String id, double jdk, double penstock) {
    return new ExperimentOutcome(
        id,
        id,
        "here",
        "µs",
        Better.LOWER,
        Axis.NONE,
        List.of(
            result(ObjectWay.JDK.approach(), By.CLASSIC, jdk),
            result(ObjectWay.PENSTOCK.approach(), By.PENSTOCK, penstock)),
        List.of(),
        List.of());
  }

  private static Result result(String approach, By by, double figure) {
    return new Result(
        approach,
        by,
        1,
        1,
        1,
        OptionalLong.empty(),
        new Outcome.Measured(new Figures(figure, figure, figure, 1), OptionalDouble.empty()),
        Optional.empty());
  }
}
