package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages of a mapping that `auto` keeps, and those that it gives back.
class KeptPagesTest {
  private static final int BYTES = 8 << 20;

  @TempDir Path folder;
  private final byte[] contents = new byte[BYTES];
  private Path path = Path.of("");

  @BeforeEach
  void makeFile() throws IOException {
    new Random(1).nextBytes(contents);
    path = Files.write(folder.resolve("f"), contents);
  }

  private ArrayFile open(String way) throws IOException {
    Access access = Access.read().withEngine(Engines.named(way));
    return ArrayFile.open(path, ElementType.BYTE, ByteOrder.nativeOrder(), access);
  }

  private static byte[] read(ArrayFile file, int request) throws IOException {
    byte[] read = new byte[BYTES];
    for (int at = 0; at < BYTES; at += request) {
      file.readAt(at, read, at, request);
    }
    return read;
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 1 << 20, BYTES})
  void pagesForAMomentAreGivenBack(int request) throws IOException {
    try (ArrayFile file = open("mapping-once")) {
      assertThat(read(file, request)).isEqualTo(contents);
      assertThat(residentBytes()).isZero();
    }
  }

  /// Most of them: the kernel may take some at any time.
  @ParameterizedTest
  @ValueSource(ints = {4096, 1 << 20, BYTES})
  void pagesForLongerAreKept(int request) throws IOException {
    try (ArrayFile file = open("mapping")) {
      assertThat(read(file, request)).isEqualTo(contents);
      assertThat(residentBytes()).isGreaterThan(BYTES / 2);
    }
  }

  @Test
  void whatIsMissingBetweenTheEndsOfALongReadIsReadIn() throws IOException {
    try (ArrayFile file = open("mapping-once")) {
      for (int i = 0; i < 20; i++) {
        file.advise(BYTES / 4, BYTES / 2, Advice.DONT_NEED);
        assertThat(read(file, BYTES)).isEqualTo(contents);
      }
    }
  }

  /// How much of the file is in the page tables of this process.
  private long residentBytes() throws IOException {
    long bytes = 0;
    boolean here = false;
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
      if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
        here = line.endsWith(path.toRealPath().toString());
      } else if (here && line.startsWith("Rss:")) {
        bytes += 1024 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return bytes;
  }
}
