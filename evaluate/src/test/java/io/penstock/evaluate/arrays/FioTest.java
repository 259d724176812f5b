package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Children;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.Percentiles;
import io.penstock.evaluate.run.Task;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FioTest {
  private static final long PAGE = 4096;
  private static final Path FILE = Path.of("/data/12:30/file");
  private static final FileWork READ = FileWork.read(ElementType.INT, PAGE);

  /// What fio 3.33 printed of two threads that read 32 MiB each, 20 times.
  private static final String PRINTED =
      "3;fio-3.33;a;0;0;1310720;3912597;3820;335;0;0;0.000000;0.000000;90;30336;509.904643;"
          + "2173.792852;1.000000%=95;5.000000%=99;vda;398;4;0;0;128;1;130;6.15%\n";

  /// Members of what fio 3.33 printed as JSON after that, where it was asked for it.
  private static final String IN_JSON =
      """
      {
        "read" : {
          "slat_ns" : {
            "percentile" : { "50.000000" : 11, "99.000000" : 12, "99.900000" : 13 }
          },
          "clat_ns" : {
            "percentile" : { "50.000000" : 1704, "99.000000" : 2768, "99.900000" : 34560 }
          }
        },
        "write" : { "clat_ns" : { "min" : 0 } },
        "job_runtime" : 200,
        "usr_cpu" : 7.500000,
        "sys_cpu" : 5.000000
      }
      """;

  @TempDir Path folder;

  private static Task task(FileWork work) {
    return new Task(work, FILE, 0);
  }

  @Test
  void aCachedFileIsReadByCallsThroughThePageCacheThatItLeavesAsItIs() {
    assertThat(Fio.CACHED.command(task(READ.request(1024)), 7))
        .startsWith("fio", "--output-format=terse", "--terse-version=3")
        .contains("--readonly", "--rw=read", "--ioengine=psync", "--direct=0", "--iodepth=1")
        .contains("--loops=7", "--invalidate=0", "--fadvise_hint=0", "--iomem_align=4096")
        .endsWith("--name=block-0", "--offset=0", "--size=16384", "--bs=1024");
  }

  @Test
  void directReadsGoPastThePageCache() {
    assertThat(Fio.DIRECT.command(task(READ), 1)).contains("--ioengine=psync", "--direct=1");
  }

  @Test
  void aRingKeepsAsManyRequestsOnTheirWayAsOthersHaveThreads() {
    assertThat(Fio.DIRECT_RING.command(task(READ.threads(4)), 1))
        .contains("--ioengine=io_uring", "--direct=1", "--iodepth=4")
        .endsWith("--name=block-0", "--offset=0", "--size=16384", "--bs=16384");
  }

  @Test
  void everyThreadHasTheBlockThatOthersReadToo() {
    assertThat(Fio.COLD.command(task(READ.threads(3)), 1))
        .containsSubsequence("--name=block-0", "--offset=0", "--size=4096")
        .containsSubsequence("--name=block-1", "--offset=4096", "--size=4096")
        .endsWith("--name=block-2", "--offset=8192", "--size=8192", "--bs=8192");
  }

  @Test
  void aThreadWithoutABlockHasNoJob() {
    FileWork work = FileWork.read(ElementType.BYTE, PAGE).threads(2);
    assertThat(Fio.CACHED.command(task(work), 1))
        .filteredOn(word -> word.startsWith("--name=block"))
        .containsExactly("--name=block-1");
  }

  @Test
  void theRequestIsAMebibyteWhereTheWorkHasNone() {
    FileWork work = FileWork.read(ElementType.BYTE, 4 * Extent.MEBIBYTE);
    assertThat(Fio.CACHED.command(task(work), 1)).endsWith("--bs=1048576");
  }

  @Test
  void randomReadsAreSharedOutOverTheWholeFile() {
    FileWork work = READ.request(1024).threads(2).access(new Access.Scattered(1001, 7, 64));
    assertThat(Fio.CACHED.command(task(work), 1))
        .contains("--rw=randread", "--size=16384", "--norandommap")
        .containsSubsequence("--name=block-0", "--io_size=512000", "--bs=1024")
        .containsSubsequence("--name=block-1", "--io_size=513024", "--bs=1024");
  }

  @Test
  void aColonInTheNameOfTheFileSeparatesNoNames() {
    assertThat(Fio.CACHED.command(task(READ), 1)).contains("--filename=/data/12\\:30/file");
  }

  @Test
  void tilesAreRefused() {
    FileWork work = READ.access(new Access.Tiles(List.of(64L, 64L), List.of(8L, 8L)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fio.CACHED.command(task(work), 1))
        .withMessageStartingWith("fio has no word for Tiles");
  }

  @Test
  void theTimeIsThatOfTheBytesOfOneRead() throws Exception {
    Fio.Said said = Fio.Said.of(PRINTED);
    assertThat(said).isEqualTo(new Fio.Said(1_310_720, 335));
    assertThat(said.nanos(64 * Extent.MEBIBYTE)).isEqualTo(335_000_000 / 20);
  }

  @Test
  void whatFioRemarksBeforeItsFiguresIsPassedOver() throws Exception {
    assertThat(Fio.Said.of("fio: a remark\n\n" + PRINTED)).isEqualTo(Fio.Said.of(PRINTED));
  }

  @Test
  void whatReadsCostOfProcessorsIsAShareOfTheTimeThatTheJobRan() throws Exception {
    assertThat(Fio.Said.processorNanos(PRINTED + IN_JSON)).isEqualTo(25e6);
    assertThatIOException()
        .isThrownBy(() -> Fio.Said.processorNanos(PRINTED))
        .withMessageStartingWith("fio printed no usr_cpu: 3;fio-3.33;a;0;0");
  }

  @Test
  void thePercentilesAreThoseFromSubmissionToCompletion() throws Exception {
    assertThat(Fio.Said.percentiles(PRINTED + IN_JSON))
        .isEqualTo(new Percentiles(1704, 2768, 34_560));
  }

  @Test
  void requestsAreTimedInRunsOfTheirOwn() throws Exception {
    FileWork work = FileWork.read(ElementType.INT, 1_000 * PAGE).request(PAGE).threads(8);
    assumeFio();
    Path file = Files.write(folder.resolve("file"), new byte[(int) work.fileBytes()]);
    FileWork detailed = work.access(new Access.Scattered(1_000, 7, 64)).detailed();
    assertThat(Fio.COLD.command(task(detailed), 1))
        .contains("--output-format=terse,json", "--gtod_reduce=1");
    try (Move move = Fio.COLD.prepare(new Task(detailed, file, 0), new int[0])) {
      move.run();
      assertThat(move.ownProcessorNanos()).hasValue(0);
      assertThat(move.time().orElseThrow().p50()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fio: this platform\ndoes not support it\n", "3;fio-3.33;a;0;0"})
  void outputWithoutFiguresIsOneLine(String printed) {
    assertThatIOException()
        .isThrownBy(() -> Fio.Said.of(printed))
        .withMessage("fio printed no figures: " + printed.strip().replace('\n', ' '));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "", "-nan", "1.5"})
  void aFigureThatIsNoneIsNamed(String figure) {
    assertThatIOException()
        .isThrownBy(() -> Fio.Said.of(PRINTED.replace(";335;", ";" + figure + ";")))
        .withMessage("fio printed no figure: '" + figure + "'");
  }

  @Test
  void anErrorOfFioIsTold() {
    assertThatIOException()
        .isThrownBy(() -> Fio.Said.of(PRINTED.replace("a;0;0;", "a;0;5;")))
        .withMessage("fio could not read: error 5");
  }

  @ParameterizedTest
  @EnumSource(
      value = Fio.class,
      names = {"CACHED", "COLD"})
  void fioTakesLessForAReadThanFromItsStartToItsEnd(Fio way) throws Exception {
    FileWork work = FileWork.read(ElementType.INT, 1_000 * PAGE + 1).threads(2);
    long start = System.nanoTime();
    assertThat(nanos(way, work)).isBetween(10_000L, System.nanoTime() - start);
  }

  @Test
  void fioTakesLongerForMoreReadsAtRandomPlaces() throws Exception {
    FileWork work = FileWork.read(ElementType.INT, 1_000 * PAGE).request(PAGE).threads(2);
    long few = nanos(Fio.CACHED, work.access(new Access.Scattered(1_000, 7, 64)));
    long many = nanos(Fio.CACHED, work.access(new Access.Scattered(50_000, 7, 64)));
    assertThat(many).isGreaterThan(5 * few);
  }

  private long nanos(Fio way, FileWork work) throws Exception {
    assumeFio();
    Path file = Files.write(folder.resolve("100% of: it"), new byte[(int) work.fileBytes()]);
    try (Move move = way.prepare(new Task(work, file, 0), new int[0])) {
      move.run();
      return move.ownNanos().orElseThrow();
    }
  }

  @Test
  void aFileThatIsNotThereIsOneLine() {
    assumeFio();
    Task task = new Task(READ, folder.resolve("none"), 0);
    assertThatThrownBy(() -> Fio.CACHED.prepare(task, new int[0]).run())
        .isInstanceOf(IOException.class)
        .hasMessage("fio failed with exit status 1");
  }

  @Test
  void whatARingCannotReadIsAbsent() {
    assumeFio();
    Task task = new Task(READ, folder.resolve("none"), 0);
    assertThatThrownBy(() -> Fio.COLD_RING.prepare(task, new int[0]))
        .isInstanceOf(AbsentException.class)
        .hasMessage("fio cannot read by io_uring here: fio failed with exit status 1");
  }

  @Test
  void aWorkerAnswersTheTimeOfFioAndComparesNothing() throws Exception {
    assumeFio();
    ExperimentOutcome outcome = Children.run(folder, asked("arrays.request", PAGE));
    assertThat(outcome.results())
        .isNotEmpty()
        .allSatisfy(result -> assertThat(result.outcome()).isInstanceOf(Outcome.Measured.class));
  }

  private static Experiment asked(String id, long request) {
    return all(Effort.NORMAL).stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .orElseThrow()
        .only(entry -> entry.approach().equals("fio"))
        .each(entry -> entry.only(work -> work.requestBytes().equals(OptionalLong.of(request))));
  }

  @Test
  void fioReadsWhatTouchesTheDeviceAndWritesNothing() {
    assertThat(byExperiment(Effort.NORMAL))
        .isEqualTo(
            Map.of(
                "arrays.read.cached", List.of("fio"),
                "arrays.cold", List.of("fio"),
                "arrays.direct.read", List.of("fio-direct", "fio-direct-io_uring"),
                "arrays.request", List.of("fio"),
                "arrays.random", List.of("fio")));
  }

  private static Map<String, List<String>> byExperiment(Effort effort) {
    return all(effort).stream()
        .collect(Collectors.toMap(Experiment::id, FioTest::approaches))
        .entrySet()
        .stream()
        .filter(one -> !one.getValue().isEmpty())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static List<String> approaches(Experiment experiment) {
    return experiment.entries().stream()
        .map(Entry::approach)
        .filter(name -> name.startsWith("fio"))
        .toList();
  }

  @Test
  void aQuickEvaluationAsksFioOfColdFilesAndRandomPlacesOnly() {
    assertThat(byExperiment(Effort.QUICK).keySet())
        .containsExactlyInAnyOrder("arrays.cold", "arrays.random");
  }

  private static List<Experiment> all(Effort effort) {
    return new ArraysChapter().experiments(Children.setting(PAGE * 1031, effort, 1, 2));
  }

  private static void assumeFio() {
    try {
      Commands.require("fio");
    } catch (AbsentException e) {
      abort(e.reason());
    }
  }
}
