package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.TestJob;
import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Arguments that differ between ranks, or are refused at one of them: every rank is told the same,
/// within the time limit, and nothing is left behind.
@Timeout(30)
class SharedArrayFileArgumentTest extends SharedFaultFixture {
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
          boolean isClosedByOneRank = file.explain().startsWith("two-phase"); // MPI waits for all
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
          world.barrier();
          if (isClosedByOneRank) {
            folder.isClosed();
          }
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
}
