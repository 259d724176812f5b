package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Lists of extents of a file of which nothing is cached, as far as the reader is told.
@EnabledOnOs(OS.LINUX)
class ListReaderTest {
  private static final int SIZE = 4 << 20;

  @TempDir Path folder;

  private byte[] bytes;
  private Path path;

  @BeforeEach
  void file() throws IOException {
    assumeThat(Rings.areUsable()).isTrue();
    bytes = new byte[SIZE];
    new SplittableRandom(20261128).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
  }

  /// A file that says of no range that it is cached.
  private static class Cold extends ForwardingFile {
    Cold(EngineFile calls) {
      super(calls);
    }

    @Override
    public boolean cached(long offset, long length) {
      return false;
    }

    @Override
    public long readNow(long offset, MemorySegment target, long at, long length) {
      return 0;
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      calls.read(offset, target, at, length);
    }

    @Override
    public void close() throws IOException {
      calls.close();
    }

    @Override
    public String explain() {
      return calls.explain();
    }
  }

  private EngineFile open() throws IOException {
    return new Cold(FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ));
  }

  private ListReader reader(EngineFile file) {
    ReadMapping none = ReadMapping.never(path, file, FileEngines.of(FileEngine.Posix.class));
    return new ListReader(path, file, none, SIZE, 0);
  }

  private static ExtentList list(int count, long length, long stride) {
    return list(56, count, length, stride);
  }

  /// Extents in a list that has held as many as it can, and more bytes, before.
  private static ExtentList list(long first, int count, long length, long stride) {
    ExtentList extents = new ExtentList();
    for (int i = 0; i < ExtentList.MOST; i++) {
      assertThat(extents.add(i * 1000L, 800)).isTrue();
    }
    extents.clear();
    for (int i = 0; i < count; i++) {
      assertThat(extents.add(first + i * stride, length)).isTrue();
    }
    return extents;
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void extentsFarFromEachOtherAreReadTogether(ElementType type) throws IOException {
    ExtentList extents = list(60, 4008, 64_000);
    Object array = TypedArrays.of(type, (int) (extents.bytes() + 16) / type.bytes());
    try (EngineFile file = open()) {
      ListReader reader = reader(file);
      assertThat(reader.read(extents, array, 8, 0, false)).isTrue();
      assertThat(reader.explain()).isEqualTo("io_uring (1)");
    }
    byte[] expected = new byte[(int) extents.bytes() + 16];
    for (int i = 0; i < 60; i++) {
      System.arraycopy(bytes, i * 64_000 + 56, expected, 8 + i * 4008, 4008);
    }
    assertThat(Elements.of(array).segment().mismatch(MemorySegment.ofArray(expected)))
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({"4, 4096, 64000", "10, 65536, 200000", "50, 4096, 8193", "50, 8, 5000"})
  void whatIsFarApartAndNotLongIsReadTogether(int count, long length, long stride)
      throws IOException {
    ExtentList extents = list(count, length, stride);
    byte[] array = new byte[(int) extents.bytes()];
    try (EngineFile file = open()) {
      assertThat(reader(file).read(extents, array, 0, 0, false)).isTrue();
    }
    assertThat(array).isEqualTo(expected(extents, 0));
  }

  /// The bytes of all extents, one after the other, behind so many others.
  private byte[] expected(ExtentList extents, int ahead) {
    byte[] all = new byte[ahead + (int) extents.bytes()];
    int to = ahead;
    for (int i = 0; i < extents.count(); i++) {
      System.arraycopy(bytes, (int) extents.offset(i), all, to, (int) extents.length(i));
      to += (int) extents.length(i);
    }
    return all;
  }

  /// Ways, lists that are near or far, and how the way is called.
  @ParameterizedTest
  @CsvSource({
    "straight, 100, 20000, straight",
    "straight, 100, 4704, straight",
    "chunk-256k, 100, 4696, chunks of 256 KiB",
    "chunk-256k, 500, 2000, chunks of 256 KiB",
    "mapping, 100, 20000, new pages of a mapping",
    "mapping, 100, 2000, new pages of a mapping"
  })
  void whatIsCachedIsReadInTheWayThatIsForced(String word, int count, long stride, String label)
      throws IOException {
    try (EngineFile file = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ);
        ReadMapping mapping =
            ReadMapping.of(path, file, FileEngines.of(FileEngine.Mapped.class), SIZE)) {
      ListReader reader = new ListReader(path, file, mapping, SIZE, TransferCosts.Way.named(word));
      assertThat(reader.explain()).isEmpty();
      for (int i = 0; i < 3; i++) {
        ExtentList extents = list(56 + 8 * i, count, 600, stride);
        long[] array = new long[(int) extents.bytes() / 8 + 3];
        assertThat(reader.read(extents, array, 24, 1, true)).isTrue();
        assertThat(
                Elements.of(array).segment().mismatch(MemorySegment.ofArray(expected(extents, 24))))
            .isEqualTo(-1);
      }
      assertThat(reader.explain())
          .startsWith("to 4 KiB: " + label + " ")
          .doesNotContain("io_uring");
      assertThat(reader.explain().contains("known pages")).isEqualTo(word.equals("mapping"));
    }
  }

  @Test
  void whatTheFileReadsToNoArrayIsLeftToOthersAndNotTakenForCheap() throws IOException {
    ExtentList extents = list(10, 600, 20_000);
    byte[] array = new byte[(int) extents.bytes()];
    try (EngineFile file =
        new Cold(FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ)) {
          @Override
          public boolean cached(long offset, long length) {
            return true;
          }

          @Override
          public long tryRead(long offset, Object target, long at, long length) {
            return 0;
          }
        }) {
      ListReader reader = reader(file);
      assertThat(reader.read(extents, array, 0, 0, false)).isFalse();
      assertThat(reader.explain()).isEmpty();
    }
    assertThat(array).containsOnly(0);
  }

  @Test
  void whatIsCachedByNowIsToldBesideWhatTheRingHasRead() throws IOException {
    ExtentList extents = list(10, 600, 20_000);
    byte[] array = new byte[(int) extents.bytes()];
    AtomicBoolean cached = new AtomicBoolean();
    try (EngineFile file =
        new Cold(FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ)) {
          @Override
          public boolean cached(long offset, long length) {
            return cached.get();
          }
        }) {
      ListReader reader = reader(file);
      assertThat(reader.read(extents, array, 0, 0, false)).isTrue();
      cached.set(true);
      assertThat(reader.read(extents, array, 0, 0, false)).isTrue(); // not asked yet
      assertThat(reader.read(extents, array, 0, 0, false)).isTrue();
      assertThat(reader.explain()).matches("to 4 KiB: straight .* GB/s \\(1\\), io_uring \\(2\\)");
    }
    assertThat(array).isEqualTo(expected(extents, 0));
  }

  @Test
  void aFileThatCannotBeMappedIsLeftToOthers() throws IOException {
    ExtentList extents = list(10, 600, 2000);
    byte[] array = new byte[(int) extents.bytes()];
    try (EngineFile file = FileEngines.of(FileEngine.Channel.class).open(path, OpenMode.READ);
        EngineFile told =
            new ForwardingFile(file) {
              @Override
              public boolean cached(long offset, long length) {
                return true;
              }

              @Override
              public Optional<Path> openPath() {
                return Optional.empty();
              }

              @Override
              public void close() {}

              @Override
              public String explain() {
                return "";
              }
            };
        ReadMapping mapping =
            ReadMapping.of(path, told, FileEngines.of(FileEngine.Mapped.class), SIZE)) {
      int forced = TransferCosts.Way.named("mapping");
      ListReader reader = new ListReader(path, told, mapping, SIZE, forced);
      assertThat(reader.read(extents, array, 0, 1, true)).isFalse();
      assertThat(reader.explain()).isEmpty();
    }
    assertThat(array).containsOnly(0);
  }

  @ParameterizedTest
  @CsvSource({"3, 4096, 64000", "10, 70000, 200000", "50, 4096, 8192"})
  void fewLongAndNearExtentsAreLeftToOthers(int count, long length, long stride)
      throws IOException {
    ExtentList extents = list(count, length, stride);
    byte[] array = new byte[(int) extents.bytes()];
    try (EngineFile file = open()) {
      assertThat(reader(file).read(extents, array, 0, 0, false)).isFalse();
    }
    assertThat(array).containsOnly(0);
  }

  @Test
  void extentsBeyondTheEndAreRefusedByName() throws IOException {
    ExtentList extents = list(10, 4096, 500_000);
    byte[] array = new byte[(int) extents.bytes()];
    try (EngineFile file = open()) {
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> reader(file).read(extents, array, 0, 0, false))
          .withMessageContainingAll(path.toString(), "4500056", "the file ends at 4194304");
    }
  }
}
