package io.penstock.crashes;

import io.penstock.crashes.Journal.Call;
import io.penstock.crashes.Journal.Mark;
import io.penstock.crashes.Journal.Moment;
import io.penstock.crashes.Tree.Node;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Makes the states of a folder again in which a crash of a workload may leave it, and compares
/// them with what was promised.
final class Judge {
  /// The version of what is written by a step that is repeated after a crash.
  static final int REPEATED = 9;

  private static final int PAGE = 4096;
  private static final int PARTS = 3;
  private static final int MOST_PROBLEMS = 5;
  private static final int LINES_BEFORE = 12;
  private static final int MOST_FRAMES = 10;

  private final Workload workload;
  private final Demand demand;
  private final int lossesOfAMoment;
  private final Journal journal;
  private final Path folder;
  private final Set<Known> good = new HashSet<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private int begun;
  private int done;

  /// What is required after a loss of power.
  enum Demand {
    /// What the steps promise.
    PROMISED,
    /// All that has returned.
    EVERYTHING
  }

  /// A way to end.
  enum Crash {
    /// By a signal, between two calls.
    KILL,
    /// By a signal, in the middle of a call.
    TORN,
    /// By a loss of power.
    POWER
  }

  /// A state that was judged. The same tree may be right after one step and wrong after another.
  private record Known(Tree tree, int begun, int done, boolean survivesPages) {}

  /// The outcome.
  ///
  /// @param counts how many states were judged, by steps and crashes
  record Outcome(Map<String, Integer> counts, List<String> problems) {}

  /// @param folder that is made for each state anew
  /// @param losses states of a loss of power at each moment, beside that of which nothing but what
  ///   was synced is left
  Judge(Workload workload, Demand demand, int losses, Journal journal, Path folder) {
    this.workload = workload;
    this.demand = demand;
    this.lossesOfAMoment = losses;
    this.journal = journal;
    this.folder = folder;
  }

  // ---- states
  // ------------------------------------------------------------------------------------

  /// Judges all states.
  Outcome judge() throws IOException {
    List<Moment> moments = journal.moments();
    requireGivenUnchanged(moments);
    Disk disk = new Disk(moments.getFirst().tree());
    for (int i = 0; i < moments.size() && problems.size() < MOST_PROBLEMS; i++) {
      Moment moment = moments.get(i);
      disk.become(moment.tree());
      if (demand == Demand.PROMISED) {
        judge(Crash.KILL, i, 0, moment.tree());
        tear(i);
      }
      judge(Crash.POWER, i, 0, disk.synced());
      for (int loss = 1; loss <= lossesOfAMoment; loss++) {
        judge(Crash.POWER, i, loss, disk.some(new Random(seed(i, loss))));
      }
      pass(moment.next(), disk);
    }
    return new Outcome(counts, problems);
  }

  /// No step changes what it reads.
  private void requireGivenUnchanged(List<Moment> moments) {
    Map<String, Node> before = given(moments.getFirst().tree());
    for (int i = 1; i < moments.size(); i++) {
      if (!given(moments.get(i).tree()).equals(before)) {
        problems.add(
            "%s/%s/%d/0%na source was changed%nafter%n%s"
                .formatted(workload, Crash.KILL, i, trace(i)));
        return;
      }
    }
  }

  private static Map<String, Node> given(Tree tree) {
    Map<String, Node> given = new TreeMap<>(tree.nodes());
    given.keySet().removeIf(path -> path.isEmpty() || !Workload.isGiven(Path.of(path).getName(0)));
    return given;
  }

  private long seed(int moment, int loss) {
    return 31L * (31L * workload.toString().hashCode() + moment) + loss;
  }

  private void pass(Journal.Next next, Disk disk) {
    switch (next) {
      case Mark mark -> {
        begun = (mark.number() + 1) / 2;
        done = mark.number() / 2;
      }
      case Call call -> {
        if (call.isSync()) {
          disk.sync(call.path());
        } else if (call.isSyncOfAll()) {
          disk.syncAll();
        }
      }
    }
  }

