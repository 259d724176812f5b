package io.penstock.evaluate.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// The living processes of one entry, all told the same and released together. For one thread.
///
/// Processes are started when a work needs them. After a failure all are ended, so that the next
/// work begins with fresh ones.
final class Contestant implements AutoCloseable {
  private static final int FIRST_WARMUPS = 5;

  private final Entry entry;
  private final Rules rules;
  private final Staff staff;
  private Optional<Work> prepared = Optional.empty();
  private boolean warm;
  private int turnsOfProcessors = 1;
  private boolean fresh = true;

  /// @param experiment whose entry it is
  /// @param folder for what the processes need
  Contestant(Experiment experiment, Entry entry, Launcher launcher, Rules rules, Path folder) {
    this.entry = entry;
    this.rules = rules;
    staff = new Staff(experiment, entry, launcher, rules, folder);
  }

  /// Makes ready for a work, unless it is ready for just that.
  ///
  /// @param task what the process of a rank is told
  void prepare(Work work, IntFunction<String> task) throws AbsentException, FailedException {
    if (startsAnew()) {
      close();
    }
    if (prepared.equals(Optional.of(work))) {
      return;
    }
    prepared = Optional.empty();
    fresh |= staff.number(work.processes());
    turnsOfProcessors = Math.ceilDiv(work.processes(), Runtime.getRuntime().availableProcessors());
    List<Child> children = staff.children();
    for (int rank = 0; rank < children.size(); rank++) {
      children.get(rank).tell("prepare " + task.apply(rank));
    }
    await("ready");
    prepared = Optional.of(work);
    warm = startsAnew() || (work instanceof FileWork && !isJava(entry.program().ofEach()));
  }

  /// Fills the sources, or spoils the targets.
  void arm(long salt) throws AbsentException, FailedException {
    tell("arm " + salt);
    await("armed");
  }

  /// How long it should still run at least before its figures count, so that a JVM compiles the
  /// code of a work that is new to it and batches get their length. Asked once for each work.
  /// Drills are short and have many, and ranks that share a file run much code: the first of a new
  /// JVM takes longer, until all code is compiled. All takes longer where JVMs take turns at
  /// processors.
  Duration takeWarmup() {
    Duration left = warm ? Duration.ZERO : rules.warmup().multipliedBy(turnsOfProcessors);
    Duration more = fresh && runsMuchJava() ? left.multipliedBy(FIRST_WARMUPS) : left;
    warm = true;
    fresh = false;
    return more;
  }

  private boolean startsAnew() {
    return entry.program() instanceof Program.Anew;
  }

  private static boolean isJava(Program program) {
    return program instanceof Program.Jvm;
  }

  private boolean runsMuchJava() {
    return switch (entry.program().ofEach()) {
      case Program.Jvm jvm ->
          jvm.way() instanceof Exercise
              || entry.program() instanceof Program.Launched
              || entry.program() instanceof Program.Connected;
      case Program.Native _,
          Program.Missing _,
          Program.Launched _,
          Program.Connected _,
          Program.Anew _ ->
          false;
    };
  }

  /// Releases all processes together.
  ///
  /// @return the nanoseconds from the first one's start to the last one's end
  long run() throws AbsentException, FailedException {
    tell("run");
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (String answer : await("ran")) {
      long[] times = times(answer);
      start = Math.min(start, times[0]);
      end = Math.max(end, times[1]);
    }
    return end - start;
  }

  /// Releases all processes together and lets each do a batch.
  ///
  /// @return what rank 0 measured
  Reading drill() throws AbsentException, FailedException {
    tell("run");
    return reading(await("did").getFirst());
  }

  /// Compares the targets; says in one line where one differs from what it should hold.
  Optional<String> verify(long salt) throws FailedException {
    tell("verify " + salt);
    Optional<String> wrong = Optional.empty();
    for (Child child : staff.children()) {
      String answer = child.answer();
      if (answer.startsWith("wrong ")) {
        wrong = Optional.of(answer.substring("wrong ".length()));
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
    prepared = Optional.empty();
  }

  /// Ends the processes at once, after a failure.
  void kill() {
    staff.kill();
    prepared = Optional.empty();
    fresh = true;
  }

  private void tell(String order) throws FailedException {
    for (Child child : staff.children()) {
      child.tell(order);
    }
  }

  /// All answers are taken, so that none is left for the next order.
  private List<String> await(String expected) throws AbsentException, FailedException {
    List<String> answers = new ArrayList<>();
    Optional<AbsentException> absence = Optional.empty();
    for (Child child : staff.children()) {
      try {
        answers.add(child.expect(expected));
      } catch (AbsentException e) {
        absence = Optional.of(e);
      }
    }
    if (absence.isPresent()) {
      throw absence.get();
    }
    return answers;
  }

  private long[] times(String answer) throws FailedException {
    String[] words = answer.split(" ", 2);
    try {
      long[] times = {Long.parseLong(words[0]), Long.parseLong(words[1])};
      if (times[1] > times[0]) {
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
      return new Reading(Long.parseLong(words[0]), Long.parseLong(words[1]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException _) {
      throw fail("gave no reading: " + answer);
    }
  }

  private FailedException fail(String reason) {
    kill();
    return new FailedException(reason);
  }
}
