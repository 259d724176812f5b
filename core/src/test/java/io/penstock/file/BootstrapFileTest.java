package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.SmallFileSystem;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What only files have that begin with the JDK's channels: the moment of their change, and the
/// limits of a JVM in which they begin.
class BootstrapFileTest {
  @TempDir Path folder;

  /// C functions are bound when the test says so.
  private static class Told extends Binding {
    private volatile boolean pending = true;

    @Override
    boolean isPending() {
      return pending;
    }
  }

  static long descriptors(Path file) throws IOException {
    Path all = Path.of("/proc/self/fd");
    SpokenAssumption.that(Files.isDirectory(all), "this system does not list its descriptors");
    Path real = file.toRealPath();
    try (Stream<Path> entries = Files.list(all)) {
      return entries.filter(entry -> leadsTo(entry, real)).count();
    }
  }

  private static boolean leadsTo(Path entry, Path file) {
    try {
      return Files.readSymbolicLink(entry).equals(file);
    } catch (NoSuchFileException _) {
      return false; // the list's own
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatHasChangedClosesBothDescriptors() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[100]);
    Told binding = new Told();
    EngineFile opened = new AutoEngine(binding).open(file, OpenMode.READ_WRITE);
    binding.pending = false;
    assertThat(opened.tryRead(0, new byte[100], 0, 100)).isEqualTo(100);
    opened.close();
    assertThat(descriptors(file)).isZero();
  }

