package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.ForeignFileSystem;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Bytes in the order in which they come, and the error where they end.
class SequentialInputTest {
  @TempDir Path folder;

  /// A stream whose every other read gives nothing.
  private static final class Halting extends FilterInputStream {
    private boolean halts;
    private boolean closed;

    Halting(byte[] bytes) {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
      halts = !halts;
      return halts ? 0 : super.read(target, from, count);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void singleBytesAreReadAsTheyAreHoweverTheyCome() throws IOException {
    Halting stream = new Halting(new byte[] {0, 127, -128, -1});
    try (SequentialInput input = SequentialInput.of(stream, "bytes")) {
      for (int expected : new int[] {0, 127, 128, 255, -1, -1}) {
        assertThat(input.read()).isEqualTo(expected);
      }
    }
    assertThat(stream.closed).isTrue();
  }

  @Test
  void aFailureNamesTheInputAndThePlace() throws IOException {
    InputStream broken =
        new InputStream() {
          private int left = 7;

          @Override
          public int read() throws IOException {
            if (left-- == 0) {
              throw new IOException("the other end has gone");
            }
            return 1;
          }

          @Override
          public int read(byte[] target, int from, int count) throws IOException {
            target[from] = (byte) read();
            return 1;
          }
        };
    try (SequentialInput input = SequentialInput.of(broken, "pipe")) {
      assertThatIOException()
          .isThrownBy(input::readAllBytes)
          .withMessage("pipe: cannot be read at byte 7: the other end has gone");
    }
  }

  @Test
  void anEndIsNoByteOfThePlace() throws IOException {
    Path path = Files.writeString(folder.resolve("f"), "abc");
    SequentialInput input = SequentialInput.open(path);
    assertThat(input.readAllBytes()).isEqualTo("abc".getBytes(UTF_8));
    assertThat(input.read(new byte[5], 0, 5)).isEqualTo(-1);
    input.close();
    assertThatIOException()
        .isThrownBy(() -> input.read(new byte[5], 0, 5))
        .withMessageStartingWith(path + ": cannot be read at byte 3: ");
  }

  @Test
  void aFailureWithoutAMessageIsTold() throws IOException {
    FileChannel channel = FileChannel.open(Files.createFile(folder.resolve("f")));
    channel.close();
    try (SequentialInput input = SequentialInput.of(Channels.newInputStream(channel), "channel")) {
      assertThatIOException()
          .isThrownBy(input::read)
          .withMessage("channel: cannot be read at byte 0: it was closed");
    }
  }

  @Test
  void whatCannotBeOpenedIsNamedWithTheReason() throws IOException {
    Path missing = folder.resolve("none");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> SequentialInput.open(missing))
        .withMessageStartingWith(missing + ": cannot be opened: ")
        .withCauseInstanceOf(IOException.class);
    Path foreign = ForeignFileSystem.in(folder).twin(folder.resolve("missing"));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> SequentialInput.open(foreign))
        .withMessage(foreign + ": no such file or folder");
  }

  @Test
  void aFileOfAnotherFileSystemIsReadAndNotTheSystemsOfThatName() throws IOException {
    Path systems = Files.writeString(folder.resolve("f"), "the system's");
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(systems);
    Files.writeString(files.behind(foreign), "another");
    try (SequentialInput input = SequentialInput.open(foreign)) {
      assertThat(input.readAllBytes()).isEqualTo("another".getBytes(UTF_8));
    }
  }

  /// Its text as a String is that of another name, which leads to nothing or to another file.
  @EnabledOnOs(value = OS.LINUX, disabledReason = "others have no names that are no text")
  @Test
  void aFileWhoseNameIsNoTextIsRead() throws IOException {
    Path odd = Path.of(URI.create(folder.toUri() + "%FF"));
    Path _ = Files.writeString(odd, "the one that was named");
    try (SequentialInput input = SequentialInput.open(odd)) {
      Thread.currentThread().interrupt();
      assertThat(input.readAllBytes()).isEqualTo("the one that was named".getBytes(UTF_8));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void anInterruptDoesNotEndAFileOfTheSystem() throws IOException {
    Path path = Files.writeString(folder.resolve("f"), "abc");
    try (SequentialInput input = SequentialInput.open(path)) {
      Thread.currentThread().interrupt();
      assertThat(input.readAllBytes()).isEqualTo("abc".getBytes(UTF_8));
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
