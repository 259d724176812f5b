package io.penstock.evaluate.run;

import io.penstock.evaluate.run.FileWork.Operation;
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

/// A turn of one contestant at one work: everything around the timed part.
///
/// @param workspace of the files, and of those by which processes find each other
/// @param state of the file when the run begins
/// @param contestant whose turn it is
/// @param wrong hears where what was done differs from what should have been done
record Turn(Workspace workspace, FileState state, Contestant contestant, Consumer<String> wrong) {
  /// Batches of a drill's warm-up, however long they take.
  private static final int LEAST_BATCHES = 20;

  /// Makes everything ready, the state of the file last, runs, compares.
  ///
  /// @throws AbsentException if the work or the state cannot be had here
  /// @throws FailedException if the contestant failed
  /// @throws IOException if a file could not be prepared or compared
  Reading take(Work work) throws AbsentException, FailedException, IOException {
    return switch (work) {
      case FileWork file -> move(file);
      case Drill drill -> drill(drill);
      case TextWork text -> pass(text);
    };
  }

  private Reading move(FileWork work) throws AbsentException, FailedException, IOException {
    FileContents contents = FileContents.of(work, state, workspace.folder());
    Path file = contents.path();
    boolean reads = work.operation() == Operation.READ;
    long salt = reads ? FileContents.READ_SALT : workspace.freshSalt();
    contestant.prepare(work, rank -> TaskLine.of(new Task(work, file, rank)));
    warmUp(file);
    contestant.arm(salt);
    if (!reads) {
      trim(file, work.fileBytes());
    }
    state.make(contents);
    Reading reading = new Reading(contestant.run(), 1);
    (reads ? contestant.verify(salt) : difference(work, file, salt)).ifPresent(wrong);
    return reading;
  }

  /// Short runs alone would leave a JVM's code interpreted, and the library without knowledge of
  /// what its ways of moving bytes cost here. Whatever the state that is measured, the file is
  /// cached here, or not there where one is to be created.
  private void warmUp(Path file) throws AbsentException, FailedException, IOException {
    Duration least = contestant.takeWarmup();
    Settling settling = new Settling(least);
    boolean settled = least.isZero();
    while (!settled) {
      long start = System.nanoTime();
      if (state == FileState.NEW_FILE) {
        state.make(file);
      }
      long nanos = contestant.run();
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
  private Reading drill(Drill drill) throws AbsentException, FailedException {
    long salt = prepare(drill, drill);
    if (!drill.batch().isZero()) {
      warmUp(LEAST_BATCHES);
    }
    contestant.arm(salt);
    return drilled(salt);
  }

  /// An operation may take seconds: one that outlasts the warm-up is done once.
  private Reading pass(TextWork work) throws AbsentException, FailedException, IOException {
    Path file = workspace.path(work.corpus());
    long salt = prepare(work, work.told(file, workspace.answers(work.corpus())));
    warmUp(0);
    contestant.arm(salt);
    state.make(file);
    return drilled(salt);
  }

  private long prepare(Work work, Drill told) throws AbsentException, FailedException {
    long salt = workspace.freshSalt();
    Path meeting = workspace.folder().resolve("meeting-" + salt);
    contestant.prepare(work, rank -> TaskLine.of(new DrillTask(told, rank, meeting)));
    return salt;
  }

  private Reading drilled(long salt) throws AbsentException, FailedException {
    Reading reading = contestant.drill();
    contestant.verify(salt).ifPresent(wrong);
    return reading;
  }

  /// Batches grow to their length meanwhile, those of programs that are no Java too. Whatever the
  /// state that is measured, the file is cached here.
  ///
  /// @param least so many batches are done, however long they take
  private void warmUp(int least) throws AbsentException, FailedException {
    long nanos = contestant.takeWarmup().toNanos();
    long start = System.nanoTime();
    for (int done = 0; nanos > 0 && (done < least || System.nanoTime() - start < nanos); done++) {
      contestant.drill();
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