  /// A process that is killed while it writes has written whole pages.
  private void tear(int at) throws IOException {
    if (!(journal.moments().get(at).next() instanceof Call call) || !call.isDivisible()) {
      return;
    }
    Tree before = journal.moments().get(at).tree();
    Tree after = journal.moments().get(at + 1).tree();
    int part = 0;
    for (Map.Entry<String, Node> entry : after.nodes().entrySet()) {
      Node older = before.nodes().get(entry.getKey());
      if (older != null && older.number() == entry.getValue().number()) {
        for (byte[] torn : torn(call, older.content(), entry.getValue().content())) {
          Map<String, Node> nodes = new HashMap<>(before.nodes());
          nodes.put(entry.getKey(), older.with(torn));
          judge(Crash.TORN, at, part++, Tree.of(nodes));
        }
      }
    }
  }

  private static List<byte[]> torn(Call call, byte[] older, byte[] newer) {
    int first = Arrays.mismatch(older, newer);
    if (first < 0) {
      return List.of();
    }
    int from = call.from() < 0 ? first : Math.toIntExact(call.from());
    int firstPage = from / PAGE + 1;
    int pages = (int) Math.min(newer.length - 1, from + call.count() - 1) / PAGE - firstPage + 1;
    Set<Integer> ends = new TreeSet<>();
    for (int i = 0; i < Math.min(PARTS, pages); i++) {
      ends.add((firstPage + i * (pages - 1) / (PARTS - 1)) * PAGE);
    }
    List<byte[]> torn = new ArrayList<>();
    for (int end : ends) {
      byte[] bytes = Arrays.copyOf(older, Math.max(older.length, end));
      System.arraycopy(newer, from, bytes, from, end - from);
      torn.add(bytes);
    }
    return torn;
  }

  // ---- verdicts
  // ----------------------------------------------------------------------------------

  private Step step() {
    int last = workload.steps().size();
    return workload.steps().get(Math.clamp(begun > done ? begun - 1 : done - 1, 0, last - 1));
  }

  private void judge(Crash crash, int moment, int part, Tree tree) throws IOException {
    counts.merge(step() + "=" + crash, 1, Integer::sum);
    Known known = new Known(tree, begun, done, crash != Crash.POWER);
    if (good.contains(known)) {
      return;
    }
    try {
      check(crash, part, tree);
      good.add(known);
    } catch (AssertionError | IOException | RuntimeException e) {
      problems.add(
          "%s/%s/%d/%d%n%s%nafter%n%s"
              .formatted(workload, crash, moment, part, trace(e), trace(moment)));
    }
  }

  private void check(Crash crash, int part, Tree tree) throws IOException {
    delete(folder);
    tree.write(folder);
    Workload.age(folder);
    boolean resting = begun == done;
    Map<String, Thing> found = promises(crash).require(folder);
    if (crash != Crash.POWER && resting) {
      requireNothingLeft();
    }
    if (crash != Crash.POWER || part == 0) {
      repeat(found);
    }
  }

  private Promises promises(Crash crash) {
    Promises promises = workload.promises(journal.moments().getLast().tree());
    for (int i = 0; i < begun; i++) {
      Step step = workload.steps().get(i);
      step.change(promises, i + 1, i + 1);
      if (i < done) {
        if (crash != Crash.POWER || demand == Demand.EVERYTHING) {
          promises.settleAll();
        } else {
          step.keep(promises);
        }
      }
    }
    return promises;
  }

  private void requireNothingLeft() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      List<Path> left = paths.filter(Thing.Leftover::isListed).toList();
      Thing.require(left.isEmpty(), left + " were left behind although nothing was interrupted");
    }
  }

  /// What was interrupted, or was done last, is done again.
  private void repeat(Map<String, Thing> found) throws IOException {
    Promises promises = new Promises(found, Tree.of(Map.of()));
    Step step = step();
    if (demand == Demand.EVERYTHING
        || !step.isOrdinary()
        || (step.needsArray() && !promises.hasArray())) {
      return;
    }
    int number = Math.max(1, begun);
    step.perform(new Step.Scene(folder, promises.array(), workload.access(), number, REPEATED));
    step.change(promises, number, REPEATED);
    promises.settleAll();
    try {
      Map<String, Thing> _ = promises.require(folder);
    } catch (AssertionError e) {
      throw new AssertionError("repeated: " + e.getMessage(), e);
    }
  }

  // ---- messages
  // ----------------------------------------------------------------------------------

  private static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return String.join("\n", text.toString().lines().limit(MOST_FRAMES).toList());
  }

  private String trace(int moment) {
    List<String> lines = new ArrayList<>();
    for (int i = Math.max(0, moment - LINES_BEFORE); i < moment; i++) {
      lines.add("  " + i + " " + journal.moments().get(i).next());
    }
    return String.join("\n", lines);
  }

  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
