package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Random access to a file that somebody else changes meanwhile.
class ChangedFileTest {
  private static final int BYTES = 100_000;

  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void writeAFile() throws IOException {
    path = Files.write(folder.resolve("file"), new byte[BYTES]);
  }

  private ArrayRandomAccessFile open() throws IOException {
    return new ArrayRandomAccessFile(path, FileMode.READ, ByteOrder.BIG_ENDIAN, 64);
  }

  @Test
  void whatIsCutOffIsBehindTheEnd() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      assertThat(file.read(90_000L)).isZero();
      try (FileChannel cut = FileChannel.open(path, StandardOpenOption.WRITE)) {
        cut.truncate(50_000);
      }
      assertThat(file.length()).isEqualTo(50_000);
      assertThat(file.read(80_000L)).isEqualTo(-1);
      assertThat(file.read(49_999L)).isZero();
      file.seek(49_998);
      assertThatThrownBy(file::readLong).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void whatIsAddedIsRead() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      assertThat(file.read((long) BYTES)).isEqualTo(-1);
      Files.write(path, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
      assertThat(file.length()).isEqualTo(BYTES + 3);
      assertThat(file.read((long) BYTES + 2)).isEqualTo(3);
      file.seek(BYTES);
      assertThat(file.inputStream().readAllBytes()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void aFileThatIsDeletedIsReadToItsEnd() throws IOException {
    try (ArrayRandomAccessFile file = open()) {
      assertThat(file.read()).isZero();
      Files.delete(path);
      assertThat(file.inputStream().readAllBytes()).hasSize(BYTES - 1);
    }
  }

  @Test
  void aFolderIsNoFileToRead() {
    assertThatThrownBy(
            () -> new ArrayRandomAccessFile(folder, FileMode.READ, ByteOrder.BIG_ENDIAN, 64))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining(folder.toString());
  }

  /// Files of the kernel's own say that they have no bytes, or nothing.
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatHidesItsBytesIsStreamedAndElseRefused() throws IOException {
    Path version = Path.of("/proc/version");
    byte[] expected = Files.readAllBytes(version);
    try (ArrayDataInputStream in = ArrayDataInputStream.open(version)) {
      assertThat(in.readAllBytes()).isEqualTo(expected);
    }
    assertThatThrownBy(() -> new ArrayRandomAccessFile(version, FileMode.READ))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContainingAll("/proc/version", "says it has none");
    Path empty = Files.write(folder.resolve("empty"), new byte[0]);
    try (ArrayRandomAccessFile file = new ArrayRandomAccessFile(empty, FileMode.READ)) {
      assertThat(file.read()).isEqualTo(-1);
    }
  }
}
