package io.penstock.mpi.file;

import io.penstock.array.Selection;
import io.penstock.array.pack.Kernel;
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
import java.util.Locale;
import java.util.Optional;

/// A file that MPI-IO moves: opened once by all ranks, and once by each for itself.
final class MpiIoFile implements SharedEngineFile {
  private final Mpi mpi;
  private final ArrayFile file;
  private final Optional<MpiFile> together;
  private final MpiFile alone;
  private final int rank;
  private final int width;
  private final boolean checks;

  private MpiIoFile(Mpi mpi, ArrayFile file, Optional<MpiFile> together, MpiFile alone, int rank) {
    this.mpi = mpi;
    this.file = file;
    this.together = together;
    this.alone = alone;
    this.rank = rank;
    this.width = Kernel.forArrays(file.format().type(), file.format().order()).storedBytes();
    this.checks = !ReportedWrites.of(mpi).areReliable();
  }

  /// Called by all ranks. Only if each can open the file for itself do they open it together: what
  /// is open together is closed together.
  ///
  /// @return what can only be abandoned, where another rank has failed
  /// @throws MpiException at the ranks that cannot open it
  static MpiIoFile open(Mpi mpi, Members members, ArrayFile file, Hints hints, Communicator ranks) {
    MpiFile alone = new MpiFile(mpi, file.path());
    Optional<MpiException> refusal = attempt(alone, mpi, file, hints);
    boolean all = isEverywhere(refusal.isEmpty(), ranks);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    MpiFile together = new MpiFile(mpi, file.path());
    MpiIoFile opened =
        new MpiIoFile(
            mpi, file, all ? Optional.of(together) : Optional.empty(), alone, ranks.rank());
    if (all) {
      opened.openTogether(together, members, hints);
    }
    return opened;
  }

  private static Optional<MpiException> attempt(
      MpiFile alone, Mpi mpi, ArrayFile file, Hints hints) {
    try {
      alone.open(mpi.handle(MpiHandle.COMM_SELF), file.mode(), hints);
      return Optional.empty();
    } catch (MpiException e) {
      return Optional.of(e);
    }
  }

  private static boolean isEverywhere(boolean here, Communicator ranks) {
    int[] word = {here ? 1 : 0};
    ranks.allReduce(word, word, Reduction.MINIMUM);
    return word[0] != 0;
  }

  private void openTogether(MpiFile handle, Members members, Hints hints) {
    try {
      handle.open(members.communicator(), file.mode(), hints);
    } catch (MpiException e) {
      abandon();
      throw e;
    }
  }

  @Override
  public synchronized void move(Direction direction, Part part) throws IOException {
    Rounds rounds = rounds(alone, Coordination.NONCOLLECTIVE);
    rounds.run(direction, part, part.count(), part.count());
    rounds.rethrow();
  }

  @Override
  public void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException {
    boolean inTurn = direction == Direction.WRITE && pattern.meeting().isPresent();
    boolean apart = !inTurn && pattern.contiguous();
    Rounds rounds =
        rounds(
            together.orElseThrow(), apart ? Coordination.NONCOLLECTIVE : Coordination.COLLECTIVE);
    if (inTurn) {
      writeInTurn(rounds, mine, pattern);
    } else if (apart) {
      // Libraries find out by messages that they have nothing to exchange: that is known here.
      rounds.run(direction, mine, mine.count(), mine.count());
    } else {
      long most = pattern.selections().stream().mapToLong(Selection::size).max().orElse(0);
      rounds.run(direction, mine, mine.count(), most);
    }
    rounds.rethrow();
  }

  /// MPI leaves open what becomes of elements that several write at once: so one after the other
  /// does, while the others join in with nothing.
  private void writeInTurn(Rounds rounds, Part mine, Pattern pattern) {
    for (int turn = 0; turn < pattern.selections().size(); turn++) {
      long count = turn == rank ? mine.count() : 0;
      rounds.run(Direction.WRITE, mine, count, pattern.selections().get(turn).size());
    }
  }

  private Rounds rounds(MpiFile handle, Coordination how) {
    return new Rounds(mpi, handle, how, file.path(), file.format(), width, checks);
  }

  @Override
  public void flush() throws IOException {
    together.orElseThrow().sync();
    alone.sync();
  }

  /// The library would wait for the others: what it has open for all stays so until the process
  /// ends.
  @Override
  public synchronized void abandon() {
    try {
      alone.close();
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
      alone.close();
    } finally {
      together.orElseThrow().close();
    }
  }
}
