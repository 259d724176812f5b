package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.ffi.NativeAccess;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The effect of advice on the page cache, and none on the bytes.
class AdviceTest {
  private static final int COUNT = 1 << 20;

  @TempDir Path folder;
  private final byte[] bytes = new byte[COUNT];
  private Path path;

  @BeforeEach
  void file() throws IOException {
    new SplittableRandom(3).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
  }

  private ArrayFile open(FileEngine engine) throws IOException {
    Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(COUNT));
    return ArrayFile.open(path, format, Access.readWrite().withEngine(engine));
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void adviceChangesNoByte(FileEngine engine) throws IOException {
    try (ArrayFile file = open(engine)) {
      byte[] read = new byte[COUNT];
      for (Advice advice : Advice.values()) {
        file.writeAt(5_000, bytes, 5_000, 100_000);
        file.advise(0, COUNT, advice);
        file.advise(12_345, 6_789, advice);
        file.advise(COUNT, 0, advice);
        file.read(read);
        assertThat(read).as("%s", advice).isEqualTo(bytes);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void adviceForWhatTheFileHasNotIsRefused(FileEngine engine) throws IOException {
    try (ArrayFile file = open(engine)) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.advise(1, COUNT, Advice.WILL_NEED));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.advise(-1, 1, Advice.WILL_NEED));
    }
  }

  @Test
  void aClosedFileTakesNoAdvice() throws IOException {
    ArrayFile file = open(FileEngines.auto());
    file.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> file.advise(0, 1, Advice.WILL_NEED))
        .withMessageContaining("is closed");
  }

  @Test
  @Timeout(60)
  void whatWillBeNeededIsReadAheadAndWhatIsNotNeededGoes() throws IOException {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    PageCache.evict(path);
    assumeTrue(cached() == 0, "the file system keeps files in memory");
    try (ArrayFile file = open(FileEngines.auto())) {
      file.advise(0, COUNT, Advice.WILL_NEED);
      while (cached() < COUNT) {
        Thread.onSpinWait();
      }
      while (cached() == COUNT) { // pages stay that are still being read
        file.advise(0, COUNT, Advice.DONT_NEED);
      }
    }
  }

  @Test
  @Timeout(60)
  void halfTheElementsAreHalfTheFileAlsoWhereTheyAreWiderInMemory() throws IOException {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    PageCache.evict(path);
    assumeTrue(cached() == 0, "the file system keeps files in memory");
    Raw format = Raw.of(DataType.FLOAT16, ByteOrder.nativeOrder(), Shape.of(COUNT / 2));
    try (ArrayFile file = ArrayFile.open(path, format)) {
      file.advise(0, COUNT / 4, Advice.WILL_NEED);
      while (cached() < COUNT / 2) {
        Thread.onSpinWait();
      }
      assertThat(cached()).isEqualTo(COUNT / 2);
    }
  }

  /// By either of the clocks that its answers are remembered by: the second one pays where many
  /// ask.
  @Test
  @Timeout(60)
  void whatHasLeftTheCacheIsNotSaidToBeInItForLong() throws IOException {
    assumeTrue(NativeAccess.libc().isPresent(), NativeAccess::unavailable);
    PageCache.evict(path);
    assumeTrue(cached() == 0, "the file system keeps files in memory");
    for (int questions : new int[] {3, 10_010}) {
      byte[] _ = Files.readAllBytes(path);
      try (EngineFile file = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ)) {
        for (int i = 0; i < questions; i++) {
          assertThat(file.cached(0, COUNT)).isTrue();
        }
        PageCache.evict(path);
        while (file.cached(0, COUNT)) {
          Thread.onSpinWait();
        }
      }
    }
  }

  private long cached() throws IOException {
    return PageCache.residentBytes(path, 0, COUNT).orElse(-1);
  }
}
