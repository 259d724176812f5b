package io.penstock.file;

import static io.penstock.file.Lists.bytes;
import static io.penstock.file.Lists.extents;
import static io.penstock.file.Lists.written;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile.ExtentList;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The mapping through which lists of extents are written: when it is made, what is known of its
/// pages, and what it leaves alone.
@EnabledOnOs(OS.LINUX)
class ListMappingTest {
  private static final int SIZE = 1 << 20;

  @TempDir Path folder;

  /// How many locks there are on a file, as the kernel lists them.
  static long locks(Path path) throws IOException {
    String inode = ":" + Files.getAttribute(path, "unix:ino") + " ";
    try (Stream<String> all = Files.lines(Path.of("/proc/locks"))) {
      return all.filter(lock -> lock.contains(inode)).count();
    }
  }

  @Test
  void tilesAreWrittenThroughAMappingAndTheLocksOfThisProcessLast() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000, 100_000);
    try (FileChannel holder = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock = holder.lock();
        MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(lock.isValid()).isTrue();
      assertThat(locks(path)).isOne();
      assertThat(writer.write(extents, bytes((int) extents.bytes()), 0)).isTrue();
      assertThat(writer.explain()).contains("new pages of a mapping");
      assertThat(locks(path)).isOne();
    }
  }

  /// How many mappings of a file this process has.
  private static long mappings(Path path) throws IOException {
    try (Stream<String> all = Files.lines(Path.of("/proc/self/maps"))) {
      return all.filter(line -> line.endsWith(path.toString())).count();
    }
  }

  @Test
  void aWriterThatIsClosedMapsTheFileNoMore() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]).toRealPath();
    ExtentList extents = extents(100, 50, 5000, 10_000);
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE)) {
      ListWriter writer = file.mappingWriter();
      for (int i = 0; i < 3; i++) {
        assertThat(writer.write(extents, bytes((int) extents.bytes()), 0)).isTrue();
        assertThat(mappings(path)).isOne();
      }
      writer.close();
      assertThat(mappings(path)).isZero();
      file.mappingWriter().close();
    }
  }

  @Test
  void whatIsNotCachedIsNeitherMappedNorMeasured() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000);
    byte[] content = bytes((int) extents.bytes());
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, 0);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
      assertThat(writer.explain()).isEmpty();
    }
  }

  @Test
  void aLargeFileIsMappedOnceTheProcessHasWrittenForAWhileAndASmallOneIsNot() throws IOException {
    Path small = Files.write(folder.resolve("small"), new byte[SIZE / 4]).toRealPath();
    Path large = Lists.sparse(folder, "large", 64 << 20).toRealPath();
    ExtentList extents = extents(ExtentList.MOST_BYTES / 4, 0, 70_000, 140_000);
    byte[] content = bytes((int) extents.bytes());
    LibC libc = NativeAccess.libc().orElseThrow();
    try (MeddledFile file = MeddledFile.open(large, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = new ListWriter(libc, file, 0)) {
      for (int i = 0; i < 20_000 && mappings(large) == 0; i++) {
        assertThat(writer.write(extents, content, 0)).isTrue();
      }
      assertThat(mappings(large)).isOne();
    }
    try (MeddledFile file = MeddledFile.open(small, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = new ListWriter(libc, file, 0)) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(mappings(small)).isZero();
    }
  }

  @Test
  void aFileThatIsOpenByNoDescriptorIsWrittenAllTheSame() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000);
    byte[] content = bytes((int) extents.bytes());
    try (EngineFile channel =
            FileEngines.of(FileEngine.Channel.class).open(path, OpenMode.READ_WRITE);
        MeddledFile file = new MeddledFile(channel, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
      assertThat(writer.explain())
          .endsWith(", not mapped: it is open by no descriptor of the system");
    }
  }

  @Test
  void aMappingThatTheSystemRefusesIsSaidAndTheFileWrittenAllTheSame() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(100, 50, 5000, 10_000);
    byte[] content = bytes((int) extents.bytes());
    FaultyCalls calls = new FaultyCalls().answering("mmap", -12);
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = new ListWriter(calls.libc(), file, MeddledFile.MAPPING)) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(Files.readAllBytes(path)).isEqualTo(written(SIZE / 4, extents, content, 0));
      assertThat(writer.explain()).endsWith(", not mapped: mmap: ENOMEM: out of memory");
      assertThat(calls.calls("mmap")).isOne();
    }
  }

  @Test
  void pagesAreKnownOnceARowWasCopiedToThem() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList extents = extents(2000, 50, 5000, 100_000);
    ExtentList others = extents(2000, 100_200, 110_000, 120_000);
    byte[] content = bytes((int) extents.bytes());
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(writer.write(extents, content, 0)).isTrue();
      assertThat(writer.write(others, content, 0)).isTrue(); // where a call has written a row
      assertThat(writer.explain())
          .matches(
              "to 4 KiB: new pages of a mapping .* GB/s \\(2\\),"
                  + " known pages of a mapping .* GB/s \\(1\\)");
    }
  }

  @Test
  void newPagesAreUsedAgainByTilesBesideAndWithEachPassThroughTheFile() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE / 4]);
    ExtentList half = extents(SIZE / 16, 0, SIZE / 8);
    byte[] content = bytes((int) half.bytes());
    try (MeddledFile file = MeddledFile.open(path, OpenMode.READ_WRITE, Long.MAX_VALUE);
        ListWriter writer = file.mappingWriter()) {
      assertThat(writer.uses(extents(100, 50, 5000))).isOne();
      assertThat(writer.uses(extents(100, 150, 5100))).as("not mapped").isOne();
      assertThat(writer.write(half, content, 0)).isTrue();
      assertThat(writer.uses(extents(100, 50, 5000))).isOne();
      assertThat(writer.uses(extents(100, 150, 5100))).isEqualTo(40);
      assertThat(writer.uses(extents(5000, 250, 6000))).isOne();
      assertThat(writer.write(half, content, 0)).isTrue();
      assertThat(writer.uses(extents(100, 50, 5000))).isEqualTo(2);
      assertThat(writer.uses(extents(100, 150, 5100))).isEqualTo(80);
    }
  }
}
