package io.penstock.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Seed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A random access file as a channel and as streams.
class FileViewsTest {
  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void writeTwoLines() throws IOException {
    path = folder.resolve("file");
    Files.writeString(path, "one\ntwo\n");
  }

  private ArrayRandomAccessFile open(FileMode mode) throws IOException {
    return new ArrayRandomAccessFile(path, mode, ByteOrder.BIG_ENDIAN, 64);
  }

  @Test
  void aByteIsReadAtItsPlace() throws IOException {
    try (ArrayRandomAccessFile file = open(FileMode.READ)) {
      assertThat(file.read(4L)).isEqualTo('t');
      assertThat(file.read()).isEqualTo('w');
      assertThat(file.read(3L)).isEqualTo('\n');
      assertThat(file.read(8L)).isEqualTo(-1);
      assertThat(file.read(1L << 40)).isEqualTo(-1);
      assertThatThrownBy(() -> file.read(-1L)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void streamsBeginAtThePointerAndMoveIt() throws IOException {
    try (ArrayRandomAccessFile file = open(FileMode.READ_WRITE)) {
      file.seek(4);
      InputStream input = file.inputStream();
      assertThat(input.available()).isEqualTo(4);
      assertThat(new BufferedReader(new InputStreamReader(input, US_ASCII)).readLine())
          .isEqualTo("two");
      assertThat(file.getFilePointer()).isEqualTo(8);
      PrintStream out = new PrintStream(file.outputStream(), true, US_ASCII);
      out.print("three\n");
      assertThat(path).hasContent("one\ntwo\nthree\n");
    }
  }

  @Test
  void anInputStreamGoesBackToItsMarkFromAnywhere() throws IOException {
    try (ArrayRandomAccessFile file = open(FileMode.READ)) {
      InputStream input = file.inputStream();
      assertThat(input.markSupported()).isTrue();
      assertThat(input.skip(4)).isEqualTo(4);
      input.mark(0);
      assertThat(input.readAllBytes()).hasSize(4);
      assertThat(input.skip(1)).isZero();
      input.reset();
      assertThat(input.read()).isEqualTo('t');
    }
  }

  @Test
  void closingAViewClosesTheFile() throws IOException {
    ArrayRandomAccessFile file = open(FileMode.READ_WRITE);
    OutputStream out = file.outputStream();
    out.write('O');
    SeekableByteChannel channel = file.channel();
    out.close();
    assertThat(path).hasContent("One\ntwo\n");
    assertThatThrownBy(() -> file.read(0L)).hasMessage("stream closed");
    assertThat(channel.isOpen()).isFalse();
    assertThatThrownBy(channel::size).isInstanceOf(ClosedChannelException.class);
    channel.close();
  }

  @Test
  void aChannelOnAFileForReadingRefusesToWrite() throws IOException {
    try (ArrayRandomAccessFile file = open(FileMode.READ)) {
      SeekableByteChannel channel = file.channel();
      assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1)))
          .isInstanceOf(NonWritableChannelException.class);
      assertThatThrownBy(() -> channel.truncate(0)).isInstanceOf(NonWritableChannelException.class);
      assertThatThrownBy(() -> channel.position(-1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aReadOnlyBufferIsRefusedAndNothingIsPassed() throws IOException {
    try (ArrayRandomAccessFile file = open(FileMode.READ)) {
      SeekableByteChannel channel = file.channel();
      assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(3).asReadOnlyBuffer()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(channel.position()).isZero();
    }
  }

  @Test
  void aChannelDoesWhatAFileChannelDoes() throws IOException {
    Path other = Files.copy(path, folder.resolve("other"));
    Random random = Seed.sow(FileViewsTest.class);
    try (SeekableByteChannel actual = open(FileMode.READ_WRITE).channel();
        SeekableByteChannel expected =
            Files.newByteChannel(other, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (int i = 0; i < 3000; i++) {
        step(random, actual, expected);
        assertThat(actual.position()).isEqualTo(expected.position());
        assertThat(actual.size()).isEqualTo(expected.size());
      }
    }
    assertThat(path).hasSameBinaryContentAs(other);
  }

  private static void step(Random random, SeekableByteChannel actual, SeekableByteChannel expected)
      throws IOException {
    switch (random.nextInt(4)) {
      case 0 -> {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        assertThat(actual.write(ByteBuffer.wrap(bytes)))
            .isEqualTo(expected.write(ByteBuffer.wrap(bytes)));
      }
      case 1 -> {
        long size = random.nextLong(1000);
        assertThat(actual.truncate(size)).isSameAs(actual);
        assertThat(expected.truncate(size)).isSameAs(expected);
      }
      case 2 -> {
        long position = random.nextLong(1200);
        assertThat(actual.position(position)).isSameAs(actual);
        assertThat(expected.position(position)).isSameAs(expected);
      }
      default -> {
        ByteBuffer one = ByteBuffer.allocateDirect(random.nextInt(300));
        ByteBuffer two = ByteBuffer.allocate(one.capacity());
        assertThat(actual.read(one)).isEqualTo(expected.read(two));
        assertThat(one.flip()).isEqualTo(two.flip());
      }
    }
  }
}
