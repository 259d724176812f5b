package io.penstock.mpi.file;

import io.penstock.array.Selection;
import io.penstock.array.pack.Kernel;
import io.penstock.collective.Direction;
import io.penstock.collective.Hints;
import io.penstock.collective.Part;
import io.penstock.collective.Pattern;
import io.penstock.collective.SharedEngineFile;
import io.penstock.file.ArrayFile;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.abi.MpiHandle;
import java.io.IOException;

/// A file that MPI-IO moves: opened once by all ranks, and once by each for itself.
final class MpiIoFile implements SharedEngineFile {
  private final Mpi mpi;
  private final ArrayFile file;
  private final MpiFile together;
  private final MpiFile alone;
  private final int rank;
  private final int width;

  private MpiIoFile(Mpi mpi, ArrayFile file, MpiFile together, MpiFile alone, int rank) {
    this.mpi = mpi;
    this.file = file;
    this.together = together;
    this.alone = alone;
    this.rank = rank;
    this.width = Kernel.forArrays(file.format().type(), file.format().order()).storedBytes();
  }

  static MpiIoFile open(Mpi mpi, Members members, ArrayFile file, Hints hints, int rank) {
    MpiFile together = MpiFile.open(mpi, members.communicator(), file.path(), file.mode(), hints);
    long self = mpi.handle(MpiHandle.COMM_SELF);
    MpiFile alone = MpiFile.open(mpi, self, file.path(), file.mode(), hints);
    return new MpiIoFile(mpi, file, together, alone, rank);
  }

  @Override
  public synchronized void move(Direction direction, Part part) throws IOException {
    Rounds rounds = rounds(alone, Togetherness.ALONE);
    rounds.run(direction, part, part.count(), part.count());
    rounds.rethrow();
  }

  @Override
  public void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException {
    Rounds rounds = rounds(together, Togetherness.ALL);
    if (direction == Direction.WRITE && pattern.meeting().isPresent()) {
      writeInTurn(rounds, mine, pattern);
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

  private Rounds rounds(MpiFile handle, Togetherness how) {
    return new Rounds(mpi, handle, how, file.path(), file.format(), width);
  }

  @Override
  public void flush() throws IOException {
    together.sync();
    alone.sync();
  }

  /// The library would wait for the others: what it has open stays so until the process ends.
  @Override
  public void abandon() {}

  @Override
  public String explain() {
    return "mpi-io: by %s".formatted(mpi.version());
  }

  @Override
  public void close() throws IOException {
    try {
      alone.close();
    } finally {
      together.close();
    }
  }
}
