package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Executable.Started;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Runner.Rules;
import io.penstock.evaluate.run.Subprocess.FailedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The worker processes of one entry: they get the same orders, start together and take turns with
/// those of other entries. For one thread.
///
/// Processes are started when a work needs them. After a failure all are ended, so that the next
/// work begins with fresh ones.
final class Contestant implements AutoCloseable {
  private static final int FIRST_WARMUPS = 5;

  /// Batches of a drill's warm-up, however long they take.
  private static final int LEAST_BATCHES = 20;

  private final Entry entry;
  private final Rules rules;
  private final Staff staff;
  private final ScratchFolder workspace;
  private final FileState state;
  private final Measure measure;
  private @Nullable Work prepared;
  private boolean warm;
  private int turnsOfProcessors = 1;
  private boolean fresh = true;

  /// @param experiment whose entry it is
  /// @param workspace of the files, and of those by which processes find each other
  Contestant(
      Experiment experiment,
      Entry entry,
      ProcessLauncher launcher,
      Rules rules,
      ScratchFolder workspace) {
    this.entry = entry;
    this.rules = rules;
    this.workspace = workspace;
    state = experiment.state();
    measure = experiment.measure();
    staff = new Staff(experiment, entry, launcher, rules, workspace.folder());
  }

  /// Makes ready for a work, unless it is ready for just that.
  ///
  /// @param task what the process of a rank is told
  private void prepare(Work work, IntFunction<String> task)
      throws AbsentException, FailedException {
    if (startsAnew()) {
      close();
    }
    if (work.equals(prepared)) {
      return;
    }
    prepared = null;
    fresh |= staff.number(work.processes());
    turnsOfProcessors = Math.ceilDiv(work.processes(), Runtime.getRuntime().availableProcessors());
    List<Child> children = staff.children();
    for (int rank = 0; rank < children.size(); rank++) {
      children.get(rank).tell("prepare " + task.apply(rank));
    }
    await("ready");
    prepared = work;
    warm =
        startsAnew()
            || (work instanceof FileWork && !(entry.program().ofEach() instanceof Executable.Jvm));
  }

  /// Fills the sources, or spoils the targets.
  private void arm(long salt) throws AbsentException, FailedException {
    tell("arm " + salt);
    await("armed");
  }

  /// How long it should still run at least before its figures count, so that a JVM compiles the
  /// code of a work that is new to it and batches get their length. Asked once for each work.
  /// Drills are short and have many, and ranks that share a file run much code: the first of a new
  /// JVM takes longer, until all code is compiled. All takes longer where JVMs take turns at
  /// processors.
  private Duration takeWarmup() {
    Duration left = warm ? Duration.ZERO : rules.warmup().multipliedBy(turnsOfProcessors);
    Duration more = fresh && runsMuchJava() ? left.multipliedBy(FIRST_WARMUPS) : left;
    warm = true;
    fresh = false;
    return more;
  }

  private boolean startsAnew() {
    return entry.program().isStarted(Started.ANEW);
  }

  private boolean runsMuchJava() {
    return entry.program().ofEach() instanceof Executable.Jvm jvm
        && (jvm.way() instanceof Exercise || entry.program().isJob());
  }

  /// Releases all processes together.
  ///
  /// @return the nanoseconds from the first one's start to the last one's end
  private Reading run() throws AbsentException, FailedException {
    tell("run");
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    long processor = 0;
    for (String answer : await("ran")) {
      long[] times = times(answer);
      start = Math.min(start, times[0]);
      end = Math.max(end, times[1]);
      processor += times[2];
    }
    try {
      return new Reading(Math.subtractExact(end, start), 1, processor);
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw fail("gave no times: " + e.getMessage());
    }
  }

  /// Releases all processes together and lets each do a batch.
  ///
  /// @return what rank 0 measured
  private Reading drill() throws AbsentException, FailedException {
    tell("run");
    return reading(await("did").getFirst());
  }

  /// Compares the targets; says in one line where one differs from what it should hold.
  private Optional<String> verify(long salt) throws FailedException {
    tell("verify " + salt);
    Optional<String> wrong = Optional.empty();
    List<Child> silent = new ArrayList<>(staff.children());
    while (!silent.isEmpty()) {
      String answer = staff.next(silent).answer();
      if (answer.startsWith("wrong ")) {
        wrong = wrong.or(() -> Optional.of(answer.substring("wrong ".length())));
      } else if (!answer.equals("verified")) {
        throw fail("could not compare what it read: " + answer);
      }
    }
    return wrong;
  }

  /// Ends the processes, politely.
  @Override
  public void close() {
    staff.close();
    prepared = null;
  }

