package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.TestJob;
import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.SmallFileSystem;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bad input and faults at one rank: every rank is told the same, within the time limit, and
/// nothing is left behind.
@Timeout(30)
class SharedArrayFileFaultTest {
  private static final Shape SHAPE = Shape.of(64, 1024);
  private static final Npy FORMAT = Npy.of(ElementType.INT, SHAPE);
  private static final int RANKS = 3;

  private static Selection columns(Communicator world) {
    Distribution distribution =
        new Distribution(
            SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, world.size()));
    return distribution.of(world.rank());
  }

  private static int[] room(Selection selection) {
    return new int[Math.toIntExact(selection.size())];
  }

  /// Files that fail at one rank, and at that rank alone.
  private static Access failing(Communicator world, int rank, FailingEngine.Call call) {
    Access access = Access.readWrite().withThreads(1);
    return world.rank() == rank ? access.withEngine(new FailingEngine(call)) : access;
  }

  private static void make(Path path) throws IOException {
    try (ArrayFile file = ArrayFile.create(path, ElementType.INT, SHAPE)) {
      file.complete();
    }
  }

  // ---- ranks that disagree ---------------------------------------------------------------------

  private static void disagree(Communicator world, String message, Throwing open) {
    SharedFailures.ofType(CollectiveMismatchException.class, open::run)
        .withMessageContaining(message);
    world.barrier();
  }

  private interface Throwing {
    void run() throws IOException;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatDisagreeAreTold(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          boolean odd = world.rank() == 2;
          Path mine = odd ? folder.resolve("b.npy") : path;
          disagree(
              world,
              "ranks disagree on the path of",
              () -> SharedArrayFile.open(world, mine, OpenMode.READ).close());
          disagree(
              world,
              "on the mode of %s: rank 2 has WRITE, rank 0 has READ".formatted(path),
              () ->
                  SharedArrayFile.open(world, path, odd ? OpenMode.WRITE : OpenMode.READ).close());
          disagree(
              world,
              "ranks disagree on the format of",
              () ->
                  SharedArrayFile.create(world, path, ElementType.INT, Shape.of(odd ? 2 : 3))
                      .close());
          disagree(
              world,
              "ranks disagree on the format of",
              () ->
                  SharedArrayFile.create(
                          world, path, odd ? ElementType.FLOAT : ElementType.INT, SHAPE)
                      .close());
          disagree(
              world,
              "ranks disagree on the hints of",
              () ->
                  SharedArrayFile.open(
                          world, path, Access.read(), Hints.defaults().withAggregators(odd ? 1 : 2))
                      .close());
          disagree(
              world,
              "ranks disagree on the operation of %s: rank 2 has create, rank 0 has open"
                  .formatted(path),
              () -> {
                SharedArrayFile file =
                    odd
                        ? SharedArrayFile.create(world, path, ElementType.INT, SHAPE)
                        : SharedArrayFile.open(world, path, OpenMode.READ);
                file.close();
              });
          folder.holds("a.npy");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksInDifferentOperationsAreTold(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.INT, SHAPE);
          assertThat(file.sharedPosition()).isZero();
          SharedFailures.ofType(
                  CollectiveMismatchException.class,
                  () -> {
                    if (world.rank() == 1) {
                      file.close();
                    } else {
                      file.writeAll(columns(world), room(columns(world)));
                    }
                  })
              .withMessage(
                  "%s: rank 1 calls close where rank 0 calls writeAll; all ranks call the same in the same order"
                      .formatted(path));
          if (world.rank() != 1) {
            SharedFailures.ofType(IllegalStateException.class, file::sync)
                .withMessageContaining("out of step");
          }
          file.close();
          folder.isClosed();
          folder.holds();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatResizeDifferentlyAreTold(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.WRITE)) {
            SharedFailures.ofType(
                    CollectiveMismatchException.class,
                    () -> file.resize(Shape.of(world.rank() == 1 ? 5 : 6, 1024)))
                .withMessageContaining("rank 1 gives resize other shapes than rank 0");
          }
          assertThat(Files.size(path)).isEqualTo(FORMAT.dataOffset() + FORMAT.dataBytes());
        });
  }

  // ---- arguments that are refused at one rank ---------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsRefusedAtOneRankIsToldToAllAndHarmsNothing(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          boolean odd = world.rank() == 1;
          try (SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.INT, SHAPE)) {
            Selection mine = columns(world);
            Selection bad = Hyperslab.at(64, 0);
            SharedFailures.ofType(
                    SharedFileException.class, () -> file.writeAll(odd ? bad : mine, room(mine)))
                .withMessage(
                    "rank 1: selection ends at index 65 on axis 0, which has 64 elements (array 64"
                        + " x 1024)")
                .satisfies(e -> assertThat(e.rank()).isEqualTo(1))
                .satisfies(
                    e ->
                        assertThat(e.getCause() instanceof IndexOutOfBoundsException)
                            .isEqualTo(odd));
            SharedFailures.ofType(
                    SharedFileException.class,
                    () -> {
                      if (odd) {
                        file.readAll(mine, new long[9]);
                      } else {
                        file.readAll(mine, room(mine));
                      }
                    })
                .withMessageStartingWith("rank 1: the file holds INT elements, a long[] cannot");
            SharedFailures.ofType(
                    SharedFileException.class,
                    () -> file.readAll(mine, world.rank() == 0 ? room(mine) : new int[3]))
                .withMessageStartingWith("rank 1: ")
                .withMessageEndingWith("(and at rank 2)");
            file.writeAll(mine, room(mine));
          }
          assertThat(path).exists();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatIsOpenForReadingIsNotWritten(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ)) {
            SharedFailures.ofType(
                    SharedFileException.class,
                    () -> file.writeAll(columns(world), room(columns(world))))
                .withMessageContaining("is open for reading only");
            SharedFailures.ofType(IllegalStateException.class, () -> file.writeAt(0, new int[1]));
            SharedFailures.ofType(SharedFileException.class, file::preallocate)
                .withMessageContaining("is open for reading only");
            SharedFailures.ofType(SharedFileException.class, file::sync)
                .withMessageContaining("is open for reading only");
            SharedFailures.ofType(SharedFileException.class, () -> file.resize(Shape.of(1, 1024)))
                .withMessageContaining("is open for reading only");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anEngineThatIsNotThereIsNamed(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Hints hints = Hints.defaults().withEngine("none");
          Path path = folder.resolve("a.npy");
          SharedFailures.ofType(
                  SharedFileException.class,
                  () ->
                      SharedArrayFile.create(world, path, FORMAT, Creation.whenComplete(), hints)
                          .close())
              .withMessageStartingWith("rank 0: no shared engine 'none'; there are auto, ")
              .withMessageContaining("two-phase")
              .withMessageEndingWith("(and at ranks 1, 2)");
          folder.holds();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatIsOpenForWritingAloneIsNotRead(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.WRITE)) {
            SharedFailures.ofType(IllegalStateException.class, () -> file.readAt(0, new int[1]))
                .withMessage(path + " is open for writing only; open it with OpenMode.READ_WRITE");
            SharedFailures.ofType(IllegalStateException.class, file::complete)
                .withMessage("only a file that appears when complete can be declared so");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatIsClosedIsClosedForEveryCall(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ_WRITE);
          file.close();
          file.close();
          for (ThrowingCallable call :
              List.<ThrowingCallable>of(
                  file::bytes,
                  file::explain,
                  file::sharedPosition,
                  file::sync,
                  file::preallocate,
                  () -> file.seekShared(0),
                  () -> file.resize(SHAPE),
                  () -> file.readAt(0, new int[1]),
                  () -> file.writeShared(new int[1]),
                  () -> file.readAll(columns(world), room(columns(world))))) {
            SharedFailures.ofType(IllegalStateException.class, call)
                .withMessage(path + " is closed");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void onlyTheSlowestAxisOfTheSameRankChanges(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ_WRITE)) {
            for (Shape other : List.of(Shape.of(64), Shape.of(64, 1024, 1), Shape.of(64, 1023))) {
              SharedFailures.ofType(SharedFileException.class, () -> file.resize(other))
                  .withMessageStartingWith(
                      "rank 0: 64 x 1024 cannot become %s: only the slowest axis may change"
                          .formatted(other));
            }
          }
          Path one = folder.resolve("scalar.npy");
          Npy scalar = Npy.of(ElementType.INT, Shape.of());
          try (SharedArrayFile file =
              SharedArrayFile.create(world, one, scalar, Creation.inPlace(), Hints.defaults())) {
            SharedFailures.ofType(SharedFileException.class, () -> file.resize(Shape.of()))
                .withMessageContaining("only the slowest axis may change");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatFindDifferentFilesByOnePathAreTold(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Path other = folder.resolve("b.npy");
          folder.once(
              () -> {
                make(path);
                try (ArrayFile file = ArrayFile.create(other, ElementType.INT, Shape.of(3))) {
                  file.complete();
                }
              });
          Access access =
              world.rank() == 2 ? Access.read().withEngine(new Elsewhere(other)) : Access.read();
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.open(world, path, access, Hints.defaults()).close())
              .withMessageContaining("is not the same file everywhere: rank 2 finds ")
              .withMessageEndingWith("; use a folder that all ranks share")
              .satisfies(e -> assertThat(e.rank()).isEqualTo(2));
          folder.isClosed();
          folder.holds("a.npy", "b.npy");
        });
  }

  /// Opens one file, whatever is asked for: the folder of another machine.
  private record Elsewhere(Path other) implements FileEngine {
    @Override
    public String name() {
      return "elsewhere";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return FileEngines.of(FileEngine.Channel.class).open(other, mode);
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      return FileEngines.of(FileEngine.Channel.class).create(other);
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void filesOfTheSystemAloneAreShared(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path foreign = ForeignFileSystem.in(folder.path()).twin(folder.resolve("a.npy"));
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.create(world, foreign, ElementType.INT, SHAPE).close())
              .withMessageContaining("ranks share files of the system alone");
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.open(world, foreign, OpenMode.READ).close())
              .withMessageContaining("ranks share files of the system alone")
              .withMessageEndingWith("(and at ranks 1, 2)");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatCannotTakeItsPlaceInTheEndIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.INT, SHAPE);
          file.writeAll(columns(world), room(columns(world)));
          folder.once(() -> Files.createDirectory(path));
          SharedFailures.ofType(SharedFileException.class, file::close)
              .withMessageStartingWith("rank 0: " + path)
              .satisfies(e -> assertThat(e.rank()).isZero());
          world.barrier();
          folder.holds("a.npy");
          assertThat(path).isDirectory();
        });
  }

  // ---- folders and disks -----------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMissingFolderOrFileIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("missing").resolve("a.npy");
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.create(world, path, ElementType.INT, SHAPE).close())
              .withMessage("rank 0: %s: no such folder; create it first".formatted(path));
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.open(world, path, OpenMode.READ).close())
              .withMessage("rank 0: %s: no such file (and at ranks 1, 2)".formatted(path));
          folder.holds();
        });
  }

  /// A communicator that shows those that were made of it.
  private static Communicator watched(Communicator world, List<Communicator> made) {
    return (Communicator)
        Proxy.newProxyInstance(
            Communicator.class.getClassLoader(),
            new Class<?>[] {Communicator.class},
            (_, method, arguments) -> {
              Object result = method.invoke(world, arguments);
              if (result instanceof Communicator other) {
                made.add(other);
              }
              return result;
            });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFailedOpenLeavesNoCommunicatorOpen(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          List<Communicator> made = new ArrayList<>();
          SharedFailures.ofType(
              SharedFileException.class,
              () -> SharedArrayFile.open(watched(world, made), path, OpenMode.READ).close());
          assertThat(made).hasSize(1);
          SharedFailures.ofType(IllegalStateException.class, () -> made.getFirst().barrier())
              .withMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFolderThatIsMissingAtOneRankIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Access access = failing(world, 1, FailingEngine.Call.OPEN);
          for (Creation way : List.of(Creation.whenComplete(), Creation.inPlace())) {
            Creation creation = way.withAccess(access);
            SharedFailures.ofType(
                    SharedFileException.class,
                    () ->
                        SharedArrayFile.create(world, path, FORMAT, creation, Hints.defaults())
                            .close())
                .withMessageStartingWith("rank 1: ")
                .withMessageEndingWith(": no such folder here");
            world.barrier();
            folder.holds();
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatMustBeNewTakesNobodysPlace(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Creation creation = Creation.newWhenComplete();
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, FORMAT, creation, Hints.defaults())) {
            file.writeAll(columns(world), room(columns(world)));
          }
          world.barrier();
          assertThat(path).exists();
          SharedFailures.ofType(
                  SharedFileException.class,
                  () ->
                      SharedArrayFile.create(world, path, FORMAT, creation, Hints.defaults())
                          .close())
              .withMessageStartingWith("rank 0: " + path + ": exists already");
          folder.isClosed();
          folder.holds("a.npy");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsNoArrayFileIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> Files.writeString(path, "no numbers"));
          Raw raw = Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, SHAPE);
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.open(world, path, OpenMode.READ).close())
              .withMessageStartingWith("rank 0: " + path + ", byte 0: ");
          SharedFailures.ofType(
                  SharedFileException.class,
                  () -> SharedArrayFile.open(world, path, raw, OpenMode.READ).close())
              .withMessageContaining("bytes short of int32 elements");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aDeviceThatFailsAtOneRankIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          Hints hints =
              Hints.defaults()
                  .withEngine("two-phase")
                  .withAggregators(RANKS)
                  .withBufferBytes(16 << 10);
          Selection mine = columns(world);
          for (FailingEngine.Call call :
              List.of(FailingEngine.Call.READ, FailingEngine.Call.WRITE)) {
            try (SharedArrayFile file =
                SharedArrayFile.open(world, path, failing(world, 2, call), hints)) {
              SharedFailures.ofType(
                      SharedFileException.class,
                      () -> {
                        if (call == FailingEngine.Call.READ) {
                          file.readAll(mine, room(mine));
                        } else {
                          file.writeAll(mine, room(mine));
                        }
                      })
                  .withMessage("rank 2: the device has failed in " + call);
              file.readAll(Hyperslab.at(0, 0).count(0, 1), new int[0]);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aSyncThatFailsAtOneRankIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          SharedArrayFile file =
              SharedArrayFile.open(
                  world, path, failing(world, 2, FailingEngine.Call.SYNC), Hints.defaults());
          SharedFailures.ofType(SharedFileException.class, file::sync)
              .withMessage("rank 2: the device has failed in SYNC");
          SharedFailures.ofType(SharedFileException.class, file::close)
              .withMessageStartingWith("rank 2: ")
              .withMessageContaining("an earlier sync failed");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatSeekToDifferentPositionsAreTold(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ);
          SharedFailures.ofType(
                  CollectiveMismatchException.class,
                  () -> file.seekShared(world.rank() == 2 ? 5 : 6))
              .withMessageContaining("rank 2 gives seekShared other positions than rank 0");
          file.close();
          world.barrier();
          folder.holds("a.npy");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatIsClosedLeavesNoCommunicatorOpen(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a");
          folder.once(() -> Files.write(path, new byte[24]));
          Raw raw = Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, Shape.of(6));
          List<Communicator> made = new ArrayList<>();
          try (SharedArrayFile file =
              SharedArrayFile.open(watched(world, made), path, raw, OpenMode.READ)) {
            assertThat(file.shape()).isEqualTo(Shape.of(6));
          }
          assertThat(made).hasSize(1);
          SharedFailures.ofType(IllegalStateException.class, () -> made.getFirst().barrier())
              .withMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aNewFileDoesNotAppearWhereASyncHasFailedAtOneRank(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Creation creation =
              Creation.whenComplete().withAccess(failing(world, 1, FailingEngine.Call.SYNC));
          SharedArrayFile file =
              SharedArrayFile.create(world, path, FORMAT, creation, Hints.defaults());
          file.writeAll(columns(world), room(columns(world)));
          SharedFailures.ofType(SharedFileException.class, file::close)
              .withMessage("rank 1: the device has failed in SYNC");
          folder.holds();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFullDiskIsToldToAllAndTheOlderFileStays(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path disk = folder.resolve("disk");
          if (world.rank() == 0) {
            try (SmallFileSystem _ = SmallFileSystem.mount(disk, 3 << 20)) {
              fill(world, Files.writeString(disk.resolve("a.npy"), "older"));
              world.barrier();
            }
          } else {
            fill(world, disk.resolve("a.npy"));
            world.barrier();
          }
        });
  }

  /// With 6 MiB, twice as much as there is room.
  private static void fill(Communicator world, Path path) throws IOException {
    world.barrier();
    Shape shape = Shape.of(1024, 1536);
    SharedFailures.ofType(
            SharedFileException.class,
            () -> SharedArrayFile.create(world, path, ElementType.INT, shape).close())
        .withMessageMatching("rank 0: .*(ENOSPC|No space left).*");
    Npy format = Npy.of(ElementType.INT, shape);
    SharedArrayFile file =
        SharedArrayFile.create(
            world, path, format, Creation.whenComplete().sparse(), Hints.defaults());
    SharedFailures.ofType(SharedFileException.class, file::preallocate)
        .withMessageMatching("rank 0: .*(ENOSPC|No space left).*");
    Selection mine =
        new Distribution(shape, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, RANKS))
            .of(world.rank());
    SharedFailures.ofType(SharedFileException.class, () -> file.writeAll(mine, room(mine)))
        .withMessageMatching("rank [0-9]: .*(ENOSPC|No space left).*");
    SharedFailures.ofType(IOException.class, file::close)
        .withMessageMatching(".*/a.npy was not created: a write of rank [0-9] has failed.*");
    try (Stream<Path> files = Files.list(path.getParent())) {
      assertThat(files).containsExactly(path);
    }
    assertThat(path).hasContent("older");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aFileThatWasCutShortIsToldToAll(TestJob job) {
    SharedFolder.run(
        job,
        RANKS,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> make(path));
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ)) {
            if (world.rank() == 1) {
              try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(100_000);
              }
            }
            world.barrier();
            SharedFailures.ofType(
                    SharedFileException.class,
                    () -> file.readAll(columns(world), room(columns(world))))
                .withMessageContaining("cut short");
          }
        });
  }

  // ---- ranks that leave ------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatThrowsEndsTheJobAndLeavesNothing(TestJob job) {
    Assertions.assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(() -> SharedFolder.run(job, RANKS, SharedArrayFileFaultTest::fallAtOneRank))
        .withMessageContaining("rank 1");
  }

  private static void fallAtOneRank(Communicator world, SharedFolder folder) throws IOException {
    Path path = folder.resolve("a.npy");
    try (SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.INT, SHAPE)) {
      if (world.rank() == 1) {
        throw new IllegalArgumentException("rank 1 has had enough");
      }
      file.writeAll(columns(world), room(columns(world)));
    } finally {
      if (world.rank() == 0) {
        folder.holds();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatThrowsOutOfABlockWithSeveralFilesEndsTheJob(TestJob job) {
    System.setProperty("penstock.message.threadLevel", "funneled"); // these threads prove nothing
    try {
      requireEnd(job);
    } finally {
      System.clearProperty("penstock.message.threadLevel");
    }
  }

  private static void requireEnd(TestJob job) {
    Assertions.assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () -> SharedFolder.run(job, RANKS, SharedArrayFileFaultTest::fallAtOneRankOfTwoFiles))
        .satisfies(
            e ->
                Assertions.assertThat(Stream.concat(Stream.of(e), Stream.of(e.getSuppressed())))
                    .anySatisfy(
                        one -> Assertions.assertThat(one).hasMessageContaining("had enough")));
  }

  private static void fallAtOneRankOfTwoFiles(Communicator world, SharedFolder folder)
      throws IOException {
    Path one = folder.resolve("a.npy");
    Path other = folder.resolve("b.npy");
    try (SharedArrayFile first = SharedArrayFile.create(world, one, ElementType.INT, SHAPE);
        SharedArrayFile second = SharedArrayFile.create(world, other, ElementType.INT, SHAPE)) {
      second.writeAll(columns(world), room(columns(world)));
      if (world.rank() == 1) {
        throw new IllegalArgumentException("rank 1 has had enough");
      }
      first.writeAll(columns(world), room(columns(world)));
    }
  }
}
