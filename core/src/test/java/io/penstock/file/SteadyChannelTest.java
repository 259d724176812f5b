package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A channel that an interrupt closes and that goes on, on the file that it was opened on and on no
/// other.
class SteadyChannelTest {
  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void write() throws IOException {
    path = Files.writeString(folder.resolve("f"), "old");
  }

  @AfterEach
  void isInterruptedNoMore() {
    boolean _ = Thread.interrupted();
  }

  /// Reads the first bytes; the first try is interrupted in the middle.
  private static final class InterruptedRead implements SteadyChannel.Operation<String> {
    private int tries;

    @Override
    public String on(FileChannel channel) throws IOException {
      if (tries++ == 0) {
        Thread.currentThread().interrupt();
      }
      ByteBuffer found = ByteBuffer.allocate(10);
      int n = channel.read(found, 0);
      return new String(found.array(), 0, n, UTF_8);
    }
  }

  private void replace(Path file) throws IOException {
    Path next = Files.writeString(folder.resolve("next"), "new");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class);
  }

  @Test
  void anOperationThatAnInterruptEndsIsRepeatedAndTheThreadStaysInterrupted() throws IOException {
    try (SteadyChannel channel = new SteadyChannel(path, Set.of(READ))) {
      InterruptedRead read = new InterruptedRead();
      assertThat(channel.run(read)).isEqualTo("old");
      assertThat(read.tries).isEqualTo(2);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(channel.run(read)).isEqualTo("old");
      assertThat(read.tries).as("on the channel that was opened again").isEqualTo(3);
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void aNewFileGoesOnAfterAnInterruptToo() throws IOException {
    Path made = folder.resolve("made");
    try (SteadyChannel channel = SteadyChannel.created(made)) {
      int _ = channel.run(open -> open.write(ByteBuffer.wrap("made".getBytes(UTF_8)), 0));
      assertThat(channel.run(new InterruptedRead())).isEqualTo("made");
      assertThat(channel.isFile(attributes(made))).isTrue();
      assertThat(channel.isFile(attributes(path))).isFalse();
    }
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> SteadyChannel.created(made))
        .withMessage(made + ": the file exists");
  }

  @Test
  void aFileOfAnotherNameByNowIsNotTakenForTheOneThatAnInterruptClosed() throws IOException {
    try (SteadyChannel channel = new SteadyChannel(path, Set.of(READ))) {
      replace(path);
      assertThatIOException()
          .isThrownBy(() -> channel.run(new InterruptedRead()))
          .withMessageStartingWith(
              path + " was replaced by another file while open, and an interr");
      assertThat(channel.isFile(attributes(path))).isFalse();
    }
  }

  @Test
  void aPathThatLastsLeadsToTheFileAfterAnInterruptWhateverHasItsNameByNow() throws IOException {
    Path lasting = folder.resolve("lasting");
    Files.createLink(lasting, path);
    try (SteadyChannel channel = new SteadyChannel(path, lasting, Set.of(READ))) {
      replace(path);
      assertThat(channel.run(new InterruptedRead())).isEqualTo("old");
      try (SteadyChannel another = channel.another().orElseThrow()) {
        assertThat(another.run(new InterruptedRead())).isEqualTo("old");
      }
      Files.delete(lasting);
      assertThat(channel.another()).isEmpty();
    }
  }

  @Test
  void nothingLeadsOnceMoreToAFileThatWasOpenedByItsName() throws IOException {
    try (SteadyChannel channel = new SteadyChannel(path, Set.of(READ))) {
      assertThat(channel.another()).isEmpty();
      try (SteadyChannel again = channel.reopened(Set.of(READ, WRITE))) {
        assertThat(again.run(new InterruptedRead())).isEqualTo("old");
      }
      replace(path);
      assertThatIOException()
          .isThrownBy(() -> channel.reopened(Set.of(READ)))
          .withMessage(path + " was replaced by another file while it was opened; open it again");
    }
  }

  @Test
  void whereFilesCannotBeToldApartAnInterruptIsTheEndAndAnythingMayBeTheFile() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(Path.of("/g"));
    Files.writeString(files.behind(foreign), "old");
    files.changeKeysAtEachLook();
    try (SteadyChannel channel = new SteadyChannel(foreign, Set.of(READ))) {
      assertThat(BootstrapFileTest.descriptors(files.behind(foreign)))
          .as("of so many looks")
          .isOne();
      assertThat(channel.isFile(attributes(path))).isTrue();
      assertThatIOException()
          .isThrownBy(() -> channel.run(new InterruptedRead()))
          .withMessageStartingWith(foreign + " was closed by an interrupt, and its file system");
    }
  }

  @Test
  void anInterruptInAFileOfAnArchiveIsNoEndlessLoop() throws IOException {
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path packed = Files.writeString(archive.getPath("/g"), "packed");
      try (SteadyChannel channel = new SteadyChannel(packed, Set.of(READ))) {
        assertThat(channel.run(new InterruptedRead())).isEqualTo("packed");
      }
      Path made = archive.getPath("/made");
      try (SteadyChannel channel = SteadyChannel.created(made)) {
        assertThat(channel.isFile(attributes(path))).isTrue();
        int _ = channel.run(open -> open.write(ByteBuffer.wrap("made".getBytes(UTF_8)), 0));
        assertThatIOException()
            .isThrownBy(() -> channel.run(new InterruptedRead()))
            .withMessageStartingWith(
                made + " was closed by an interrupt, and its file system does");
      }
      assertThat(Files.readString(made)).isEqualTo("made");
    }
  }

  @Test
  void whatFailsIsSaidWithTheFileAndTheEngine() throws IOException {
    try (SteadyChannel channel = new SteadyChannel(path, Set.of(READ))) {
      assertThat(channel.<Long>run("channel", "measure", FileChannel::size)).isEqualTo(3);
      assertThatIOException()
          .isThrownBy(
              () ->
                  channel.run(
                      "channel",
                      "sync",
                      _ -> {
                        throw new IOException("the device failed");
                      }))
          .withMessage(path + ": cannot sync the file (engine channel): the device failed");
    }
    Path missing = folder.resolve("none");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> new SteadyChannel(missing, Set.of(READ)))
        .withMessage(missing + ": no such file or folder");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> SteadyChannel.channel(path, missing, Set.of(READ)))
        .withMessage(path + ": no such file or folder");
  }

  @Test
  void aFileThatWasFoundIsOpenedByWhatLeadsToItWhateverHasItsNameByNow() throws IOException {
    try (OpenPath found = OpenPath.of(path)) {
      assumeThat(found.lasts()).isTrue();
      replace(path);
      try (SteadyChannel channel = SteadyChannel.of(found, Set.of(READ))) {
        assertThat(channel.run(new InterruptedRead())).isEqualTo("old");
        assertThat(channel.another()).hasValueSatisfying(SteadyChannelTest::close);
      }
    }
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(Path.of("/g"));
    Files.writeString(files.behind(foreign), "another");
    try (OpenPath found = OpenPath.of(foreign);
        SteadyChannel channel = SteadyChannel.of(found, Set.of(READ))) {
      assertThat(channel.run(new InterruptedRead())).isEqualTo("another");
      assertThat(channel.another()).isEmpty();
    }
  }

  private static void close(SteadyChannel channel) {
    try (channel) {
      assertThat(channel.run(FileChannel::size)).isEqualTo(3);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatIsReplacedWhileItIsOpenedIsTheNewOne() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(Path.of("/g"));
    Path behind = Files.writeString(files.behind(foreign), "old");
    Path old = Files.createLink(folder.resolve("link"), behind);
    AtomicInteger looks = new AtomicInteger();
    files.beforeLooks(
        () -> {
          if (looks.incrementAndGet() == 2) {
            replace(behind);
          }
        });
    try (SteadyChannel channel = new SteadyChannel(foreign, Set.of(READ))) {
      assertThat(channel.run(new InterruptedRead())).isEqualTo("new");
      assertThat(BootstrapFileTest.descriptors(old)).isZero();
    }
  }

  @Test
  void aRangeIsMappedToMemoryOfOneThreadAndOfAllAndAnInterruptStaysSet() throws IOException {
    try (SteadyChannel channel = new SteadyChannel(path, Set.of(READ));
        Arena own = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (Arena arena : List.of(own, shared)) {
        Thread.currentThread().interrupt();
        MemorySegment mapped = channel.map(1, 2, arena);
        assertThat(mapped.toArray(ValueLayout.JAVA_BYTE)).isEqualTo("ld".getBytes(UTF_8));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(mapped.isReadOnly()).isTrue();
      }
    }
  }

  @Test
  void noMappingMakesAFileLongerWhoseChannelMayWrite() throws IOException {
    try (SteadyChannel channel = new SteadyChannel(path, Set.of(READ, WRITE));
        Arena arena = Arena.ofShared()) {
      assertThat(channel.map(0, 3, arena).toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo("old".getBytes(UTF_8));
      assertThatIOException().isThrownBy(() -> channel.map(0, 4, arena));
      assertThat(Files.size(path)).isEqualTo(3);
      replace(path);
      assertThatIOException()
          .isThrownBy(() -> channel.map(0, 3, arena))
          .withMessage(path + " was replaced by another file while it was opened; open it again");
    }
  }

  @Test
  void whatIsSyncedReachesTheDeviceAndWhatCannotBeClosedIsNamed() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(Path.of("/g"));
    AtomicInteger syncs = new AtomicInteger();
    files.beforeSyncs(syncs::incrementAndGet);
    SteadyChannel channel = SteadyChannel.created(foreign);
    channel.force();
    assertThat(syncs).hasValue(1);
    files.afterClosing(
        () -> {
          throw new IOException("the device failed");
        });
    assertThatIOException()
        .isThrownBy(channel::close)
        .withMessage(foreign + ": cannot be closed: the device failed");
  }

  @Test
  void aFileThatCannotBeLookedAtIsLeftClosed() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(Path.of("/g"));
    AtomicInteger looks = new AtomicInteger(1);
    files.beforeLooks(
        () -> {
          if (looks.getAndIncrement() % 2 != 0) {
            throw new IOException("the server is gone");
          }
        });
    assertThatIOException()
        .isThrownBy(() -> SteadyChannel.created(foreign))
        .withMessage("the server is gone");
    assertThatIOException()
        .isThrownBy(() -> new SteadyChannel(foreign, Set.of(READ)))
        .withMessage("the server is gone");
    assertThat(BootstrapFileTest.descriptors(files.behind(foreign))).isZero();
  }
}
