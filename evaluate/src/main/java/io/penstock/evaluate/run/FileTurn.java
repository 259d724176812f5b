package io.penstock.evaluate.run;

import io.penstock.evaluate.Figures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    Path file = workspace.path(FileKey.of(work));
    boolean reads = work.operation() == Operation.READ;
    long salt = reads ? Workspace.READ_SALT : workspace.freshSalt();
    contestant.prepare(work, rank -> TaskText.write(new Task(work, file, rank)));
    warmUp(file);
    contestant.arm(salt);
    if (!reads) {
      trim(file);
    }
    FileStates.make(state, file);
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
      if (state == FileState.NEW_FILE) {
        FileStates.make(state, file);
      }
      settled = settling.ran(contestant.run());
    }
  }

  /// Tells from what runs take when they have settled: the medians of successive windows are alike
  /// then. The first run loads classes and counts for nothing.
  static final class Settling {
    private static final long WINDOW_NANOS = 100_000_000;

    /// So many windows have to be alike.
    private static final int WINDOWS = 3;

    /// Runs that never settle are not waited for longer than so many windows.
    private static final int MOST_WINDOWS = 18;

    private static final double ALIKE = 0.07;

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
    /// @return whether no further one is needed
    boolean ran(long nanos) {
      if (!loaded) {
        loaded = true;
        return false;
      }
      spentNanos += nanos;
      windowNanos += nanos;
      window.add((double) nanos);
      return windowNanos >= WINDOW_NANOS && endsWindow();
    }

    private boolean endsWindow() {
      medians.add(new Sample(window).median());
      windowNanos = 0;
      window.clear();
      return spentNanos >= leastNanos
          && (isAlike() || spentNanos >= leastNanos + MOST_WINDOWS * WINDOW_NANOS);
    }

    private boolean isAlike() {
      int number = medians.size();
      if (number < WINDOWS) {
        return false;
      }
      Figures last = new Sample(medians.subList(number - WINDOWS, number)).figures();
      return last.max() <= (1 + ALIKE) * last.min();
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
