package io.penstock.crashes;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.crashes.CrashJvm.Result;
import io.penstock.crashes.Journal.Call;
import io.penstock.crashes.Journal.Moment;
import io.penstock.preload.PreloadedFunctions;
import io.penstock.testing.CampaignFigures;
import io.penstock.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A crash at every call of every short workload: a process that is killed, or a loss of power.
/// What was promised is there, what was not is old or new, and work goes on.
class EveryCrashTest {
  /// Names the states of a workload, or a single one of them, as a failure prints it.
  private static final String CELL = "penstock.crashes.cell";

  private static final int SAMPLED = 24;
  private static final int STEPS = 3;
  private static final String AUTO = "auto";

  /// Workloads of which this campaign has found that they promised more than they kept.
  private static final List<String> ONCE_FOUND =
      List.of(
          // the name of a folder that was made, in the folder above
          "copy tree by auto",
          "unpack archive by auto",
          // files that another copy had made, and not synced
          "copy tree unsynced, resume copy by auto");

  private static Path folder;
  private static Path library;

  @BeforeAll
  static void build() throws IOException {
    folder = Files.createDirectories(Path.of("target", "crashes")).toAbsolutePath();
    library = PreloadedFunctions.build(folder);
  }

  // ---- what is promised ------------------------------------------------------------------------

  @Test
  void crashesOfASampleOfWorkloadsLeaveWhatWasPromised() throws IOException {
    Optional<String> cell = Optional.ofNullable(System.getProperty(CELL));
    requireKept(cell.isPresent() ? single(cell.get()) : judged(sample()));
  }

  @Test
  void crashesOfWorkloadsThatWereOnceFoundLeaveWhatWasPromised() throws IOException {
    requireKept(judged(ONCE_FOUND.stream().map(Workload::of).toList()));
  }

  private static List<Workload> sample() {
    List<Workload> all = new ArrayList<>(Workload.all(STEPS, AUTO));
    Collections.shuffle(all, Seed.sow(EveryCrashTest.class));
    return Stream.concat(Workload.all(1, AUTO).stream(), all.stream()).limit(SAMPLED).toList();
  }

  private static List<Result> judged(List<Workload> workloads) throws IOException {
    List<Result> results = new ArrayList<>();
    try (CrashJvm jvm = CrashJvm.start(library, folder.resolve("sample"))) {
      for (Workload workload : workloads) {
        results.add(jvm.judge(workload));
      }
    }
    return results;
  }

  private static List<Result> single(String cell) throws IOException {
    Result result = judged(List.of(Workload.of(cell.replaceFirst("/.*", "")))).getFirst();
    List<String> problems =
        result.problems().stream().filter(problem -> isOf(cell, problem)).toList();
    System.out.println(result.counts() + "\n" + String.join("\n", problems));
    return List.of(new Result(result.workload(), result.counts(), problems));
  }

  /// The first line of a problem names its state, below its workload: `.../1` is not `.../10`.
  private static boolean isOf(String cell, String problem) {
    return (problem.lines().findFirst().orElseThrow() + "/").startsWith(cell + "/");
  }

  private static void requireKept(List<Result> results) throws IOException {
    CampaignFigures.add("crashes", results.size(), "sequences of calls");
    CampaignFigures.add("crashes", results.stream().mapToInt(Result::count).sum(), "crashes");
    assertThat(results.stream().flatMap(result -> result.problems().stream()))
        .as(commands(results))
        .isEmpty();
    assertThat(results).allMatch(result -> result.count() > 0);
  }

  private static String commands(List<Result> results) {
    return results.stream()
        .flatMap(result -> result.problems().stream())
        .map(
            problem ->
                "%s%n  again: ./penstock test -pl integration -am -Dtest=EveryCrashTest -Dsurefire.failIfNoSpecifiedTests=false '-Dpenstock.crashes.cell=%s'%n"
                    .formatted(problem, problem.lines().findFirst().orElseThrow()))
        .collect(Collectors.joining("\n"));
  }

  // ---- what is not promised --------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(
      names = {
        "WRITE_RANGE",
        "RESERVE",
        "RESIZE",
        "RENAME",
        "CREATE_IN_PLACE",
        "CREATE_IN_PLACE_AND_SYNC",
        "APPEAR_UNSYNCED",
        "APPEAR",
        "COPY_TREE_UNSYNCED"
      })
  void aLossOfPowerTakesAwayWhatIsNotSynced(Step step) throws IOException {
    try (CrashJvm jvm = CrashJvm.start(library, folder.resolve("weak"))) {
      Result result = jvm.demand(new Workload(List.of(step), AUTO));
      assertThat(result.problems()).as(result.counts().toString()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CREATE", "APPEND", "COLLECTIVE_WRITE", "SAVE_INDEX", "FINISH_ARCHIVE"})
  void aLossOfPowerTakesAwayNothingThatIsSynced(Step step) throws IOException {
    try (CrashJvm jvm = CrashJvm.start(library, folder.resolve("weak"))) {
      assertThat(jvm.demand(new Workload(List.of(step), AUTO)).problems()).isEmpty();
    }
  }

  // ---- whether states are true -----------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(strings = {"create, append by auto", "copy tree by auto"})
  void aKilledProcessLeavesTheTreeThatTheJournalHas(String workload) throws IOException {
    List<Moment> calls;
    try (CrashJvm jvm = CrashJvm.start(library, folder.resolve("recorded"))) {
      calls =
          jvm.record(Workload.of(workload)).moments().stream()
              .filter(moment -> moment.next() instanceof Call)
              .toList();
    }
    int stride = Math.max(1, calls.size() / 4);
    for (int call = 1; call <= calls.size(); call += stride) {
      try (CrashJvm jvm = CrashJvm.start(library, folder.resolve("killed"))) {
        Tree left = jvm.kill(Workload.of(workload), call);
        assertThat(left.withoutRandomNames())
            .as("call %d, %s", call, calls.get(call - 1).next())
            .isEqualTo(calls.get(call - 1).tree().withoutRandomNames());
      }
    }
  }

  // ---- all -------------------------------------------------------------------------------------

  @Test
  @Tag("long")
  void everyCrashOfEveryWorkloadLeavesWhatWasPromised() throws Exception {
    Queue<Workload> workloads = new ConcurrentLinkedQueue<>(Workload.all(STEPS, AUTO));
    for (String engine : List.of("posix", "mapped", "channel", "posix-direct")) {
      workloads.addAll(Workload.all(2, engine));
    }
    CrashTable table = new CrashTable();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        Path own = folder.resolve("worker-" + i);
        workers.add(
            threads.submit(
                () -> {
                  judgeAll(workloads, own, table);
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
    table.write(folder.resolve("crashes.md"));
    System.out.println(table);
    CampaignFigures.add("every crash", table.kills(), "kill points");
    CampaignFigures.add("every crash", table.losses(), "losses of power");
    assertThat(table.bad()).as(commands(table.bad())).isEmpty();
    assertThat(table.kills()).isGreaterThanOrEqualTo(2000);
    assertThat(table.losses()).isGreaterThanOrEqualTo(300);
  }

  private static void judgeAll(Queue<Workload> workloads, Path own, CrashTable table)
      throws IOException {
    try (CrashJvm jvm = CrashJvm.start(library, own)) {
      for (Workload next = workloads.poll(); next != null; next = workloads.poll()) {
        table.add(jvm.judge(next));
      }
    }
  }
}
