package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.TestJob;
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
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Faults of folders, files and devices at one rank: every rank is told the same, within the time
/// limit, and nothing is left behind.
@Timeout(30)
class SharedArrayFileFaultTest extends SharedFaultFixture {
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
            () ->
                SharedFolder.run(
                    job.hasty(), RANKS, SharedArrayFileFaultTest::fallAtOneRankOfTwoFiles))
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
