package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.Creation.Appearance;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// When a new file appears, whose place it takes, and what stays where it does not.
class CreationTest {
  private static final Npy FORMAT = Npy.of(ElementType.INT, Shape.of(4));
  private static final int[] OLD = {1, 2, 3, 4};
  private static final int[] NEW = {5, 6, 7, 8};

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("a.npy");
  }

  static Creation creation(Appearance appearance) {
    return new Creation(appearance, Creation.Allocation.RESERVED, Access.readWrite());
  }

  static void save(Path file, Creation creation, int... values) throws IOException {
    try (ArrayFile array = ArrayFile.create(file, FORMAT, creation)) {
      array.write(values);
    }
  }

  static int[] values(Path file) throws IOException {
    try (ArrayFile array = ArrayFile.open(file)) {
      int[] values = new int[(int) array.shape().size()];
      array.read(values);
      return values;
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aNewFileTakesTheOldOnesPlaceWhenItIsClosed(FileEngine engine) throws IOException {
    save(file, Creation.whenComplete(), OLD);
    Creation creation = Creation.whenComplete().withEngine(engine);
    try (ArrayFile array = ArrayFile.create(file, FORMAT, creation)) {
      array.write(NEW);
      array.sync();
      assertThat(values(file)).isEqualTo(OLD);
    }
    assertThat(values(file)).isEqualTo(NEW);
    assertThat(files()).containsExactly(file);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aProgramThatFailsHalfWayLeavesTheOldFileWhole(FileEngine engine) throws IOException {
    save(file, Creation.whenComplete(), OLD);
    Creation creation = Creation.whenComplete().withEngine(engine);
    assertThatIllegalStateException()
        .isThrownBy(
            () -> {
              try (ArrayFile array = ArrayFile.create(file, FORMAT, creation)) {
                array.writeAt(0, NEW, 0, 2);
                throw new IllegalStateException("the program's own");
              }
            })
        .withMessage("the program's own")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .singleElement()
                    .asString()
                    .endsWith(
                        file
                            + " was not created: 2 of its 4 elements were written; write the rest, or call complete() to leave them zero"));
    assertThat(values(file)).isEqualTo(OLD);
    assertThat(files()).containsExactly(file);
  }

  @Test
  void whatIsDeclaredCompleteAppearsWithZeros() throws IOException {
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(4))) {
      array.writeAt(1, NEW, 0, 1);
      array.complete();
    }
    assertThat(values(file)).containsExactly(0, 5, 0, 0);
  }

  @Test
  void aFileThatAppearsAtOnceCannotBeDeclaredComplete() throws IOException {
    try (ArrayFile array = ArrayFile.create(file, FORMAT, Creation.inPlace())) {
      assertThatIllegalStateException()
          .isThrownBy(array::complete)
          .withMessage("only a file that appears when complete can be declared so");
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatAppearsAtOnceIsThereBeforeItIsWritten(FileEngine engine) throws IOException {
    Creation creation = Creation.inPlace().withEngine(engine);
    try (ArrayFile array = ArrayFile.create(file, FORMAT, creation)) {
      assertThat(values(file)).containsExactly(0, 0, 0, 0);
      array.writeAt(2, NEW, 0, 1);
      assertThat(values(file)).containsExactly(0, 0, 5, 0);
    }
    assertThat(values(file)).containsExactly(0, 0, 5, 0);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatAppearsAtOnceTakesNobodysPlace(FileEngine engine) throws IOException {
    save(file, Creation.whenComplete(), OLD);
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> save(file, Creation.inPlace().withEngine(engine), NEW))
        .withMessageMatching(".*/a\\.npy: .*the file exists");
    assertThat(values(file)).isEqualTo(OLD);
  }

  @Test
  void aLinkStaysAndTheFileItLeadsToIsReplaced() throws IOException {
    Path store = Files.createDirectory(folder.resolve("store"));
    save(store.resolve("b.npy"), Creation.whenComplete(), OLD);
    Files.createSymbolicLink(file, Path.of("store", "b.npy"));
    save(file, Creation.whenComplete(), NEW);
    assertThat(file).isSymbolicLink();
    assertThat(values(store.resolve("b.npy"))).isEqualTo(NEW);
    assertThat(files()).containsExactlyInAnyOrder(store, file);
    try (Stream<Path> files = Files.list(store)) {
      assertThat(files).containsExactly(store.resolve("b.npy"));
    }
  }

  @Test
  void whatAnotherPutsInThePlaceOfAnUnfinishedFileStays() throws IOException {
    FileEngine channel = FileEngines.of(FileEngine.Channel.class);
    EngineFile made = channel.create(file);
    EngineFile full =
        proxy(
            EngineFile.class,
            (_, method, arguments) -> {
              if (method.getName().equals("reserve")) {
                Path next = Files.writeString(file.resolveSibling("next"), "by another");
                Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
                throw new IOException("no room");
              }
              return method.invoke(made, arguments);
            });
    FileEngine engine =
        proxy(
            FileEngine.class,
            (_, method, arguments) ->
                method.getName().equals("create") ? full : method.invoke(channel, arguments));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> save(file, Creation.inPlace().withEngine(engine), NEW))
        .withMessage("no room");
    assertThat(file).hasContent("by another");
  }

  @Test
  void whatIsWrittenOfPlacesInMemoryCountsToo() throws IOException {
    try (ArrayFile array = ArrayFile.create(file, FORMAT, Creation.whenComplete())) {
      Hyperslab all = Hyperslab.at(0).count(4);
      array.write(all, new int[] {5, 0, 6, 0, 7, 0, 8}, Shape.of(7), all.stride(2));
    }
    assertThat(values(file)).isEqualTo(NEW);
  }

  @Test
  void readingDoesNotCountAsWriting() throws IOException {
    ArrayFile array = ArrayFile.create(file, FORMAT, Creation.whenComplete());
    array.writeAt(0, NEW, 0, 3);
    array.read(new int[4]);
    assertThatIOException()
        .isThrownBy(array::close)
        .withMessageContaining("3 of its 4 elements were written");
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileThatIsRefusedIsOpenNoMore(FileEngine engine) throws IOException {
    Files.write(file, new byte[10]);
    for (OpenMode mode : OpenMode.values()) {
      Access access = Access.read().withEngine(engine).withMode(mode);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> ArrayFile.open(file, access));
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> ArrayFile.open(file, ElementType.INT, ByteOrder.nativeOrder(), access));
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> ArrayAppender.open(file, access));
    }
    assertThat(BootstrapFileTest.descriptors(file)).isZero();
  }

  @Test
  void anOpenFileSaysWhatItIs() throws IOException {
    save(file, Creation.whenComplete(), OLD);
    FileEngine channel = FileEngines.of(FileEngine.Channel.class);
    for (OpenMode mode : OpenMode.values()) {
      String use =
          switch (mode) {
            case READ -> "reading";
            case WRITE -> "writing";
            case READ_WRITE -> "reading and writing";
          };
      ArrayFile array = ArrayFile.open(file, Access.read().withEngine(channel).withMode(mode));
      try (array) {
        assertThat(array.path()).isEqualTo(file);
        assertThat(array.mode()).isEqualTo(mode);
        assertThat(array.format()).isEqualTo(FORMAT);
        assertThat(array.explain()).startsWith("channel").doesNotContain("default");
        assertThat(array.type()).isEqualTo(ElementType.INT);
        assertThat(array.as(ElementType.INT)).isSameAs(array);
        assertThat(array.as(ElementType.LONG).path()).isEqualTo(file);
        assertThat(array.as(ElementType.LONG).shape()).isEqualTo(Shape.of(4));
        assertThat(array.as(ElementType.LONG).as(ElementType.INT).type())
            .isEqualTo(ElementType.INT);
        assertThat(array)
            .hasToString(
                "array file %s of int32, 4, open for %s by engine channel".formatted(file, use));
      }
      assertThat(array).hasToString("array file %s of int32, 4, closed".formatted(file));
    }
  }

  static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            CreationTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Test
  void aLinkIsNotAPlaceForAFileThatAppearsAtOnce() throws IOException {
    save(folder.resolve("b.npy"), Creation.whenComplete(), OLD);
    Files.createSymbolicLink(file, Path.of("b.npy"));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> save(file, Creation.inPlace(), NEW))
        .withMessageContaining(file.toString());
    assertThat(values(folder.resolve("b.npy"))).isEqualTo(OLD);
  }

  @Test
  void aLinkThatLeadsNowhereIsRefused() throws IOException {
    Files.createSymbolicLink(file, Path.of("gone", "b.npy"));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> save(file, Creation.whenComplete(), NEW))
        .withMessage(file + ": is a link that leads nowhere; remove it or mend it");
    assertThat(files()).containsExactly(file);
  }

  @ParameterizedTest
  @EnumSource
  void aMissingFolderIsRefused(Appearance appearance) throws IOException {
    Path lost = folder.resolve("missing").resolve("a.npy");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> save(lost, creation(appearance), NEW))
        .withMessage(lost + ": no such folder; create it first");
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aFileInTheFoldersPlaceIsRefused(Appearance appearance) throws IOException {
    Path lost = Files.createFile(folder.resolve("f")).resolve("a.npy");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> save(lost, creation(appearance), NEW))
        .withMessage(lost + ": no such folder; create it first");
  }

  @ParameterizedTest
  @EnumSource
  void aFolderIsNeverReplaced(Appearance appearance) throws IOException {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> save(folder, creation(appearance), NEW))
        .withMessage(folder + ": is a folder; name a file in it");
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theLongestNameIsNotTooLong(Appearance appearance) throws IOException {
    Path longest = folder.resolve("a".repeat(251) + ".npy");
    save(longest, creation(appearance), NEW);
    assertThat(values(longest)).isEqualTo(NEW);
    assertThat(files()).containsExactly(longest);
  }

  @Test
  void aFileThatCannotTakeItsPlaceInTheEndIsRemoved() throws IOException {
    ArrayFile array = ArrayFile.create(file, FORMAT, Creation.whenComplete());
    array.write(NEW);
    Files.createDirectory(file);
    Path inside = Files.createFile(file.resolve("inside"));
    assertThatIOException().isThrownBy(array::close).withMessageContaining(file.toString());
    array.close();
    assertThat(files()).containsExactly(file);
    assertThat(inside).exists();
  }

  /// What came between the last sync and the closing would appear without being durable.
  @Test
  void nothingIsWrittenBetweenTheLastSyncAndTheEnd() throws IOException {
    AtomicReference<ArrayFile> open = new AtomicReference<>();
    List<Throwable> refused = new ArrayList<>();
    FileEngine engine =
        synced(
            () -> {
              Thread late =
                  Thread.ofPlatform()
                      .start(
                          () ->
                              refused.add(
                                  catchThrowable(() -> open.get().writeAt(0, new int[1], 0, 1))));
              late.join();
            });
    ArrayFile array = ArrayFile.create(file, FORMAT, Creation.whenComplete().withEngine(engine));
    open.set(array);
    array.write(NEW);
    array.close();
    assertThat(refused).hasSize(1).first().isInstanceOf(IllegalStateException.class);
    assertThat(values(file)).containsExactly(NEW);
  }

  private interface Interruption {
    void come() throws InterruptedException;
  }

  /// The engine `channel`, after whose syncs something happens.
  private static FileEngine synced(Interruption interruption) {
    FileEngine real = FileEngines.of(FileEngine.Channel.class);
    return (FileEngine)
        Proxy.newProxyInstance(
            FileEngine.class.getClassLoader(),
            new Class<?>[] {FileEngine.class},
            (_, method, arguments) -> {
              Object result = method.invoke(real, arguments);
              return result instanceof EngineFile opened ? synced(opened, interruption) : result;
            });
  }

  private static EngineFile synced(EngineFile real, Interruption interruption) {
    return (EngineFile)
        Proxy.newProxyInstance(
            EngineFile.class.getClassLoader(),
            new Class<?>[] {EngineFile.class},
            (_, method, arguments) -> {
              Object result = method.invoke(real, arguments);
              if (method.getName().equals("sync")) {
                interruption.come();
              }
              return result;
            });
  }
}
