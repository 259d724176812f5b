package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.message.TestJob;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a shared file promises of the position that its ranks have in common, over every transport.
@Timeout(120)
class SharedPositionContractTest extends SharedArrayFixture {
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void ordersOfRanksAreKept(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          Shape shape = Shape.of(1000);
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, shape)) {
            long expected = 0;
            for (int turn = 0; turn < 3; turn++) {
              long[] mine = new long[world.rank() + 1];
              Arrays.fill(mine, 10L * turn + world.rank());
              long first = file.writeOrdered(mine);
              assertThat(first).isEqualTo(expected + world.rank() * (world.rank() + 1L) / 2);
              expected += world.size() * (world.size() + 1L) / 2;
            }
            assertThat(file.sharedPosition()).isEqualTo(expected);
            world.barrier();
            file.seekShared(1);
            long[] found = new long[1];
            assertThat(file.readOrdered(found)).isEqualTo(1 + world.rank());
            file.complete();
          }
          folder.isClosed();
          folder.holds("a.npy");
          assertThat(SharedPointerFile.USERS.values())
              .noneMatch(users -> users.toString().contains(folder.path().toString()));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatSpellThePathOfAFileDifferentlyHaveOnePosition(TestJob job) {
    SharedFolder.run(
        job,
        2,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          int turns = 200;
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, Shape.of(2L * turns))) {
            file.complete();
          }
          Path called = world.rank() == 0 ? path : Path.of("").toAbsolutePath().relativize(path);
          try (SharedArrayFile file = SharedArrayFile.open(world, called, OpenMode.READ_WRITE)) {
            for (int turn = 0; turn < turns; turn++) {
              long _ = file.writeShared(new long[] {1 + world.rank()});
            }
            world.barrier();
            assertThat(file.sharedPosition()).isEqualTo(2L * turns);
            long[] all = new long[2 * turns];
            file.readAt(0, all);
            assertThat(all).doesNotContain(0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void everyoneWhoWritesAtTheSharedPositionHasItsOwnPlace(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          int turns = 20;
          Shape shape = Shape.of(3L * turns * world.size());
          try (SharedArrayFile file =
              SharedArrayFile.create(world, path, ElementType.LONG, shape)) {
            for (int turn = 0; turn < turns; turn++) {
              long value = world.rank() * 1000L + turn;
              long _ = file.writeShared(new long[] {value, value, value});
            }
            SharedFailures.ofType(
                IndexOutOfBoundsException.class,
                () -> {
                  world.barrier();
                  long _ = file.writeShared(new long[1]);
                });
          }
          try (ArrayFile file = ArrayFile.open(path)) {
            long[] found = new long[(int) shape.size()];
            file.read(found);
            for (int i = 0; i < found.length; i += 3) {
              assertThat(found[i]).isEqualTo(found[i + 1]).isEqualTo(found[i + 2]);
            }
            assertThat(Arrays.stream(found).distinct().count())
                .isEqualTo((long) turns * world.size());
          }
          folder.holds("a.npy");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void theSharedPositionGoesToTheEndAndNoFurther(TestJob job, int ranks) {
    SharedFolder.run(
        job,
        ranks,
        (world, folder) -> {
          Path path = folder.resolve("a.npy");
          folder.once(() -> alone(path));
          try (SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.READ)) {
            file.seekShared(SHAPE.size());
            assertThat(file.sharedPosition()).isEqualTo(SHAPE.size());
            SharedFailures.ofType(
                IndexOutOfBoundsException.class,
                () -> {
                  long _ = file.readShared(new long[1]);
                });
            SharedFailures.ofType(
                    SharedFileException.class, () -> file.seekShared(SHAPE.size() + 1))
                .withMessageContaining("element 2881 of");
            SharedFailures.ofType(SharedFileException.class, () -> file.seekShared(-1))
                .withMessageContaining("element -1 of");
            assertThat(file.sharedPosition()).isEqualTo(SHAPE.size());
            file.seekShared(0);
            assertThat(file.sharedPosition()).isZero();
          }
        });
  }
}
