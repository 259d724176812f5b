package io.penstock.evaluate.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Imagined;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TargetsTest {
  private static final MessagesChapter CHAPTER = new MessagesChapter();

  @ParameterizedTest
  @EnumSource(Effort.class)
  void everyTargetCanBeReadFromOneRun(Effort effort) {
    List<Target> targets = targets(effort, (_, _) -> 1);
    assertThat(targets).hasSizeGreaterThan(20).allMatch(target -> target.got().isPresent());
    assertThat(targets).extracting(Target::name).doesNotHaveDuplicates();
  }

  @Test
  void lessTimeIsMoreSpeed() {
    Target adaptive = named(targetsWhere("penstock", 0.25), "lease / Netty adaptive");
    assertThat(adaptive.got().orElseThrow()).isCloseTo(4, within(1e-9));
    assertThat(adaptive.met()).isTrue();
    assertThat(named(targetsWhere("penstock", 1), "lease / Netty adaptive").met()).isFalse();
  }

  @Test
  void theWorstSizeOfARangeDecides() {
    List<Target> targets =
        targets(
            Effort.NORMAL,
            (entry, drill) ->
                entry.approach().equals(PointToPoint.ARRAY) && drill.bytes() == 16 << 20 ? 2 : 5);
    Target beyond = named(targets, "beyond 256 KiB");
    assertThat(beyond.got().orElseThrow()).isCloseTo(0.4, within(1e-9));
    assertThat(named(targets, "up to 256 KiB").got().orElseThrow()).isCloseTo(1, within(1e-9));
  }

  @Test
  void aDipAtTheLimitIsSeen() {
    List<Target> targets =
        targets(
            Effort.QUICK,
            (entry, drill) ->
                entry.approach().equals(PointToPoint.SEGMENT)
                        && drill.bytes() == MessageSizes.above(MessageSizes.TCP_LIMIT)
                    ? 0.5
                    : 1);
    assertThat(named(targets, "eager limit").met()).isFalse();
    assertThat(named(targets(Effort.QUICK, (_, _) -> 1), "eager limit").met()).isTrue();
  }

  @Test
  void memoryThatIsHeldCountsAgainstWhatIsAllowed() {
    assertThat(named(targetsWhere("penstock", 1.4), "each live one").met()).isTrue();
    assertThat(named(targetsWhere("penstock", 1.6), "each live one").met()).isFalse();
    assertThat(named(targetsWhere("penstock", 0), "after trim").met()).isTrue();
    assertThat(named(targetsWhere("penstock", 9), "after trim").met()).isFalse();
  }

  @Test
  void eachMpiLibraryHasTargetsOfItsOwn() {
    List<Target> targets =
        targets(
            Effort.NORMAL,
            (entry, _) -> entry.approach().equals("penstock-segment-mpich") ? 0.5 : 1);
    assertThat(named(targets, "mpich, latency").met()).isFalse();
    assertThat(named(targets, "mpich, throughput from 64 KiB").met()).isFalse();
    assertThat(named(targets, "open-mpi, latency").met()).isTrue();
    assertThat(named(targets, "mpi-abi, throughput from 64 KiB").met()).isTrue();
  }

  @Test
  void whatAJobTakesLongerToStartCounts() {
    assertThat(named(targetsWhere("penstock-open-mpi", 390), "open-mpi, start").met()).isTrue();
    assertThat(named(targetsWhere("penstock-open-mpi", 402), "open-mpi, start").met()).isFalse();
    assertThat(named(targetsWhere("penstock-open-mpi", 0), "open-mpi, start").met()).isTrue();
  }

  @Test
  void anAccessThatTakesMillisecondsIsSeen() {
    List<Target> targets =
        targets(
            Effort.QUICK,
            (entry, drill) ->
                entry.approach().equals("penstock-open-mpi") && drill.bytes() == 8 ? 2000 : 1);
    assertThat(named(targets, "open-mpi, put of 8 B").met()).isFalse();
    assertThat(named(targets, "open-mpi, get of 8 B").met()).isFalse();
    assertThat(named(targets, "open-mpi, fetch-and-operate of 8 B").met()).isFalse();
    assertThat(named(targets, "open-mpi, put of 1 MiB").met()).isTrue();
    assertThat(named(targetsWhere("penstock-open-mpi", 0.1), "open-mpi, put of 1 MiB").met())
        .isFalse();
  }

  @Test
  void whatWasNotRunIsNotMetAndGivesNoAdvice() {
    assertThat(CHAPTER.targets(experiments(Effort.QUICK), List.of()))
        .allMatch(target -> target.got().isEmpty() && !target.met());
    assertThat(CHAPTER.advice(new ChapterOutcome("messages", List.of()))).isEmpty();
  }

  @Test
  void adviceNamesWhatWasMeasured() {
    assertThat(
            advice(
                (entry, drill) ->
                    switch (entry.approach()) {
                      case "direct-buffers" -> 700;
                      case "confined-arena" -> 350;
                      default -> drill.threads() == 2 ? 3.5 : 7;
                    }))
        .anyMatch(
            one ->
                one.contains("64 KiB cost 7 ns, 50 times less than in an arena")
                    && one.contains("100 times less than as a direct buffer"))
        .anyMatch(one -> one.contains("7.0 µs between processes and 3.5 µs between threads"))
        .anyMatch(one -> one.contains("7.0 GB/s by MPI (open-mpi) and at 7.0 GB/s by tcp"));
  }

  @Test
  void whatIsNoBetterHereIsNotAdvised() {
    assertThat(advice((_, _) -> 7))
        .isNotEmpty()
        .noneMatch(one -> one.startsWith("Lease memory") || one.contains("as threads"));
  }

  private static List<String> advice(ToDoubleBiFunction<Entry, Drill> figure) {
    return CHAPTER.advice(new ChapterOutcome("messages", outcomes(Effort.QUICK, figure)));
  }

  private static List<Target> targetsWhere(String approach, double figure) {
    return targets(Effort.QUICK, (entry, _) -> entry.approach().equals(approach) ? figure : 1);
  }

  private static Target named(List<Target> targets, String part) {
    return targets.stream()
        .filter(target -> target.name().contains(part))
        .findFirst()
        .orElseThrow();
  }

  private static List<Target> targets(Effort effort, ToDoubleBiFunction<Entry, Drill> figure) {
    return CHAPTER.targets(experiments(effort), outcomes(effort, figure));
  }

  private static List<Experiment> experiments(Effort effort) {
    return CHAPTER.experiments(Children.setting(1, effort, 1, 2));
  }

  private static List<ExperimentOutcome> outcomes(
      Effort effort, ToDoubleBiFunction<Entry, Drill> figure) {
    return experiments(effort).stream()
        .map(experiment -> Imagined.outcome(experiment, Drill.class, figure))
        .toList();
  }
}
