package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import io.penstock.message.TestJob;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a shared file promises over every transport, whatever the number of ranks.
@Timeout(120)
class SharedArrayFileContractTest extends SharedArrayFixture {
  // ---- creating --------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aFileIsTheSameHoweverManyRanksWriteIt(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path alone = folder.resolve("alone.npy");
          folder.once(() -> alone(alone));
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            file.writeAll(columns(world), values(columns(world)));
            assertThat(Files.exists(path)).isFalse();
          }
          assertThat(Files.mismatch(alone, path)).isEqualTo(-1);
          folder.holds("a.npy", "alone.npy");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatOneDistributionWroteAnotherReads(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            file.writeAll(columns(world), values(columns(world)));
          }
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ)) {
            assertThat(file.shape()).isEqualTo(SHAPE);
            assertThat(file.type()).isEqualTo(ElementType.LONG);
            long[] mine = new long[(int) rows(world).size()];
            file.readAll(rows(world), mine);
            assertThat(mine).isEqualTo(values(rows(world)));
            long[] others = new long[(int) columns(world).size()];
            file.readAll(columns(world), others);
            assertThat(others).isEqualTo(values(columns(world)));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aFileThatIsNotCompleteDoesNotAppear(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> Files.writeString(path, "older"));
          SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.LONG, SHAPE);
          file.writeAll(Hyperslab.at(0, 0).count(world.rank() == 0 ? 1 : 0, 5), new long[5]);
          SharedFailures.ofType(IOException.class, file::close)
              .withMessage(
                  path
                      + " was not created: 5 of its 2880 elements were written; write the rest, or"
                      + " call complete() to leave them zero");
          file.close();
          assertThat(Files.readString(path)).isEqualTo("older");
          folder.holds("a.npy");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aFileThatOneRankDeclaresCompleteAppearsWithZeros(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            if (world.rank() == world.size() - 1) {
              file.write(Hyperslab.at(3, 4), new long[] {7});
              file.complete();
            }
          }
          try (ArrayFile file = ArrayFile.open(path)) {
            long[] found = new long[(int) SHAPE.size()];
            file.read(found);
            long[] expected = new long[(int) SHAPE.size()];
            expected[3 * 60 + 4] = 7;
            assertThat(found).isEqualTo(expected);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aFileCreatedInPlaceIsThereAtOnce(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Npy format = Npy.of(ElementType.LONG, SHAPE);
          try (SharedArrayFile file =
              SharedArrayFile.create(
                  world, path, format, Creation.inPlace().sparse(), Hints.defaults())) {
            assertThat(file.bytes()).isEqualTo(format.dataOffset() + SHAPE.size() * 8);
            assertThat(Files.size(path)).isEqualTo(file.bytes());
            file.writeAll(rows(world), values(rows(world)));
          }
          isWhole(path);
        });
  }

  // ---- moving ----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void ranksReadAndWriteForThemselves(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          long each = SHAPE.size() / world.size();
          long first = world.rank() * each;
          long count = world.rank() == world.size() - 1 ? SHAPE.size() - first : each;
          long[] mine = LongStream.range(first, first + count).toArray();
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            file.writeAt(first, mine);
            file.sync();
            long[] found = new long[60];
            file.read(Hyperslab.at(7, 0).count(1, 60), found);
            assertThat(found).isEqualTo(LongStream.range(420, 480).toArray());
            file.readAt(5, Elements.of(found, 10, 20));
            assertThat(Arrays.copyOfRange(found, 10, 30))
                .isEqualTo(LongStream.range(5, 25).toArray());
          }
          isWhole(path);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void rangesOfAllRanksAreMovedTogether(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Raw format =
              Raw.of(ElementType.LONG, ByteOrder.BIG_ENDIAN, SHAPE)
                  .withStorage(StorageOrder.COLUMN_MAJOR);
          long first = world.rank() * 10L;
          long[] mine = LongStream.range(first, first + 10).toArray();
          try (SharedArrayFile file =
              SharedArrayFile.create(
                  world, path, format, Creation.whenComplete(), Hints.defaults())) {
            file.writeAtAll(first, mine);
            file.sync();
            long[] found = new long[10 * world.size()];
            file.readAtAll(0, found);
            assertThat(found).isEqualTo(LongStream.range(0, found.length).toArray());
            file.complete();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void operationsGoOnBesideTheProgram(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            Pending written = file.iwriteAll(columns(world), values(columns(world)));
            long[] mine = new long[(int) columns(world).size()];
            Pending read = file.ireadAll(columns(world), mine);
            written.await();
            read.await();
            assertThat(read.isDone()).isTrue();
            assertThat(mine).isEqualTo(values(columns(world)));
            file.sync();
            long[] one = new long[1];
            file.iread(Hyperslab.at(1, 1), one).await();
            assertThat(one).containsExactly(61);
            world.barrier();
            file.iwrite(Hyperslab.at(1, 1), one).await();
          }
          isWhole(path);
        });
  }

  /// Each rank's values of a turn: other ones than those that were written before.
  private static long[] turned(Communicator world, int turn) {
    return LongStream.of(values(columns(world))).map(value -> value + turn).toArray();
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aCallOfAllRanksComesAfterThoseThatWereStarted(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            long[] found = new long[(int) columns(world).size()];
            for (int turn = 0; turn < 20; turn++) {
              Pending written = file.iwriteAll(columns(world), turned(world, turn));
              file.readAll(columns(world), found);
              assertThat(found).isEqualTo(turned(world, turn));
              written.await();
            }
            for (int turn = 0; turn < 8; turn++) {
              Pending written = file.iwriteAll(columns(world), turned(world, turn));
              switch (turn % 4) {
                case 0 -> file.sync();
                case 1 -> file.seekShared(turn);
                case 2 -> file.resize(SHAPE);
                default -> assertThat(file.readOrdered(new long[0])).isEqualTo(turn - 2);
              }
              assertThat(written.isDone()).isTrue();
              written.await();
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void closingWaitsForWhatAllRanksHaveStarted(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.LONG, SHAPE);
          Pending first = file.iwriteAll(columns(world), turned(world, 1));
          Pending second = file.iwriteAll(columns(world), values(columns(world)));
          file.close();
          assertThat(List.of(first, second)).allMatch(Pending::isDone);
          first.await();
          second.await();
          isWhole(path);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void closingWaitsForWhatOneRankHasStartedForItself(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          List<Pending> writes = new ArrayList<>();
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            for (long row = 0; row < SHAPE.extent(0); row++) {
              if (Pattern.has(rows(world).axis(0), row)) {
                Selection one = Hyperslab.at(row, 0).count(1, SHAPE.extent(1));
                writes.add(file.iwrite(one, values(one)));
              }
            }
          }
          assertThat(writes).allMatch(Pending::isDone);
          isWhole(path);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void anOperationOfOneRankDoesNotWaitForOneOfAll(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            if (world.rank() == 0) {
              Pending together = file.iwriteAll(rows(world), values(rows(world)));
              file.iread(Hyperslab.at(0, 0), new long[1]).await();
              world.barrier();
              together.await();
            } else {
              world.barrier();
              file.writeAll(rows(world), values(rows(world)));
            }
          }
          isWhole(path);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void memoryOfOneThreadIsUsedByThatThread(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (Arena arena = Arena.ofConfined();
              SharedArrayFile file = SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            long[] mine = values(columns(world));
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_LONG, mine);
            file.writeAll(columns(world), memory);
            memory.fill((byte) 0);
            file.readAll(columns(world), memory);
            assertThat(memory.toArray(ValueLayout.JAVA_LONG)).isEqualTo(mine);
            SharedFailures.ofType(
                    SharedFileException.class, () -> file.iwriteAll(columns(world), memory).await())
                .withMessageStartingWith("rank 0: memory that is confined to a thread");
          }
          isWhole(path);
        });
  }

  // ---- elements that several ranks write, or none ----------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void theHighestRankWinsWhereSeveralWrite(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, SHAPE)) {
            long[] mine = new long[(int) SHAPE.size()];
            Arrays.fill(mine, world.rank());
            file.writeAll(Hyperslab.all(SHAPE), mine);
          }
          try (ArrayFile file = ArrayFile.open(path)) {
            long[] found = new long[(int) SHAPE.size()];
            file.read(found);
            assertThat(found).containsOnly(world.size() - 1);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void elementsInCommonAreRefusedOnRequest(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Hints hints = Hints.defaults().withOverlaps(Overlaps.REFUSED);
          Npy format = Npy.of(ElementType.LONG, SHAPE);
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, format, Creation.whenComplete(), hints)) {
            if (world.size() > 1) {
              SharedFailures.ofType(
                      IllegalArgumentException.class,
                      () -> file.writeAll(Hyperslab.at(5, 5), new long[1]))
                  .withMessage(
                      path
                          + ": rank 0 and rank 1 write elements in common; select apart, or allow"
                          + " it by Hints");
            }
            file.readAll(Hyperslab.at(5, 5), new long[1]);
            file.writeAll(columns(world), values(columns(world)));
          }
          isWhole(path);
        });
  }

  // ---- atomicity -------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void wholeOperationsDoNotMix(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Hints hints = Hints.defaults().withAtomicity(Atomicity.WHOLE_OPERATIONS);
          Npy format = Npy.of(ElementType.LONG, SHAPE);
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, format, Creation.whenComplete(), hints)) {
            long[] mine = new long[(int) SHAPE.size()];
            Selection everySecond = Hyperslab.at(0, 0).stride(1, 2).count(48, 30);
            for (int turn = 0; turn < 5; turn++) {
              Arrays.fill(mine, 100L * turn + world.rank());
              file.write(everySecond, mine);
              file.read(everySecond, mine);
              assertThat(Arrays.stream(mine).limit(48 * 30).distinct().count()).isEqualTo(1);
            }
            file.writeAll(rows(world), values(rows(world)));
          }
          isWhole(path);
        });
  }

  // ---- the file as a whole ---------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aFileGrowsAndShrinksAlongItsSlowestAxis(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          resize(world, folder, StorageOrder.ROW_MAJOR, Shape.of(2, 60));
          resize(world, folder, StorageOrder.COLUMN_MAJOR, Shape.of(48, 2));
        });
  }

  private static void resize(
      Communicator world, SharedFolder folder, StorageOrder storage, Shape small)
      throws IOException {
    Path path = folder.resolve(storage + ".npy");
    Npy format = Npy.of(DataType.INT64, ByteOrder.LITTLE_ENDIAN, small, storage);
    try (SharedArrayFile file =
        SharedArrayFile.create(world, path, format, Creation.inPlace(), Hints.defaults())) {
      file.resize(SHAPE);
      file.preallocate();
      assertThat(file.shape()).isEqualTo(SHAPE);
      file.writeAll(columns(world), values(columns(world)));
      SharedFailures.ofType(SharedFileException.class, () -> file.resize(Shape.of(47, 59)))
          .withMessageContaining("only the slowest axis may change");
    }
    isWhole(path);
    world.barrier();
    try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ_WRITE)) {
      file.resize(small);
      assertThat(file.bytes()).isEqualTo(format.dataOffset() + small.size() * 8);
    }
    folder.isClosed();
    try (ArrayFile file = ArrayFile.open(path)) {
      assertThat(file.shape()).isEqualTo(small);
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRawFileOfComplexNumbersGrowsAndKeepsWhatItHas(TestJob job) {
    SharedFolder.run(
        job,
        2,
        (world, folder) -> {
          Path path = folder.resolve("raw");
          Raw small =
              Raw.of(DataType.COMPLEX64, ByteOrder.BIG_ENDIAN, Shape.of(2, 3)).withOffset(64);
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, small, Creation.inPlace(), Hints.defaults())) {
            float[] mine = {1, 2, 3, 4, 5, 6};
            Selection row = Hyperslab.at(world.rank(), 0, 0).count(1, 3, 2);
            file.writeAll(row, mine);
            file.resize(Shape.of(5, 3, 2));
            Raw large =
                Raw.of(DataType.COMPLEX64, ByteOrder.BIG_ENDIAN, Shape.of(5, 3)).withOffset(64);
            assertThat(file.format()).isEqualTo(large);
            assertThat(file.bytes()).isEqualTo(64 + 5 * 3 * 8);
            float[] found = new float[6];
            file.readAll(row, found);
            assertThat(found).isEqualTo(mine);
            file.readAll(Hyperslab.at(3 + world.rank(), 0, 0).count(1, 3, 2), found);
            assertThat(found).containsOnly(0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aFileSaysHowItIsMoved(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          try (SharedArrayFile file =
              SharedArrayFile.create(
                  world,
                  path,
                  Npy.of(ElementType.LONG, SHAPE),
                  Creation.whenComplete().withAccess(Access.readWrite().withThreads(1)),
                  Hints.defaults())) {
            assertThat(file.explain())
                .startsWith(System.getProperty("penstock.collective.engine", "two-phase") + ": ");
            if (file.explain().startsWith("two-phase")) {
              assertThat(file.explain())
                  .startsWith(
                      "two-phase: stretches below 64 KiB go through buffers of 1024 KiB at the ranks"
                          + " that write for all; ");
            }
            assertThat(file.path()).isEqualTo(path);
            file.complete();
          }
        });
  }
}
