package io.penstock.mpi.file;

import io.penstock.array.Selection;
import io.penstock.collective.Direction;
import io.penstock.collective.Hints;
import io.penstock.collective.Part;
import io.penstock.collective.Pattern;
import io.penstock.collective.SharedEngineFile;
import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiException;
import io.penstock.mpi.abi.MpiHandle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A file that MPI-IO moves: opened once by all ranks, and once by each for itself.
final class MpiIoFile implements SharedEngineFile {
  /// Where `true` or `false` decides whether writes are read again.
  private static final String PROPERTY = "penstock.mpi.checkWrites";

  private static final java.util.regex.Pattern WITH_ROMIO =
      java.util.regex.Pattern.compile("Open MPI v[0-5]\\.");

  private final Mpi mpi;
  private final ArrayFile file;
  private final MpiFile together;
  private final MpiFile alone;
  private final int rank;
  private final Hints hints;
  private final boolean checks;

  private MpiIoFile(Mpi mpi, ArrayFile file, MpiFile alone, int rank, Hints hints) {
    this.mpi = mpi;
    this.file = file;
    this.together = new MpiFile(mpi, file.path());
    this.alone = alone;
    this.rank = rank;
    this.hints = hints;
    this.checks =
        !reportsTruly(mpi.version(), System.getenv("OMPI_MCA_io"), System.getProperty(PROPERTY));
  }

  /// Whether a library's report of a successful write can be believed.
  ///
  /// OMPIO, Open MPI's own MPI-IO, reports success where a device is full and part of what was
  /// written is lost (open-mpi/ompi#14278). Open MPI had ROMIO too, and Penstock takes it, until
  /// version 6; users may choose otherwise.
  ///
  /// @param version the library as it calls itself
  /// @param chosen the components of Open MPI for files that the user has named or, behind a `^`,
  ///   excluded; null if the user has not chosen
  /// @param asked the user's own answer, as text, to whether writes are to be checked; null if the
  ///   user has given none
  static boolean reportsTruly(String version, @Nullable String chosen, @Nullable String asked) {
    if (asked != null) {
      return !Boolean.parseBoolean(asked);
    }
    if (!version.startsWith("Open MPI")) {
      return true;
    }
    return chosen == null
        ? WITH_ROMIO.matcher(version).lookingAt()
        : !chosen.isBlank() && chosen.contains("ompio") == chosen.startsWith("^");
  }

  /// Opens a file. Called by all ranks. Only if each can open it for itself, and has the
  /// communicator, do they open it together: a file that is open together is closed together.
  ///
  /// @return a file that can only be abandoned, where another rank has failed
  /// @throws MpiException at the ranks that cannot open it
  static MpiIoFile open(
      Mpi mpi, ProcessCommunicator processes, ArrayFile file, Hints hints, Communicator ranks) {
    MpiFile alone = new MpiFile(mpi, file.path());
    MpiIoFile opened = new MpiIoFile(mpi, file, alone, ranks.rank(), hints);
    boolean prepared =
        opened.attempt(
            ranks,
            () -> {
              processes.prepare();
              alone.open(mpi.handle(MpiHandle.COMM_SELF), file.mode(), hints);
            });
    if (prepared && opened.attempt(ranks, processes::make)) {
      opened.openTogether(processes, hints);
    }
    return opened;
  }

  /// Takes a step at all ranks. Where it fails, whatever it is, the others wait to hear of it.
  ///
  /// @return whether it has succeeded at all of them
  /// @throws RuntimeException if it has failed here
  private boolean attempt(Communicator ranks, Runnable step) {
    RuntimeException refusal = null;
    try {
      step.run();
    } catch (RuntimeException e) {
      refusal = e;
    }
    boolean all = isEverywhere(refusal == null, ranks);
    if (refusal != null) {
      try {
        closeAlone();
      } catch (IOException e) {
        refusal.addSuppressed(e);
      }
      throw refusal;
    }
    return all;
  }

  private static boolean isEverywhere(boolean here, Communicator ranks) {
    int[] word = {here ? 1 : 0};
    ranks.allReduce(word, word, Reduction.MINIMUM);
    return word[0] != 0;
  }

  private void openTogether(ProcessCommunicator processes, Hints hints) {
    try {
      together.open(processes.handle(), file.mode(), hints);
    } catch (MpiException e) {
      abandon();
      throw e;
    }
  }

  @Override
  public synchronized void move(Direction direction, Part part) throws IOException {
    run(rounds(alone, false), direction, part, Pattern.of(part));
  }

  @Override
  public void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException {
    // Libraries find out by messages that they have nothing to exchange: that is known here.
    run(rounds(together, !isStraight(pattern)), direction, mine, pattern);
  }

  private boolean isStraight(Pattern pattern) {
    int width = file.format().type().bytes();
    return pattern.isStraight(Math.ceilDiv(hints.directBytes(), width));
  }

  private void run(Rounds rounds, Direction direction, Part mine, Pattern pattern)
      throws IOException {
    if (pattern.overlaps()) {
      writeInTurn(rounds, mine, pattern.selections());
    } else if (isStraight(pattern)) {
      rounds.stretches(direction, mine);
    } else {
      rounds.slabs(direction, mine, true, pattern.selections());
    }
    rounds.rethrow();
  }

  /// MPI leaves the outcome open where several write an element at once: so one rank after the
  /// other writes, while the others join in with nothing.
  private void writeInTurn(Rounds rounds, Part mine, List<Selection> selections) {
    for (int turn = 0; turn < selections.size(); turn++) {
      rounds.slabs(Direction.WRITE, mine, turn == rank, List.of(selections.get(turn)));
    }
  }

  private Rounds rounds(MpiFile handle, boolean collective) {
    return new Rounds(mpi, handle, collective, file, hints, checks);
  }

  @Override
  public void flush() throws IOException {
    together.sync();
    alone.sync();
  }

  /// The library would wait for the others: the file stays open together until the process ends.
  @Override
  public void abandon() {
    try {
      closeAlone();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String explain() {
    return String.format(
        Locale.ROOT, "mpi-io: by %s%s", mpi.version(), checks ? "; writes are read again" : "");
  }

  @Override
  public void close() throws IOException {
    try {
      closeAlone();
    } finally {
      together.close();
    }
  }

  /// Waits for transfers of this rank alone, which any thread may have begun.
  private synchronized void closeAlone() throws IOException {
    alone.close();
  }
}
