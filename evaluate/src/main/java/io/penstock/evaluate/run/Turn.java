package io.penstock.evaluate.run;

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

/// A turn of one contestant at one work: everything around the timed part.
sealed interface Turn {

  /// What a turn came to.
  ///
  /// @param reading of the timed part
  /// @param difference where what was done differs from what should have been done
  record Taken(Reading reading, Optional<String> difference) {}

  /// A turn at a work.
  ///
  /// @param workspace of the files
  /// @param state of the file when the run begins
  /// @param contestant whose turn it is
  static Turn of(Workspace workspace, FileState state, Contestant contestant, Work work) {
    return switch (work) {
      case FileWork file -> new FileTurn(workspace, state, contestant, file);
      case Drill drill -> new DrillTurn(workspace, contestant, drill);
      case TextWork text -> new TextTurn(workspace, state, contestant, text);
    };
  }

  /// Makes everything ready, runs, compares.
  ///
  /// @throws AbsentException if the work or the state cannot be had here
  /// @throws FailedException if the contestant failed
  /// @throws IOException if a file could not be prepared or compared
  Taken take() throws AbsentException, FailedException, IOException;

  /// A turn at a work on a file.
  ///
  /// @param workspace of the files
  /// @param state of the file when the run begins
  /// @param contestant whose turn it is
  /// @param work that it does
  record FileTurn(Workspace workspace, FileState state, Contestant contestant, FileWork work)
      implements Turn {

    /// The state of the file is made last.
    @Override
    public Taken take() throws AbsentException, FailedException, IOException {
      FileKey key = FileKey.of(work, state);
      Path file = workspace.path(key);
      boolean reads = work.operation() == Operation.READ;
      long salt = reads ? Workspace.READ_SALT : workspace.freshSalt();
      contestant.prepare(work, rank -> TaskText.write(new Task(work, file, rank)));
      warmUp(file);
      contestant.arm(salt);
      if (!reads) {
        trim(file);
      }
      // Read by anybody else it would lie in other folios.
      FileStates.make(state, file, () -> key.contents(file).make(state.pieceBytes()));
      long nanos = contestant.run();
      return new Taken(
          new Reading(nanos, 1), reads ? contestant.verify(salt) : difference(file, salt));
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
          FileStates.make(state, file);
        }
        long nanos = contestant.run();
        settled = settling.ran(nanos, System.nanoTime() - start);
      }
    }

    /// Tells from what runs take when they have settled: windows of them are no faster any more
    /// than earlier ones, by their medians. That they are slower shows a busy machine and no reason
    /// to wait. The first run loads classes and counts for nothing.
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
        medians.add(new Sample(window).median());
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

    /// A contestant that went astray may have made the file longer, which is not the next one's
    /// fault.
    private void trim(Path file) throws IOException {
      if (Files.exists(file) && Files.size(file) > work.fileBytes()) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(work.fileBytes());
        }
      }
    }

    private Optional<String> difference(Path file, long salt) throws IOException {
      Pattern pattern = Pattern.of(salt, work.type(), work.order());
      return new FileContents(file, pattern, work.fileBytes(), work.period()).difference();
    }
  }

  /// A turn at a drill.
  ///
  /// @param workspace for the file by which processes find each other
  /// @param contestant whose turn it is
  /// @param drill that it does
  record DrillTurn(Workspace workspace, Contestant contestant, Drill drill) implements Turn {
    /// Batches of a warm-up, however long they take.
    private static final int LEAST = 20;

    @Override
    public Taken take() throws AbsentException, FailedException {
      long salt = workspace.freshSalt();
      Path meeting = workspace.folder().resolve("meeting-" + salt);
      contestant.prepare(drill, rank -> DrillText.write(new DrillTask(drill, rank, meeting)));
      warmUp();
      contestant.arm(salt);
      return new Taken(contestant.drill(), contestant.verify(salt));
    }

    /// Batches grow to their length meanwhile, those of programs that are no Java too. What is not
    /// done in batches is not warmed up.
    private void warmUp() throws AbsentException, FailedException {
      if (drill.batch().isZero()) {
        return;
      }
      long nanos = contestant.takeWarmup().toNanos();
      long start = System.nanoTime();
      for (int batches = 0; nanos > 0 && (batches < LEAST || !over(start, nanos)); batches++) {
        contestant.drill();
      }
    }

    private static boolean over(long start, long nanos) {
      return System.nanoTime() - start >= nanos;
    }
  }

  /// A turn at a drill about a text.
  ///
  /// @param workspace of the text
  /// @param state of the file when the run begins
  /// @param contestant whose turn it is
  /// @param work that it does
  record TextTurn(Workspace workspace, FileState state, Contestant contestant, TextWork work)
      implements Turn {

    /// The state of the file is made last.
    @Override
    public Taken take() throws AbsentException, FailedException, IOException {
      Path file = workspace.path(work.corpus());
      Drill drill = work.told(file, workspace.answers(work.corpus()));
      long salt = workspace.freshSalt();
      Path meeting = workspace.folder().resolve("meeting-" + salt);
      contestant.prepare(work, rank -> DrillText.write(new DrillTask(drill, rank, meeting)));
      warmUp();
      contestant.arm(salt);
      FileStates.make(state, file);
      return new Taken(contestant.drill(), contestant.verify(salt));
    }

    /// Whatever the state that is measured, the file is cached here. An operation may take seconds:
    /// one that outlasts the warm-up is done once.
    private void warmUp() throws AbsentException, FailedException {
      long nanos = contestant.takeWarmup().toNanos();
      long start = System.nanoTime();
      while (System.nanoTime() - start < nanos) {
        contestant.drill();
      }
    }
  }
}