  /// Ends the processes at once, after a failure.
  void kill() {
    staff.kill();
    prepared = null;
    fresh = true;
  }

  private void tell(String order) throws FailedException {
    for (Child child : staff.children()) {
      child.tell(order);
    }
  }

  /// The answers of all, in the order of their ranks. Whoever comes first is heard first: a rank
  /// may be silent because it waits for one that has failed. All answers are taken, so that none is
  /// left for the next order.
  private List<String> await(String expected) throws AbsentException, FailedException {
    List<Child> children = staff.children();
    String[] answers = new String[children.size()];
    Optional<AbsentException> absence = Optional.empty();
    List<Child> silent = new ArrayList<>(children);
    while (!silent.isEmpty()) {
      Child child = staff.next(silent);
      try {
        answers[children.indexOf(child)] = child.expect(expected);
      } catch (AbsentException e) {
        absence = absence.or(() -> Optional.of(e));
      } catch (FailedException e) {
        if (absence.isEmpty()) {
          throw e;
        }
        kill();
        silent.clear();
      }
    }
    if (absence.isPresent()) {
      throw absence.get();
    }
    return List.of(answers);
  }

  /// Start, end, and the time of processors, 0 where it is not told.
  private long[] times(String answer) throws FailedException {
    String[] words = answer.split(" ", 3);
    try {
      long processor = words.length == 3 ? Long.parseLong(words[2]) : 0;
      long[] times = {Long.parseLong(words[0]), Long.parseLong(words[1]), processor};
      if (times[1] > times[0] && processor >= 0) {
        return times;
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException _) {
      // said below, together with times that run backwards
    }
    throw fail("gave no times: " + answer);
  }

  private Reading reading(String answer) throws FailedException {
    String[] words = answer.split(" ", 2);
    try {
      Reading reading = new Reading(Long.parseLong(words[0]), Long.parseLong(words[1]));
      if (reading.amount() > 0 || !measure.isOfTime()) {
        return reading;
      }
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException _) {
      // said below, together with what took no time
    }
    throw fail("gave no reading: " + answer);
  }

  private FailedException fail(String reason) {
    kill();
    return new FailedException(reason);
  }

  // ---- turns -----------------------------------------------------------------------------------

  /// Takes a turn: makes everything ready, the state of the file last, runs, and compares.
  ///
  /// @param wrong hears where what was done differs from what should have been done
  /// @throws AbsentException if the work or the state cannot be had here
  /// @throws FailedException if the contestant failed
  /// @throws IOException if a file could not be prepared or compared
  Reading take(Work work, Consumer<String> wrong)
      throws AbsentException, FailedException, IOException {
    return switch (work) {
      case FileWork file -> move(file, wrong);
      case Drill drill -> operate(drill, wrong);
      case TextWork text -> pass(text, wrong);
    };
  }

  private Reading move(FileWork work, Consumer<String> wrong)
      throws AbsentException, FailedException, IOException {
    FileContents contents = FileContents.of(work, state, workspace.folder());
    Path file = contents.path();
    boolean reads = work.operation() == Operation.READ;
    long salt = reads ? FileContents.READ_SALT : workspace.freshSalt();
    prepare(work, rank -> TaskLine.of(new Task(work, file, rank)));
    warmUp(file);
    arm(salt);
    if (!reads) {
      trim(file, work.fileBytes());
    }
    state.make(contents);
    Reading reading = run();
    (reads ? verify(salt) : difference(work, file, salt)).ifPresent(wrong);
    return reading;
  }

  /// Takes a turn in which single requests are timed, of a work that reads.
  ///
  /// @param wrong hears where what was read differs from what should have been
  /// @return what the process of rank 0 found; empty where it times none
  /// @throws AbsentException if the work or the state cannot be had here
  /// @throws FailedException if the contestant failed
  /// @throws IOException if the file could not be prepared
  Optional<Percentiles> time(FileWork work, Consumer<String> wrong)
      throws AbsentException, FailedException, IOException {
    FileContents contents = FileContents.of(work, state, workspace.folder());
    prepare(work, rank -> TaskLine.of(new Task(work, contents.path(), rank)));
    arm(FileContents.READ_SALT);
    state.make(contents);
    tell("time");
    String answer = await("timed").getFirst();
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    verify(FileContents.READ_SALT).ifPresent(wrong);
    try {
      return Optional.of(Percentiles.parse(answer));
    } catch (IllegalArgumentException _) {
      throw fail("gave no percentiles: " + answer);
    }
  }

  /// Short runs alone would leave a JVM's code interpreted, and the library without knowledge of
  /// what its ways of moving bytes cost here. Whatever the state that is measured, the file is
  /// cached here, or not there where one is to be created.
  private void warmUp(Path file) throws AbsentException, FailedException, IOException {
    Duration least = takeWarmup();
    Settling settling = new Settling(least);
    boolean settled = least.isZero();
    while (!settled) {
      long start = System.nanoTime();
      if (state == FileState.NEW_FILE) {
        state.make(file);
      }
      long nanos = run().amount();
      settled = settling.ran(nanos, System.nanoTime() - start);
    }
  }

  /// A contestant that went astray may have made the file longer, which is not the next one's
  /// fault.
  private static void trim(Path file, long bytes) throws IOException {
    if (Files.exists(file) && Files.size(file) > bytes) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(bytes);
      }
    }
  }

  private static Optional<String> difference(FileWork work, Path file, long salt)
      throws IOException {
    ContentPattern pattern = ContentPattern.of(salt, work.type(), work.order());
    return new FileContents(file, pattern, work.fileBytes(), work.period()).difference();
  }

  /// What is not done in batches is not warmed up.
  private Reading operate(Drill drill, Consumer<String> wrong)
      throws AbsentException, FailedException {
    long salt = prepareDrill(drill, drill);
    if (!drill.batch().isZero()) {
      warmUpBatches(LEAST_BATCHES);
    }
    arm(salt);
    return drilled(salt, wrong);
  }

  /// An operation may take seconds: one that outlasts the warm-up is done once.
  private Reading pass(TextWork work, Consumer<String> wrong)
      throws AbsentException, FailedException, IOException {
    Path file = workspace.path(work.corpus());
    long salt = prepareDrill(work, work.told(file, workspace.answers(work.corpus())));
    warmUpBatches(0);
    arm(salt);
    state.make(file);
    return drilled(salt, wrong);
  }

  private long prepareDrill(Work work, Drill told) throws AbsentException, FailedException {
    long salt = workspace.freshSalt();
    Path meeting = workspace.folder().resolve("meeting-" + salt);
    prepare(work, rank -> TaskLine.of(new DrillTask(told, rank, meeting)));
    return salt;
  }

  private Reading drilled(long salt, Consumer<String> wrong)
      throws AbsentException, FailedException {
    Reading reading = drill();
    verify(salt).ifPresent(wrong);
    return reading;
  }

  /// Batches grow to their length meanwhile, those of programs that are no Java too. Whatever the
  /// state that is measured, the file is cached here.
  ///
  /// @param least so many batches are done, however long they take
  private void warmUpBatches(int least) throws AbsentException, FailedException {
    long nanos = takeWarmup().toNanos();
    long start = System.nanoTime();
    for (int done = 0; nanos > 0 && (done < least || System.nanoTime() - start < nanos); done++) {
      drill();
    }
  }

  /// A warm-up that looks at what runs take, to tell when they have settled: windows of them are no
  /// faster any more than earlier ones, by their medians. That they are slower shows a busy machine
  /// and no reason to wait. The first run loads classes and counts for nothing.
  static final class Settling {
    private static final long WINDOW_NANOS = 100_000_000;

    /// So many windows have to be no faster than what was before them.
    private static final int WINDOWS = 2;

    /// Runs that never settle are not waited for longer than so many windows.
    private static final int MOST_WINDOWS = 15;

    private static final double FASTER = 0.95;

    private final long leastNanos;
    private final List<Double> window = new ArrayList<>();
    private boolean loaded;
    private long spentNanos;
    private long windowNanos;
    private final List<Double> medians = new ArrayList<>();

    /// @param least that the runs after the first one take together
    Settling(Duration least) {
      leastNanos = least.toNanos();
    }

    /// Takes note of one more run.
    ///
    /// @param nanos that it took
    /// @param elapsed what it took with all that belongs to it
    /// @return whether no further one is needed
    boolean ran(long nanos, long elapsed) {
      if (!loaded) {
        loaded = true;
        return false;
      }
      spentNanos += elapsed;
      windowNanos += elapsed;
      window.add((double) nanos);
      return windowNanos >= WINDOW_NANOS && endsWindow();
    }

    private boolean endsWindow() {
      medians.add(Findings.median(window));
      windowNanos = 0;
      window.clear();
      return spentNanos >= leastNanos
          && (isNoFaster() || spentNanos >= leastNanos + MOST_WINDOWS * WINDOW_NANOS);
    }

    private boolean isNoFaster() {
      int before = medians.size() - WINDOWS;
      return before > 0
          && Collections.min(medians.subList(before, medians.size()))
              >= FASTER * Collections.min(medians.subList(0, before));
    }
  }
}
