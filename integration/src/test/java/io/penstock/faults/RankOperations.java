package io.penstock.faults;

import static io.penstock.faults.ArrayOperations.require;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.collective.Atomicity;
import io.penstock.collective.Hints;
import io.penstock.collective.SharedArrayFile;
import io.penstock.faults.RankJob.Launcher;
import io.penstock.file.Npy;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.Status;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/// Operations of several ranks: on one array file, and messages between them.
final class RankOperations {
  private static final Shape SHAPE = Shape.of(64, 96);
  private static final int COUNT = 64 * 96;

  /// Elements of a message that is announced before it is sent.
  private static final int LARGE = 100_000;

  private final Job job;
  private final int ranks;

  private RankOperations(Job job, int ranks) {
    this.job = job;
    this.ranks = ranks;
  }

  /// A way to run ranks.
  private interface Job {
    void run(int ranks, RankThreads.Body body) throws Exception;
  }

  static Stream<Operation> all() {
    return Stream.of(
            Stream.of(2, 4).flatMap(RankOperations::ofThreads),
            Stream.of(2, 4).flatMap(ranks -> ofProcesses(Launcher.TCP, ranks)),
            ofProcesses(Launcher.MPI, 2),
            messages())
        .flatMap(Function.identity());
  }

  private static Stream<Operation> ofThreads(int ranks) {
    return Stream.concat(
        new RankOperations(RankThreads::run, ranks)
            .operations("%d ranks over threads".formatted(ranks)),
        new RankOperations(LoopbackRanks::run, ranks)
            .operations("%d ranks over tcp".formatted(ranks))
            .map(Operation::withSockets));
  }

  private static Stream<Operation> messages() {
    return Stream.of(
        new RankOperations(LoopbackRanks::run, 2)
            .operation("messages", "2 ranks over tcp", RankOperations::exchange)
            .withSockets());
  }

  /// This process is one of the ranks; the first's calls fail, or the last's.
  private static Stream<Operation> ofProcesses(Launcher launcher, int ranks) {
    if (!launcher.isThere()) {
      return Stream.empty();
    }
    return Stream.of(0, ranks - 1)
        .flatMap(
            struck ->
                new RankOperations((_, body) -> body.run(RankProgram.world()), ranks)
                    .operations(
                        "%d processes over %s, faults in rank %d"
                            .formatted(ranks, launcher.name().toLowerCase(Locale.ROOT), struck))
                    .map(operation -> operation.by(new RankJob(launcher, ranks, struck))));
  }

  private Stream<Operation> operations(String by) {
    return Stream.of(
        operation("shared create", by, this::create)
            .on(folder -> write(folder, 1))
            .leaving(RankOperations::isNew)
            .orElse(RankOperations::isOldOrNew),
        operation("shared write", by, this::overwrite)
            .on(folder -> write(folder, 1))
            .leaving(RankOperations::isNew)
            .orElse(RankOperations::isMixed),
        operation("shared read", by, this::read).on(folder -> write(folder, 2)),
        operation("shared write in order", by, this::writeOrdered)
            .on(folder -> write(folder, 1))
            .leaving(RankOperations::isNew)
            .orElse(RankOperations::isMixed));
  }

  private Operation operation(String name, String by, Body body) {
    return Operation.of("%s by %s".formatted(name, by), folder -> run(folder, body));
  }

  private interface Body {
    void run(Communicator world, Path folder) throws IOException;
  }

  // The error of a rank, as programs meet it: of one that was left alone, if there is one.
  private void run(Path folder, Body body) throws Exception {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    job.run(
        ranks,
        world -> {
          try {
            body.run(world, folder);
          } catch (IOException | RuntimeException | Error e) {
            failures.add(e);
          }
        });
    Optional<Throwable> failure =
        failures.stream().min(Comparator.comparing(e -> !(e instanceof MessageException)));
    switch (failure.orElse(null)) {
      case null -> {}
      case Exception e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(failure);
    }
  }

  private static Path file(Path folder) {
    return folder.resolve("a.npy");
  }

  private static int[] numbers(int salt) {
    return numbers(COUNT, salt);
  }

  private static int[] numbers(int count, int salt) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i * 31 + salt);
    return numbers;
  }

  private static void write(Path folder, int salt) throws IOException {
    Npy.write(file(folder), SHAPE, numbers(salt));
  }

  private static Selection columns(Communicator world) {
    return new Distribution(
            SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, world.size()))
        .of(world.rank());
  }

  private static int[] part(Communicator world) {
    int[] all = numbers(2);
    int[] part = new int[COUNT / world.size()];
    int columns = 96 / world.size();
    for (int i = 0; i < part.length; i++) {
      part[i] = all[i / columns * 96 + i % columns * world.size() + world.rank()];
    }
    return part;
  }

  private static Hints hints() {
    return Hints.defaults().withEngine("two-phase").withAggregators(2).withBufferBytes(8 << 10);
  }

  private void create(Communicator world, Path folder) throws IOException {
    try (SharedArrayFile file =
        SharedArrayFile.create(world, file(folder), ElementType.INT, SHAPE)) {
      file.writeAll(columns(world), part(world));
    }
  }

  private void overwrite(Communicator world, Path folder) throws IOException {
    try (SharedArrayFile file =
        SharedArrayFile.open(world, file(folder), io.penstock.file.Access.readWrite(), hints())) {
      file.writeAll(columns(world), part(world));
      file.sync();
    }
  }

  private void read(Communicator world, Path folder) throws IOException {
    int[] found = new int[COUNT / world.size()];
    try (SharedArrayFile file =
        SharedArrayFile.open(world, file(folder), io.penstock.file.Access.read(), hints())) {
      file.readAll(columns(world), found);
    }
    require(Arrays.equals(found, part(world)), "other numbers were read");
  }

  private void writeOrdered(Communicator world, Path folder) throws IOException {
    Hints hints = hints().withAtomicity(Atomicity.WHOLE_OPERATIONS);
    int each = COUNT / world.size();
    int[] mine = Arrays.copyOfRange(numbers(2), world.rank() * each, (world.rank() + 1) * each);
    try (SharedArrayFile file =
        SharedArrayFile.open(world, file(folder), io.penstock.file.Access.readWrite(), hints)) {
      file.writeOrdered(mine);
      file.sync();
    }
  }

  /// A small message and a large one to the next rank, one that is broadcast, and a sum.
  private static void exchange(Communicator world, Path folder) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    for (int count : new int[] {4, LARGE}) {
      int[] found = new int[count];
      Status _ = world.sendReceive(numbers(count, world.rank()), next, 1, found, previous, 1);
      require(Arrays.equals(found, numbers(count, previous)), "other numbers were received");
    }
    int[] all = numbers(COUNT, world.rank());
    world.broadcast(all, 0);
    require(Arrays.equals(all, numbers(COUNT, 0)), "other numbers were broadcast");
  }

  private static void isNew(Path folder) throws IOException {
    require(Arrays.equals(Npy.readInts(file(folder)), numbers(2)), "the file has other numbers");
  }

  private static void isOldOrNew(Path folder) throws IOException {
    if (!Arrays.equals(Npy.readInts(file(folder)), numbers(1))) {
      isNew(folder);
    }
  }

  private static void isMixed(Path folder) throws IOException {
    int[] found = Npy.readInts(file(folder));
    int[] older = numbers(1);
    int[] newer = numbers(2);
    for (int i = 0; i < found.length; i++) {
      require(found[i] == older[i] || found[i] == newer[i], "number " + i + " is " + found[i]);
    }
  }
}
