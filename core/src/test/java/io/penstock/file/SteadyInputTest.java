package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.FaultyAsynchronousChannel;
import io.penstock.testing.ForeignFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file that stays open when its name has gone, interrupts or not.
class SteadyInputTest {
  @TempDir Path folder;

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class);
  }

  private static String read(SteadyInput input, long offset) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(100);
    int n = input.read(target, offset);
    return n < 0 ? "end" : new String(target.array(), 0, n, UTF_8);
  }

  @Test
  void aFileIsReadThroughInterruptsWhenAnotherOneHasItsName() throws IOException {
    Path path = Files.writeString(folder.resolve("f"), "old");
    try (SteadyInput input = SteadyInput.open(path)) {
      Path renamed = Files.move(path, folder.resolve("g"));
      Files.writeString(path, "newer");
      Thread.currentThread().interrupt();
      assertThat(input.size()).isEqualTo(3);
      assertThat(read(input, 1)).isEqualTo("ld");
      assertThat(read(input, 3)).isEqualTo("end");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(input.isFile(attributes(renamed))).isTrue();
      assertThat(input.isFile(attributes(path))).isFalse();
    }
  }

  @Test
  void whatFailsNamesTheFile() throws IOException {
    Path path = Files.writeString(folder.resolve("f"), "bytes");
    try (SteadyInput input = SteadyInput.open(path)) {
      assertThatIOException()
          .isThrownBy(() -> read(input, Long.MAX_VALUE))
          .withMessageStartingWith(path + ": cannot be read at byte 9223372036854775807: ");
    }
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> SteadyInput.open(folder.resolve("none")));
  }

  @Test
  void aFileSystemWithoutSuchChannelsIsReadByAnother() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(folder.resolve("f"));
    Files.writeString(files.behind(foreign), "bytes");
    try (SteadyInput input = SteadyInput.open(foreign)) {
      assertThat(input.size()).isEqualTo(5);
      assertThat(read(input, 2)).isEqualTo("tes");
      assertThat(read(input, 5)).isEqualTo("end");
      assertThat(input.isFile(attributes(foreign))).isTrue();
      Files.delete(files.behind(foreign));
      Files.writeString(files.behind(foreign), "another");
      assertThat(input.isFile(attributes(foreign))).isFalse();
      assertThatIOException()
          .isThrownBy(() -> read(input, Long.MAX_VALUE))
          .withMessageStartingWith(foreign + ": cannot be read at byte 9223372036854775807: ");
    }
    assertThat(BootstrapFileTest.descriptors(files.behind(foreign))).isZero();
  }

  @Test
  void aFileThatIsClosedIsOpenNoMore() throws IOException {
    Path path = Files.writeString(folder.resolve("f"), "bytes");
    SteadyInput input = SteadyInput.open(path);
    assertThat(BootstrapFileTest.descriptors(path)).isOne();
    input.close();
    assertThat(BootstrapFileTest.descriptors(path)).isZero();
    assertThatIOException()
        .isThrownBy(input::size)
        .withMessageStartingWith(path + ": cannot tell its size: ");
  }

  @Test
  void whereFilesCannotBeToldApartAnythingMayBeTheFile() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(folder.resolve("f"));
    Files.writeString(files.behind(foreign), "bytes");
    files.changeKeysAtEachLook();
    try (SteadyInput input = SteadyInput.open(foreign)) {
      assertThat(read(input, 0)).isEqualTo("bytes");
      assertThat(input.isFile(attributes(folder))).isTrue();
    }
  }

  @Test
  void channelsThatNoInterruptClosesFailWithTheFileAndThePlace() throws IOException {
    FaultyAsynchronousChannel.Faults faults = new FaultyAsynchronousChannel.Faults();
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    files.openAsynchronousChannelsAs(faults::of);
    Path foreign = files.twin(folder.resolve("f"));
    Files.writeString(files.behind(foreign), "bytes");
    SteadyInput input = SteadyInput.open(foreign);
    assertThat(read(input, 2)).isEqualTo("tes");
    faults.fail();
    assertThatIOException()
        .isThrownBy(() -> read(input, 2))
        .withMessage(foreign + ": cannot be read at byte 2: the device failed");
    assertThatIOException()
        .isThrownBy(input::size)
        .withMessage(foreign + ": cannot tell its size: the device failed");
    assertThatIOException().isThrownBy(input::close).withMessage("the device failed");
  }

  @Test
  void aFileThatIsReplacedWhileItIsOpenedIsTheNewOneAndTheOldOneIsClosed() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    files.openAsynchronousChannelsAs(channel -> channel);
    Path foreign = files.twin(folder.resolve("f"));
    Path behind = Files.writeString(files.behind(foreign), "old");
    Path old = Files.createLink(folder.resolve("old"), behind);
    AtomicInteger looks = new AtomicInteger();
    files.beforeLooks(
        () -> {
          if (looks.incrementAndGet() == 2) {
            Path other = Files.writeString(folder.resolve("other"), "newer");
            Files.move(other, behind, StandardCopyOption.REPLACE_EXISTING);
          }
        });
    try (SteadyInput input = SteadyInput.open(foreign)) {
      assertThat(read(input, 0)).isEqualTo("newer");
      assertThat(input.isFile(attributes(foreign))).isTrue();
      assertThat(input.isFile(attributes(old))).isFalse();
      assertThat(BootstrapFileTest.descriptors(old)).isZero();
    }
  }

  @Test
  void whereNoLookTellsFilesApartOneChannelStaysOpen() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    files.openAsynchronousChannelsAs(channel -> channel);
    files.changeKeysAtEachLook();
    Path foreign = files.twin(folder.resolve("f"));
    Path behind = Files.writeString(files.behind(foreign), "bytes");
    try (SteadyInput input = SteadyInput.open(foreign)) {
      assertThat(read(input, 0)).isEqualTo("bytes");
      assertThat(input.isFile(attributes(folder))).isTrue();
      assertThat(BootstrapFileTest.descriptors(behind)).isOne();
    }
  }
}
