package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.testing.SmallFileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Streams and buffered files on a disk that fills up under them.
class StreamFullDiskTest {
  private static final int ROOM = 1 << 20;
  private static final int ELEMENTS = ROOM / Integer.BYTES * 7 / 8;

  @TempDir Path folder;

  private SmallFileSystem disk() throws IOException {
    return SmallFileSystem.mount(folder.resolve("disk"), ROOM);
  }

  /// By C functions, and by the JDK before they are bound.
  private static final String FULL = ".*(ENOSPC: no space left|No space left) on.*";

  private static Path ballast(SmallFileSystem disk) throws IOException {
    return Files.write(disk.folder().resolve("ballast"), new byte[ROOM / 2]);
  }

  /// Writes numbers from `first` on, each its own index.
  ///
  /// @return the first that there was no room for
  private static int write(ArrayDataOutput out, int first) {
    for (int i = first; i < ELEMENTS; i++) {
      try {
        out.writeInt(i);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("disk/f: cannot write").hasMessageMatching(FULL);
        return i;
      }
    }
    return ELEMENTS;
  }

  private static void assertHoldsAll(Path file) throws IOException {
    ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(file));
    assertThat(content.capacity()).isEqualTo(ELEMENTS * Integer.BYTES);
    for (int i = 0; i < ELEMENTS; i++) {
      assertThat(content.getInt()).isEqualTo(i);
    }
  }

  private static <T extends ArrayDataOutput & Closeable> void assertGoesOnWhereThereIsRoomAgain(
      T out, Path ballast) throws IOException {
    try (out) {
      int full = write(out, 0);
      assertThat(full).isBetween(ELEMENTS / 2, ELEMENTS - 1);
      assertThat(write(out, full)).as("still full").isEqualTo(full);
      Files.delete(ballast);
      assertThat(write(out, full)).isEqualTo(ELEMENTS);
    }
  }

  @Test
  void aFileGoesOnWhereThereIsRoomAgain() throws IOException {
    try (SmallFileSystem disk = disk()) {
      Path file = disk.folder().resolve("f");
      Path ballast = ballast(disk);
      assertGoesOnWhereThereIsRoomAgain(
          new ArrayRandomAccessFile(file, FileMode.READ_WRITE), ballast);
      assertHoldsAll(file);
    }
  }

  @Test
  void aStreamToAFileGoesOnWhereThereIsRoomAgain() throws IOException {
    try (SmallFileSystem disk = disk()) {
      Path file = disk.folder().resolve("f");
      Path ballast = ballast(disk);
      assertGoesOnWhereThereIsRoomAgain(ArrayDataOutputStream.create(file), ballast);
      assertHoldsAll(file);
    }
  }

  /// What it has not taken of a buffer is left there.
  @Test
  void aChannelGoesOnWhereThereIsRoomAgain() throws IOException {
    try (SmallFileSystem disk = disk()) {
      Path file = disk.folder().resolve("f");
      Path ballast = ballast(disk);
      ByteBuffer source = ByteBuffer.allocate(ELEMENTS * Integer.BYTES);
      while (source.hasRemaining()) {
        source.putInt(source.position() / Integer.BYTES);
      }
      source.flip();
      try (ArrayRandomAccessFile open =
              new ArrayRandomAccessFile(file, FileMode.READ_WRITE, ByteOrder.BIG_ENDIAN, 10_000);
          SeekableByteChannel channel = open.channel()) {
        assertThatIOException().isThrownBy(() -> channel.write(source)).withMessageMatching(FULL);
        assertThat(source.position()).isEqualTo((int) channel.position()).isPositive();
        assertThatIOException().isThrownBy(() -> channel.write(source)).withMessageMatching(FULL);
        Files.delete(ballast);
        assertThat(channel.write(source)).isPositive();
      }
      assertHoldsAll(file);
    }
  }

  @Test
  void closingSaysThatBytesAreMissingAndLetsTheFileGo() throws IOException {
    try (SmallFileSystem disk = disk()) {
      Path _ = ballast(disk);
      ArrayRandomAccessFile file =
          new ArrayRandomAccessFile(disk.folder().resolve("f"), FileMode.READ_WRITE);
      assertThat(write(file, 0)).isLessThan(ELEMENTS);
      assertThatIOException()
          .isThrownBy(file::close)
          .withMessageContaining("disk/f: cannot write")
          .withMessageMatching(FULL);
      file.close();
      assertThatIOException().isThrownBy(() -> file.writeInt(1)).withMessage("stream closed");
    }
  }

  @Test
  void aFileThatCannotGrowCanBeCut() throws IOException {
    try (SmallFileSystem disk = disk();
        ArrayRandomAccessFile file =
            new ArrayRandomAccessFile(disk.folder().resolve("f"), FileMode.READ_WRITE)) {
      assertThatIOException()
          .isThrownBy(() -> file.writeDoubleArray(new double[ROOM / 4]))
          .withMessageContaining("disk/f: cannot write")
          .withMessageMatching(FULL);
      file.setLength(16);
      file.writeDouble(2.5);
      assertThat(file.length()).isEqualTo(24);
      file.seek(8);
      assertThat(file.readDouble()).isZero();
      assertThat(file.readDouble()).isEqualTo(2.5);
    }
  }
}
