package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Creation.Allocation;
import io.penstock.file.Creation.Appearance;
import io.penstock.file.mapped.MappedByChannels;
import io.penstock.testing.SmallFileSystem;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A disk that is full before the array ends, for every engine and every way of creating a file:
/// one line that says so, and nothing lost or left behind.
class FullDiskTest {
  private static final long ROOM = 12 << 20;

  /// Twice the room, and work for two threads.
  private static final int ELEMENTS = 6 << 20;

  @TempDir Path folder;

  static Stream<Arguments> waysOfCreating() {
    return Engines.usable()
        .flatMap(
            engine ->
                Stream.of(Appearance.values())
                    .flatMap(
                        appearance ->
                            Stream.of(Allocation.values())
                                .map(
                                    allocation ->
                                        Arguments.of(engine.name(), appearance, allocation))));
  }

  private static Creation creation(String engine, Appearance appearance, Allocation allocation) {
    Access access =
        Access.readWrite().withEngine(FileEngines.named(engine)).withThreads(2).withChunkBytes(0);
    return new Creation(appearance, allocation, access);
  }

  private static void save(Path file, Creation creation, int elements) throws IOException {
    int[] values = new int[elements];
    Arrays.fill(values, 7);
    Npy format = Npy.of(ElementType.INT, Shape.of(elements));
    try (ArrayFile array = ArrayFile.create(file, format, creation)) {
      array.write(values);
    }
  }

  private static void refused(Path file, Creation creation) {
    IOException refusal =
        catchThrowableOfType(IOException.class, () -> save(file, creation, ELEMENTS));
    assertThat(refusal)
        .hasMessageStartingWith(file.getParent() + "/")
        .hasMessageContaining(file.getFileName().toString())
        .hasMessageMatching(".*(ENOSPC: no space left|No space left on|the device is full).*")
        .hasMessageNotContaining("\n");
  }

  private static List<Path> files(SmallFileSystem disk) throws IOException {
    try (Stream<Path> files = Files.list(disk.folder())) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @MethodSource("waysOfCreating")
  void anArrayThatDoesNotFitIsRefusedAndItsRoomIsFreeAgain(
      String engine, Appearance appearance, Allocation allocation) throws IOException {
    Creation creation = creation(engine, appearance, allocation);
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path file = disk.folder().resolve("a.npy");
      refused(file, creation);
      if (appearance == Appearance.AT_ONCE) {
        Files.deleteIfExists(file);
      }
      assertThat(files(disk)).isEmpty();
      save(file, creation, (int) (ROOM * 9 / 10 / Integer.BYTES));
      assertThat(Files.size(file)).isGreaterThan(ROOM * 9 / 10);
    }
  }

