package io.penstock.simulation;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.collective.Hints;
import io.penstock.collective.Pending;
import io.penstock.collective.SharedArrayFile;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.Npy;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.tcp.SimulatedRanks;
import io.penstock.message.tcp.TcpSettings;
import io.penstock.simulation.runtime.Calls;
import io.penstock.simulation.runtime.Draws;
import io.penstock.simulation.runtime.Simulation;
import io.penstock.simulation.runtime.Simulation.SimulatedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/// Array files on a disk that is slow, fails, or forgets: shared ones by ranks, and one that
/// several threads write.
final class FileScenarios {
  private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int OLD = -1;

  private FileScenarios() {}

  /// Ranks that create a shared file in the place of an older one, write it by rows, by blocks and
  /// by the shared position, and read it back; on a disk that may fail, with ranks that may die.
  /// Then the name leads to the old file or to the new one, whole.
  static void shared(Simulation simulation) throws IOException, InterruptedException {
    Draws draws = simulation.draws();
    int size = 2 + draws.below(3);
    SimulatedRanks ranks =
        new SimulatedRanks(
            simulation, size, new TcpSettings(draws.spread(1, 16_000), SILENCE, SILENCE));
    int harm = draws.below(4);
    try (SimulationFolder folder = new SimulationFolder();
        SimulatedDisk disk = new SimulatedDisk(simulation)) {
      if (harm == 1) {
        disk.failAfter(draws.below(60), draws.below(2) == 0);
      }
      boolean[] killed = new boolean[1];
      if (harm == 2) {
        int victim = draws.below(size);
        simulation.untilDone(
            draws.spread(1000, 300 * MILLI),
            () -> {
              boolean over = ranks.isOver(victim);
              killed[0] = !over && ranks.kill(victim);
              return over || killed[0];
            });
      }
      Path path = folder.path().resolve("a.npy");
      SharedProgram program =
          new SharedProgram(draws.below(1L << 40), path, disk, size * (1 + draws.below(3)));
      program.createOld();
      ranks.start(program::run);
      ranks.await();
      boolean[] failed = new boolean[size];
      for (int rank = 0; rank < size; rank++) {
        Throwable e = ranks.thrown(rank).orElse(null);
        failed[rank] = e != null || ranks.process(rank).isDead();
        if (e != null && !killed[0] && disk.faults() == 0) {
          throw new AssertionError("rank " + rank + " failed without a cause", e);
        }
        if (e != null && !isDocumented(e)) {
          throw new AssertionError("rank " + rank + " ended by another exception", e);
        }
      }
      program.requireOldOrNew(failed);
      String names = folder.names();
      if (!killed[0] && !names.equals("a.npy")) {
        throw new AssertionError("left in the folder: " + names);
      }
    }
  }

  /// Without what is measured by the real clock.
  private static ArrayFile createPlain(Path path, ElementType type, Shape shape)
      throws IOException {
    return ArrayFile.create(
        path, Npy.of(type, shape), Creation.whenComplete().withAccess(plain(Access.readWrite())));
  }

  private static ArrayFile openPlain(Path path) throws IOException {
    return ArrayFile.open(path, plain(Access.read()));
  }

  private static Access plain(Access access) {
    return access.withEngine(FileEngines.of(FileEngine.Channel.class)).withThreads(1);
  }

  private static boolean isDocumented(Throwable e) {
    Throwable wrapped = e.getCause();
    Throwable cause =
        wrapped != null && (e instanceof UncheckedIOException || e instanceof IllegalStateException)
            ? wrapped
            : e;
    return cause instanceof IOException
        || cause instanceof MessageException
        || String.valueOf(cause.getMessage()).contains("out of step earlier; close the file");
  }

  /// What ranks do with a shared file of ints.
  private record SharedProgram(long seed, Path path, SimulatedDisk disk, int rows) {
    private static final int COLUMNS = 300;

    /// What stands at the begin of each row for a time.
    private static final int CHANGED = -2;

    void createOld() throws IOException {
      try (ArrayFile file = createPlain(path, ElementType.INT, Shape.of(rows, COLUMNS))) {
        int[] old = new int[rows * COLUMNS];
        Arrays.fill(old, OLD);
        file.write(old);
      }
    }

    void run(Communicator world) throws IOException {
      Access access = Access.readWrite().withEngine(disk).withThreads(1);
      Hints hints = Hints.defaults().withBufferBytes(4096).withAggregators(1 + (int) (seed % 2));
      try (SharedArrayFile file =
          SharedArrayFile.create(
              world,
              path,
              Npy.of(ElementType.INT, Shape.of(rows, COLUMNS)),
              Creation.whenComplete().withAccess(access),
              hints)) {
        write(world, file);
        read(world, file);
        startedTogether(world, file);
        file.complete();
      }
    }

    private void write(Communicator world, SharedArrayFile file) throws IOException {
      int way = (int) (seed / 2 % 3);
      int size = world.size();
      int rank = world.rank();
      int share = rows / size;
      switch (way) {
        case 0 -> { // every n-th row
          Selection mine = Hyperslab.at(rank, 0).stride(size, 1).count(share, COLUMNS);
          int[] data = new int[share * COLUMNS];
          for (int i = 0; i < share; i++) {
            fill(data, i * COLUMNS, rank + i * size);
          }
          file.writeAll(mine, data);
        }
        case 1 -> { // rows of one's own, each alone
          for (int i = 0; i < share; i++) {
            int[] data = new int[COLUMNS];
            fill(data, 0, rank * share + i);
            file.writeAt((long) (rank * share + i) * COLUMNS, data);
          }
        }
        default -> { // by the shared position, a row each time
          for (int i = 0; i < share; i++) {
            int[] data = new int[COLUMNS];
            fill(data, 0, i * size + rank);
            file.writeOrdered(data);
          }
        }
      }
    }

