package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.message.threads.RankThreads;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import io.penstock.stream.WholeFile;
import io.penstock.testing.ForeignFileSystem;
import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import io.penstock.text.Lines;
import io.penstock.tree.FileCopy;
import io.penstock.tree.TreeCopy;
import io.penstock.tree.TreeWalk;
import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteOrder;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Paths of file systems of the JVM's own: each leads to its own file, never to the one on disk
/// that has the same name, or is refused in a line.
class ForeignPathTest {
  private static final Raw NUMBERS = Raw.of(ElementType.INT, ByteOrder.LITTLE_ENDIAN, Shape.of(4));
  private static final byte[] ON_DISK = new byte[16];
  private static final byte[] FOREIGN = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};

  @TempDir Path folder;

  private Path disk = Path.of("");
  private Path foreign = Path.of("");
  private Path behind = Path.of("");

  /// As in file systems that make up a number whenever they are asked for one.
  @Test
  void aFileWhoseKeyIsAnotherAtEachLookIsOpenedAllTheSame() throws IOException {
    ForeignFileSystem files = (ForeignFileSystem) foreign.getFileSystem();
    files.changeKeysAtEachLook();
    Access access =
        Access.read().withEngine(FileEngines.of(FileEngine.Channel.class)).withThreads(1);
    try (ArrayFile array = ArrayFile.open(foreign, NUMBERS, access)) {
      int[] found = new int[4];
      array.read(found);
      assertThat(found).containsExactly(1, 2, 3, 4);
    }
    try (SteadyChannel channel = new SteadyChannel(foreign, Set.of(StandardOpenOption.READ))) {
      Thread.currentThread().interrupt();
      long size = channel.run(open -> open.size());
      assertThat(size).isEqualTo(FOREIGN.length);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () ->
                  channel.run(
                      open -> {
                        Thread.currentThread().interrupt();
                        return open.size();
                      }))
          .withMessageContaining(foreign + " was closed by an interrupt");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @BeforeEach
  void makeTwins() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    disk = Files.write(folder.resolve("f"), ON_DISK);
    foreign = files.twin(disk);
    behind = files.behind(foreign);
    Files.write(behind, FOREIGN);
  }

  private void requireUntouched() throws IOException {
    assertThat(Files.readAllBytes(disk)).isEqualTo(ON_DISK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "channel"})
  void arraysAreReadAndWrittenWhereTheyAre(String engine) throws IOException {
    Access access = Access.readWrite().withEngine(FileEngines.named(engine)).withThreads(2);
    int[] found = new int[4];
    try (ArrayFile file = ArrayFile.open(foreign, NUMBERS, access)) {
      file.read(found);
      file.writeAt(1, new int[] {7}, 0, 1);
    }
    assertThat(found).containsExactly(1, 2, 3, 4);
    assertThat(Files.readAllBytes(behind)[4]).isEqualTo((byte) 7);
    requireUntouched();
  }

  @ParameterizedTest
  @ValueSource(strings = {"posix", "posix-direct", "mapped"})
  void enginesOfTheSystemRefuseThem(String name) throws IOException {
    FileEngine engine = FileEngines.named(name);
    for (OpenMode mode : OpenMode.values()) {
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> engine.open(foreign, mode))
          .withMessageContainingAll(foreign.toString(), "'foreign'", "use engine channel");
    }
    Path fresh = foreign.resolveSibling("fresh");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> engine.create(fresh))
        .withMessageContaining("use engine channel");
    assertThat(folder.resolve("fresh")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "channel"})
  void newFilesAppearWhereTheyShould(String engine) throws IOException {
    Creation creation = Creation.inPlace().withEngine(FileEngines.named(engine));
    try (ArrayFile file = ArrayFile.create(foreign.resolveSibling("new"), NUMBERS, creation)) {
      file.write(new int[] {5, 6, 7, 8});
    }
    assertThat(Files.readAllBytes(behind.resolveSibling("new"))[0]).isEqualTo((byte) 5);
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void streamsAndRandomAccessStayThere() throws IOException {
    try (ArrayDataInputStream in = ArrayDataInputStream.open(foreign)) {
      assertThat(in.readByte()).isEqualTo((byte) 1);
    }
    try (ArrayRandomAccessFile file = new ArrayRandomAccessFile(foreign, FileMode.READ_WRITE)) {
      file.seek(4);
      assertThat(file.readByte()).isEqualTo((byte) 2);
      file.write(9);
    }
    assertThat(WholeFile.read(foreign, 100)).hasSize(16).startsWith(1, 0, 0, 0, 2, 9);
    try (ArrayDataOutputStream out = ArrayDataOutputStream.create(foreign)) {
      out.write(3);
    }
    assertThat(Files.readAllBytes(behind)).containsExactly(3);
    requireUntouched();
  }

  @Test
  void textIsReadThere() throws IOException {
    Files.writeString(behind, "one\ntwo\n");
    assertThat(Lines.of(foreign).count()).isEqualTo(2);
    try (LineIndex index = LineIndex.open(foreign, IndexOptions.inMemory())) {
      assertThat(index.line(2)).isEqualTo("two");
    }
    Files.write(behind, new byte[0]);
    assertThat(Lines.of(foreign).count()).isZero();
    requireUntouched();
  }

  @Test
  void theCacheOfFilesServesThem() throws IOException {
    try (FileCache cache = FileCache.of(1 << 20, Duration.ofSeconds(1));
        CachedFile file = cache.open(foreign)) {
      assertThat(file.size()).isEqualTo(16);
    }
  }

  @Test
  void profilesAreKeptThere() throws IOException {
    Profile profile = new Profile("channel", 3, 2, 4096);
    profile.save(foreign);
    assertThat(Profile.load(foreign)).isEqualTo(profile);
    requireUntouched();
  }

  @Test
  void thePageCacheKnowsNothingOfThem() throws IOException {
    assertThat(PageCache.residentBytes(foreign, 0, 16)).isEqualTo(OptionalLong.empty());
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> PageCache.evict(foreign))
        .withMessageContaining(foreign.toString());
  }

  @Test
  void treesRefuseThem() {
    refused(path -> TreeWalk.of(path).forEach(_ -> {}));
    refused(path -> TreeCopy.of(path, folder.resolve("copy")).run());
    refused(path -> TreeCopy.of(folder, path).run());
    refused(path -> FileCopy.of(path, folder.resolve("copy")).run());
    refused(path -> FileCopy.of(disk, path).run());
    assertThat(folder.resolve("copy")).doesNotExist();
  }

  @Test
  void ranksRefuseThemTogether() {
    RankThreads.run(
        2,
        ranks -> {
          refused(path -> SharedArrayFile.open(ranks, path, NUMBERS, OpenMode.READ).close());
          refused(
              path -> SharedArrayFile.create(ranks, path, ElementType.INT, Shape.of(4)).close());
        });
  }

  private interface Use {
    void of(Path path) throws IOException;
  }

  private void refused(Use use) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> use.of(foreign))
        .satisfies(
            e -> assertThat(String.valueOf(e.getMessage())).contains("'foreign'", "of the system"));
  }

  @Test
  void filesInAnArchiveAreReadAndWritten() throws IOException {
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path inside = Files.write(archive.getPath("/f"), FOREIGN);
      int[] found = new int[4];
      Access access = Access.readWrite().withThreads(4);
      try (ArrayFile file = ArrayFile.open(inside, NUMBERS, access)) {
        file.read(found);
        file.write(new int[] {4, 3, 2, 1});
      }
      assertThat(found).containsExactly(1, 2, 3, 4);
      assertThat(Files.readAllBytes(inside)).startsWith(4, 0, 0, 0, 3);
      assertThat(Lines.of(Files.writeString(inside, "a\nb\n")).count()).isEqualTo(2);
    }
  }

  static Stream<FileEngine> usableEngines() {
    return FileEngines.all().stream().filter(engine -> engine.obstacle().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("usableEngines")
  void whatHasNoChannelsIsRefusedInALine(FileEngine engine) {
    Path inside =
        FileSystems.getFileSystem(URI.create("jrt:/"))
            .getPath("/modules/java.base/java/lang/Object.class");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> engine.open(inside, OpenMode.READ))
        .withMessageContainingAll(inside.toString(), "'jrt'");
  }

  @Test
  void archivesInAnArchiveAreRead() throws IOException {
    Consumer<Path> opens =
        path ->
            assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ZipArchive.open(path, Limits.defaults()))
                .withMessageContaining(path.toString());
    opens.accept(foreign); // 16 bytes of no archive, not the 16 bytes on disk
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> SeekableFile.open(foreign, Limits.defaults()))
        .withMessageContaining(foreign.toString());
  }
}