  @ParameterizedTest
  @MethodSource("waysOfCreating")
  void anOlderFileStaysAsItIs(String engine, Appearance appearance, Allocation allocation)
      throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path file = disk.folder().resolve("a.npy");
      save(file, creation(engine, appearance, allocation), 1000);
      byte[] older = Files.readAllBytes(file);
      refused(file, creation(engine, Appearance.WHEN_COMPLETE, allocation));
      assertThat(files(disk)).containsExactly(file);
      assertThat(Files.readAllBytes(file)).isEqualTo(older);
    }
  }

  @Test
  void aWriteThatFailedIsNotMadeGoodByOneThatDoesNot() throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path ballast = Files.write(disk.folder().resolve("ballast"), new byte[(int) ROOM / 2]);
      Path file = disk.folder().resolve("a.npy");
      int[] values = new int[(int) ROOM * 3 / 4 / Integer.BYTES];
      Npy format = Npy.of(ElementType.INT, Shape.of(values.length));
      ArrayFile array = ArrayFile.create(file, format, Creation.whenComplete().sparse());
      assertThatIOException()
          .isThrownBy(() -> array.write(values))
          .withMessageContaining("ENOSPC: no space left on the device");
      Files.delete(ballast);
      array.write(values);
      assertThatIOException()
          .isThrownBy(array::close)
          .withMessage(
              file
                  + " was not created: a write has failed, or goes on; write it again to a new file");
      assertThat(files(disk)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void rowsThatDoNotFitAreTakenBack(FileEngine engine) throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path file = disk.folder().resolve("a.npy");
      save(file, Creation.inPlace(), 1000);
      Path older = Files.copy(file, folder.resolve("older.npy"));
      try (ArrayAppender log =
          ArrayAppender.open(file, Access.readWrite().withEngine(engine).withThreads(1))) {
        assertThatIOException()
            .isThrownBy(() -> log.append(new int[ELEMENTS]))
            .withMessageStartingWith(file.toString())
            .withMessageNotContaining("\n");
        assertThat(log.rows()).isEqualTo(1000);
      }
      assertThat(file).hasSameBinaryContentAs(older);
      try (ArrayAppender log = ArrayAppender.open(file)) {
        log.append(new int[] {8});
      }
      try (ArrayFile array = ArrayFile.open(file)) {
        assertThat(array.shape()).isEqualTo(Shape.of(1001));
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aByteFarBehindTheEndTakesNoMoreRoomThanItself(FileEngine engine) throws IOException {
    long far = 1L << 32;
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path path = Files.write(disk.folder().resolve("f"), new byte[5]);
      try (ByteFile file = ByteFile.open(path, Access.readWrite().withEngine(engine))) {
        file.writeAt(far, new byte[] {7});
        assertThat(file.size()).isEqualTo(far + 1);
        byte[] found = new byte[2];
        file.readAt(far - 1, found);
        assertThat(found).containsExactly(0, 7);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void bytesThatDoNotFitAreAFailedTransfer(FileEngine engine) throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path path = Files.write(disk.folder().resolve("f"), new byte[5]);
      Path ballast = Files.write(disk.folder().resolve("ballast"), new byte[(int) ROOM - 64_000]);
      byte[] more = new byte[500_000];
      try (ByteFile file = ByteFile.open(path, Access.readWrite().withEngine(engine))) {
        assertThatExceptionOfType(TransferException.class)
            .isThrownBy(() -> file.writeAt(3, more))
            .withMessageContaining("f: cannot write ");
        if (engine.equals(FileEngines.named("mapped"))) { // the JDK's channels reserve no room
          assertThat(file.size()).isEqualTo(5);
        }
        Files.delete(ballast);
        file.writeAt(3, more);
        assertThat(file.size()).isEqualTo(3 + more.length);
      }
    }
  }

  /// The JDK's channels reserve by zeros, which fill the disk.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void roomThatCannotBeReservedIsFreeAgain(boolean mapped) throws IOException {
    FileEngine engine = mapped ? new MappedByChannels() : BindingTest.denied(new Binding());
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 512 << 10)) {
      Path path = Files.createFile(disk.folder().resolve("f"));
      Path other = disk.folder().resolve("g");
      try (EngineFile file = engine.open(path, OpenMode.READ_WRITE)) {
        assertThatIOException().isThrownBy(() -> file.reserve(1 << 20));
        assertThat(file.size()).isZero();
        Files.write(other, new byte[400_000]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aDiskThatMayNotBeWrittenIsNamed(FileEngine engine) throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path file = disk.folder().resolve("a.npy");
      save(file, Creation.inPlace(), 1000);
      disk.makeReadOnly();
      int[] values = new int[1000];
      try (ArrayFile array = ArrayFile.open(file, Access.read().withEngine(engine))) {
        array.read(values);
      }
      assertThat(values).containsOnly(7);
      for (Creation creation : List.of(Creation.inPlace(), Creation.whenComplete())) {
        assertThatIOException()
            .isThrownBy(() -> save(disk.folder().resolve("b.npy"), creation.withEngine(engine), 9))
            .withMessageMatching(".*/disk/\\.?b\\.npy[^ ]*: .*([Rr]ead-only file system)")
            .withMessageNotContaining("\n");
      }
      assertThatIOException()
          .isThrownBy(() -> ArrayFile.open(file, Access.readWrite().withEngine(engine)))
          .withMessageMatching(".*/disk/a\\.npy: .*([Rr]ead-only file system)");
      assertThat(files(disk)).containsExactly(file);
    }
  }

  /// A mapping would have to give the holes of a file in memory pages.
  @ParameterizedTest
  @ValueSource(strings = {"auto", "mapping", "mapping-once"})
  void holesAreReadWithoutTakingRoom(String way) throws IOException {
    byte[] pieces = new byte[8 << 20];
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), ROOM)) {
      Path dense = Files.write(folder.resolve("dense"), pieces);
      for (int i = 0; i < 8; i++) {
        pieces = read(way, dense); // else the way is on trial
      }
      Path sparse = disk.folder().resolve("sparse");
      try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
        file.write(1);
        file.seek(pieces.length - 1);
        file.write(2);
      }
      pieces[0] = 1;
      pieces[pieces.length - 1] = 2;
      assertThat(read(way, sparse)).isEqualTo(pieces);
      assertThat(PageCache.residentBytes(sparse, 0, pieces.length)).hasValue(2 * 4096);
    }
  }

  private static byte[] read(String way, Path path) throws IOException {
    byte[] bytes = new byte[8 << 20];
    Access access = Access.read().withEngine(Engines.named(way)).withThreads(1);
    try (ArrayFile file = ArrayFile.open(path, ElementType.BYTE, ByteOrder.nativeOrder(), access)) {
      file.read(bytes);
    }
    return bytes;
  }
}