    private static void fill(int[] data, int from, int row) {
      for (int column = 0; column < COLUMNS; column++) {
        data[from + column] = row * COLUMNS + column;
      }
    }

    private void read(Communicator world, SharedArrayFile file) throws IOException {
      world.barrier();
      int[] all = new int[rows * COLUMNS];
      file.readAtAll(0, all);
      requireNew(all, true);
    }

    /// What is started is done before a collective call that follows.
    private void startedTogether(Communicator world, SharedArrayFile file) throws IOException {
      int share = rows / world.size();
      int[] mine = new int[share * COLUMNS];
      for (int i = 0; i < share; i++) {
        fill(mine, i * COLUMNS, world.rank() * share + i);
        mine[i * COLUMNS] = CHANGED;
      }
      Hyperslab part = Hyperslab.at((long) world.rank() * share, 0).count(share, COLUMNS);
      Pending started = file.iwriteAll(part, mine);
      int[] all = new int[rows * COLUMNS];
      file.readAtAll(0, all);
      started.await();
      for (int row = 0; row < rows; row++) {
        if (all[row * COLUMNS] != CHANGED) {
          throw new AssertionError("row " + row + " was not written before it was read");
        }
      }
      for (int i = 0; i < share; i++) {
        mine[i * COLUMNS] = (world.rank() * share + i) * COLUMNS;
      }
      file.writeAll(part, mine);
    }

    private static void requireNew(int[] all, boolean acknowledged) {
      for (int i = 0; i < all.length; i++) {
        boolean changed = all[i] == CHANGED && i % COLUMNS == 0 && !acknowledged;
        if (all[i] != i && !changed) {
          throw new AssertionError("element " + i + " is " + all[i]);
        }
      }
    }

    /// The new file wherever a rank has closed it well; else one of the two.
    void requireOldOrNew(boolean[] failed) throws IOException {
      int[] found = new int[rows * COLUMNS];
      try (ArrayFile file = openPlain(path)) {
        file.read(found);
      }
      boolean old = true;
      for (int element : found) {
        old &= element == OLD;
      }
      boolean acknowledged = false;
      for (boolean one : failed) {
        acknowledged |= !one;
      }
      if (!old || acknowledged) {
        requireNew(found, acknowledged);
      }
    }
  }

  /// Threads that write an open file in place and sync it, until the power is lost: what was
  /// acknowledged is there, and of the rest each element is the old or the new one.
  static void powerLoss(Simulation simulation) throws IOException, InterruptedException {
    Draws draws = simulation.draws();
    int threads = 1 + draws.below(3);
    int elements = 64 * (1 + draws.below(40));
    SimulatedProcess process = new SimulatedProcess("writer");
    try (SimulationFolder folder = new SimulationFolder();
        SimulatedDisk disk = new SimulatedDisk(simulation)) { // which closes what the process had
      Path path = folder.path().resolve("a.npy");
      try (ArrayFile file =
          createPlain(path, ElementType.LONG, Shape.of((long) elements * threads))) {
        file.write(new long[elements * threads]);
      }
      long[] written = new long[threads];
      long[] acknowledged = new long[threads];
      int[] ended = new int[1];
      Throwable[] thrown = new Throwable[1];
      simulation.start(
          process,
          "main",
          () -> {
            try {
              Access access = Access.readWrite().withEngine(disk).withThreads(1);
              ArrayFile file = ArrayFile.open(path, access);
              for (int i = 0; i < threads; i++) {
                int one = i;
                simulation.start(
                    process,
                    "writer-" + i,
                    () -> {
                      try {
                        keepWriting(simulation, file, one, elements, written, acknowledged);
                      } catch (Throwable e) {
                        thrown[0] = e;
                      }
                      ended[0]++;
                    });
              }
            } catch (Throwable e) {
              thrown[0] = e;
              ended[0] = threads;
            }
          });
      simulation.untilDone(draws.below(40 * disk.delayNanos()), () -> simulation.kill(process));
      while (!process.isDead() && ended[0] < threads) {
        Calls.sleep(1);
      }
      if (thrown[0] != null) {
        throw new AssertionError("a writer failed", thrown[0]);
      }
      disk.losePower(path);
      requireAcknowledged(path, threads, elements, written, acknowledged);
    }
  }

  private static void keepWriting(
      Simulation simulation,
      ArrayFile file,
      int one,
      int elements,
      long[] written,
      long[] acknowledged)
      throws IOException {
    long[] data = new long[elements];
    for (int round = 1; round <= 8; round++) {
      Arrays.fill(data, round);
      written[one] = round;
      file.writeAt((long) one * elements, data, 0, elements);
      if (simulation.draws().below(2) == 0) {
        file.sync();
        acknowledged[one] = round;
      }
    }
  }

  private static void requireAcknowledged(
      Path path, int threads, int elements, long[] written, long[] acknowledged)
      throws IOException {
    long[] found = new long[elements * threads];
    try (ArrayFile file = openPlain(path)) {
      file.read(found);
    }
    for (int i = 0; i < found.length; i++) {
      int one = i / elements;
      if (found[i] < acknowledged[one] || found[i] > written[one]) {
        throw new AssertionError(
            "element "
                + i
                + " is "
                + found[i]
                + "; acknowledged "
                + acknowledged[one]
                + ", written "
                + written[one]);
      }
    }
  }
}
