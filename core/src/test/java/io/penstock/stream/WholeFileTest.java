package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeFileTest {
  private static final int MIB = 1 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8191, 8192, 8193, 100_000})
  void filesOfAnyLengthAreReadWhole(int length) throws IOException {
    byte[] bytes = bytes(length);
    Path file = Files.write(folder.resolve("file"), bytes);
    assertThat(WholeFile.read(file, MIB)).isEqualTo(bytes);
    assertThat(WholeFile.read(file, length)).isEqualTo(bytes);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void oneByteMoreThanAllowedIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("file"), bytes(1001));
    assertThatThrownBy(() -> WholeFile.read(file, 1000))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("%s: has more than 1000 bytes; allow more, or read it in pieces", file);
  }

  @Test
  void whatIsLongerThanAnArrayIsRefusedWithoutReadingIt() throws IOException {
    Path file = folder.resolve("large");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(3L << 30);
    }
    assertThatThrownBy(() -> WholeFile.read(file, MIB)).hasMessageContaining("has more than");
  }

  @Test
  void filesThatSayTheyHaveNoBytesAreRead() throws IOException {
    Path status = Path.of("/proc/self/status");
    assertThat(Files.size(status)).isZero();
    String text = new String(WholeFile.read(status, MIB), StandardCharsets.US_ASCII);
    assertThat(text).contains("VmRSS:");
    assertThatThrownBy(() -> WholeFile.read(status, 20)).hasMessageContaining("more than 20 bytes");
  }

  @Test
  void endlessDevicesEndAtTheBound() {
    assertThatThrownBy(() -> WholeFile.read(Path.of("/dev/zero"), 3 * MIB))
        .hasMessageContaining("more than 3145728 bytes");
  }

  @Test
  void whatIsNoFileIsRefused() {
    assertThatThrownBy(() -> WholeFile.read(folder, MIB)).hasMessageContaining("is a folder");
    assertThatThrownBy(() -> WholeFile.read(folder.resolve("none"), MIB))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> WholeFile.read(folder, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