  @Test
  void aFileThatIsClosedDoesNotChangeAnyMore() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[100]);
    Told binding = new Told();
    AutoEngine engine = new AutoEngine(binding);
    Access access = Access.readWrite().withEngine(engine);
    FileHandle handle = new FileHandle(file, access, engine.open(file, OpenMode.READ_WRITE));
    handle.close();
    binding.pending = false;
    EngineFile _ = handle.engineFile();
    assertThat(descriptors(file)).isZero();
  }

  private static AutoEngine withoutPosix() {
    return new AutoEngine(new Told()) {
      @Override
      EngineFile succeed(Path path, Path opened, OpenMode how) throws IOException {
        throw new IOException("native access is denied");
      }
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = OpenMode.class,
      names = {"READ", "READ_WRITE"})
  void aFileThatCannotChangeIsMappedByTheJdk(OpenMode mode) throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    AutoEngine engine = withoutPosix();
    try (EngineFile opened = engine.open(file, mode);
        Arena arena = Arena.ofConfined()) {
      assertThat(opened.map(0, 3, arena).toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3);
      assertThat(opened.explain()).endsWith("; not posix: native access is denied");
    }
  }

  @Test
  void aFileWhoseEnginesCannotBeLoadedIsMovedByTheJdk() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    Told binding = new Told();
    AutoEngine engine =
        new AutoEngine(binding) {
          @Override
          List<FileEngine> engines() {
            throw new NoClassDefFoundError("io/penstock/file/posix/PosixEngine");
          }
        };
    try (EngineFile opened = engine.open(file, OpenMode.READ)) {
      binding.pending = false;
      byte[] read = new byte[3];
      assertThat(opened.tryRead(0, read, 0, 3)).isEqualTo(3);
      assertThat(read).containsExactly(1, 2, 3);
      assertThat(opened.explain())
          .endsWith(
              "; not posix: the engines cannot be loaded: java.lang.NoClassDefFoundError: io/penstock/file/posix/PosixEngine");
    }
  }

  @Test
  void whatCannotBeBoundIsSaidByFilesAndByNoThreadThatEnds() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[3]);
    Binding binding =
        new Told() {
          @Override
          void bind() {
            throw new NoClassDefFoundError("io/penstock/file/FileEngines");
          }
        };
    binding.run();
    try (EngineFile opened = new AutoEngine(binding).open(file, OpenMode.READ)) {
      assertThat(opened.tryRead(0, new byte[3], 0, 3)).isEqualTo(3);
      assertThat(opened.explain()).contains("; not posix: the engines cannot be loaded: ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ChildJvm.NATIVE_ACCESS, "--illegal-native-access=deny"})
  void filesAreMovedWhereDirectMemoryIsScarce(String access) throws IOException {
    Path file = folder.resolve("f");
    Files.write(
        file, Elements.of(FaultyTransfers.numbers()).segment().toArray(ValueLayout.JAVA_BYTE));
    List<String> options = List.of(access, "-XX:MaxDirectMemorySize=64k");
    String[] arguments = {"read", file.toString(), "auto"};
    try (ChildJvm child = ChildJvm.start(options, Map.of(), FaultyTransfers.class, arguments)) {
      assertThat(child.hearAll())
          .as(child.errors())
          .containsExactly("read: ok", "read again: ok", "same: true");
    }
  }

  /// A program that tells how a file is opened before C functions are bound, and after.
  static final class Bound {
    private Bound() {}

    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      tell(file);
      FileEngines.bind();
      tell(file);
    }

    private static void tell(Path file) throws IOException {
      Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(3));
      try (ArrayFile open = ArrayFile.open(file, format)) {
        System.out.println(FileEngines.areReady() + " " + open.explain().split(";", 2)[0]);
      }
    }
  }

  @Test
  void aFileThatIsOpenedAfterABindingBeginsWithPosix() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    try (ChildJvm child = ChildJvm.start(Bound.class, file.toString())) {
      assertThat(child.hearAll())
          .as(child.errors())
          .satisfiesExactly(
              before -> assertThat(before).startsWith("false auto: channel: "),
              after -> assertThat(after).startsWith("true auto: posix: "));
    }
  }

  /// fallocate(2) finds that out.
  @Test
  void holesOfAFileThatADiskHasNoRoomForCannotBeReserved() throws IOException {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 1 << 20)) {
      Path sparse = disk.folder().resolve("sparse");
      try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
        file.setLength(8 << 20);
      }
      try (EngineFile opened = new AutoEngine(new Told()).open(sparse, OpenMode.READ_WRITE)) {
        assertThatIOException().isThrownBy(() -> opened.reserve(8 << 20));
      }
    }
  }

  interface Change {
    void of(Path file) throws IOException;
  }

  static Stream<Named<Change>> whatOthersDoToAName() {
    return Stream.of(
        Named.of("deleted", Files::delete),
        Named.of("renamed", file -> Files.move(file, file.resolveSibling("other"))),
        Named.of(
            "replaced",
            file ->
                Files.move(
                    Files.write(file.resolveSibling("other"), new byte[9]),
                    file,
                    StandardCopyOption.REPLACE_EXISTING)),
        Named.of("replaced by a pipe", BootstrapFileTest::replaceByPipe));
  }

  private static void replaceByPipe(Path file) throws IOException {
    Files.delete(file);
    int status = new ProcessBuilder("mkfifo", file.toString()).start().onExit().join().exitValue();
    SpokenAssumption.that(status == 0, "this system makes no pipes");
  }

  @ParameterizedTest
  @MethodSource("whatOthersDoToAName")
  void aFileThatHasLostItsNameChangesAllTheSame(Change change) throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    Told binding = new Told();
    try (EngineFile opened = new AutoEngine(binding).open(file, OpenMode.READ_WRITE)) {
      change.of(file);
      binding.pending = false;
      byte[] read = new byte[3];
      assertThat(opened.tryRead(0, read, 0, 3)).isEqualTo(3);
      assertThat(read).containsExactly(1, 2, 3);
      assertThat(opened.explain()).startsWith("auto: posix");
    }
  }

  @ParameterizedTest
  @MethodSource("whatOthersDoToAName")
  void aFileThatHasLostItsNameIsMappedByTheJdk(Change change) throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    try (EngineFile opened = withoutPosix().open(file, OpenMode.READ_WRITE);
        Arena arena = Arena.ofConfined()) {
      change.of(file);
      assertThat(opened.map(0, 3, arena).toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3);
    }
  }

  /// To close one of its descriptors would end the locks that this process has on it.
  @Test
  void aFileThatTheJdkHasMappedClosesNoDescriptorBeforeItIsClosed() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    try (EngineFile opened = withoutPosix().open(file, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment first = opened.map(0, 3, arena);
      assertThat(descriptors(file)).isEqualTo(2);
      assertThat(opened.map(0, 3, arena).mismatch(first)).isEqualTo(-1);
      assertThat(descriptors(file)).isEqualTo(2);
    }
    assertThat(descriptors(file)).isZero();
  }

  /// The JVM collects its whole heap before it refuses direct memory.
  @Test
  void onlyTheFirstFileFindsOutThatDirectMemoryIsScarce() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[1 << 20]);
    List<String> options = List.of("-XX:MaxDirectMemorySize=64k", "-XX:+UseSerialGC");
    try (ChildJvm child =
        ChildJvm.start(options, Map.of(), ReaderWithLittleMemory.class, file.toString())) {
      assertThat(child.hearAll()).as(child.errors()).containsExactly("true", "false", "false");
    }
  }

  static final class ReaderWithLittleMemory {
    private ReaderWithLittleMemory() {}

    /// Argument: the file. Says of each of three files whether the whole heap was collected for it.
    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      byte[] bytes = new byte[(int) Files.size(file)];
      for (int i = 0; i < 3; i++) {
        long before = fullCollections();
        try (EngineFile opened = FileEngines.auto().open(file, OpenMode.READ)) {
          long _ = opened.tryRead(0, bytes, 0, bytes.length);
        }
        System.out.println(fullCollections() > before);
      }
    }

    private static long fullCollections() {
      return ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(collector -> collector.getName().equals("MarkSweepCompact"))
          .mapToLong(GarbageCollectorMXBean::getCollectionCount)
          .sum();
    }
  }
}
