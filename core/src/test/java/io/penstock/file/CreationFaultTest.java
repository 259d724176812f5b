package io.penstock.file;

import static io.penstock.file.CreationTest.proxy;
import static io.penstock.file.CreationTest.save;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Creation.Appearance;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// New files one of whose steps fails: none appears, none is left behind, and each failure is told.
class CreationFaultTest {
  private static final Npy FORMAT = Npy.of(ElementType.INT, Shape.of(4));
  private static final int[] OLD = {1, 2, 3, 4};
  private static final int[] NEW = {5, 6, 7, 8};

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("a.npy");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /// The engine `channel`, whose files fail in some of their methods, and say when they are closed.
  private static FileEngine failing(String method, AtomicInteger closed) {
    FileEngine channel = FileEngines.of(FileEngine.Channel.class);
    return proxy(
        FileEngine.class,
        (_, called, arguments) -> {
          Object result = called.invoke(channel, arguments);
          return result instanceof EngineFile file ? failing(file, method, closed) : result;
        });
  }

  private static EngineFile failing(EngineFile file, String method, AtomicInteger closed) {
    return proxy(
        EngineFile.class,
        (_, called, arguments) -> {
          if (called.getName().equals("close")) {
            closed.incrementAndGet();
            file.close();
          }
          if (List.of(method.split(",")).contains(called.getName())) {
            throw new IOException("no room");
          }
          return called.getName().equals("close") ? null : called.invoke(file, arguments);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aFileForWhichThereIsNoRoomLeavesNothingOpenAndNothingBehind(Appearance appearance)
      throws IOException {
    for (String method : List.of("reserve", "write")) { // of the header
      AtomicInteger closed = new AtomicInteger();
      Creation creation = CreationTest.creation(appearance).withEngine(failing(method, closed));
      assertThatIOException()
          .isThrownBy(() -> ArrayFile.create(file, FORMAT, creation))
          .withMessage("no room");
      assertThat(closed).as(method).hasValue(1);
      assertThat(files()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void roomIsReservedUnlessTheFileIsSparse(Appearance appearance) throws IOException {
    AtomicInteger closed = new AtomicInteger();
    FileEngine withoutRoom = failing("reserve", closed);
    Creation sparse = CreationTest.creation(appearance).sparse().withEngine(withoutRoom);
    assertThat(sparse.allocation()).isEqualTo(Creation.Allocation.SPARSE);
    save(file, sparse, NEW);
    assertThat(CreationTest.values(file)).isEqualTo(NEW);
    assertThat(closed).hasValue(1);
    Files.delete(file);
    FileEngine withoutHoles = failing("resize", closed);
    save(file, CreationTest.creation(appearance).withEngine(withoutHoles), NEW);
    assertThat(CreationTest.values(file)).isEqualTo(NEW);
  }

  @Test
  void aFileOneOfWhoseWritesFailedDoesNotAppear() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(4));
    Creation creation = Creation.whenComplete().withEngine(failing("write", closed));
    ArrayFile array = ArrayFile.create(file, format, creation);
    assertThatIOException().isThrownBy(() -> array.write(NEW)).withMessageContaining("no room");
    array.complete();
    assertThatIOException()
        .isThrownBy(array::close)
        .withMessage(
            file
                + " was not created: a write has failed, or goes on; write it again to a new file");
    assertThat(closed).hasValue(1);
    assertThat(files()).isEmpty();
  }

  @Test
  void aFileThatCannotBeSyncedDoesNotAppearAndServesNobody() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    Creation creation = Creation.whenComplete().withEngine(failing("sync", closed));
    ArrayFile array = ArrayFile.create(file, FORMAT, creation);
    array.write(NEW);
    assertThatIOException().isThrownBy(array::sync).withMessage("no room");
    assertThatIOException()
        .isThrownBy(() -> array.read(new int[4]))
        .withMessageEndingWith("an earlier sync failed, what was written before it may be lost");
    assertThatIOException()
        .isThrownBy(array::close)
        .withMessageContaining("an earlier sync failed");
    assertThat(closed).hasValue(1);
    assertThat(files()).isEmpty();
    assertThatIOException().isThrownBy(() -> save(file, creation, NEW)).withMessage("no room");
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "AT_ONCE, 'reserve,close'",
    "AT_ONCE, 'write,close'",
    "WHEN_COMPLETE, 'reserve,close'",
    "WHEN_COMPLETE, 'write,close'",
    "WHEN_COMPLETE, 'sync,close'"
  })
  void aFileThatCannotBeClosedEitherTellsBoth(Appearance appearance, String methods)
      throws IOException {
    Creation creation =
        CreationTest.creation(appearance).withEngine(failing(methods, new AtomicInteger()));
    assertThatIOException()
        .isThrownBy(
            () -> {
              ArrayFile array = ArrayFile.create(file, FORMAT, creation);
              array.complete();
              array.close();
            })
        .withMessage("no room")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(files()).isEmpty();
  }

  @Test
  void aFileThatIsThereAlreadyTellsAtItsEndThatASyncHasFailed() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    save(file, Creation.whenComplete(), OLD);
    ArrayFile array = ArrayFile.open(file, Access.readWrite().withEngine(failing("sync", closed)));
    assertThatIOException().isThrownBy(array::sync).withMessage("no room");
    assertThatIOException().isThrownBy(array::sync).withMessageContaining("an earlier sync failed");
    assertThatIOException()
        .isThrownBy(array::close)
        .withMessageContaining("an earlier sync failed");
    assertThat(closed).hasValue(1);
  }
}
