package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A file that others replace, by a rename, while it is being opened: who opens it gets one file,
/// the old one or the new one, and never a part of each.
class ReplacedFileTest {
  /// Some pages and a ragged end.
  private static final int SIZE = 3 * 4096 + 100;

  private static final int FEW = 300;
  private static final int MANY = 20_000;

  @TempDir Path folder;

  /// Replaces `f` again and again: each version is of one byte throughout, 1 to 100.
  private Future<Integer> replacements(ExecutorService pool, int count, boolean kept) {
    return pool.submit(
        () -> {
          for (int version = 0; version < count; version++) {
            byte[] bytes = new byte[SIZE];
            Arrays.fill(bytes, (byte) (version % 100 + 1));
            Path next = Files.write(folder.resolve("next"), bytes);
            if (kept) {
              Files.createLink(folder.resolve("v" + version), next);
            }
            Files.move(
                next,
                folder.resolve("f"),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
          }
          return count;
        });
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsReadIsOfOneFile(FileEngine engine) throws Exception {
    readWhileReplaced(engine, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsReadIsOfOneFileForLong(FileEngine engine) throws Exception {
    readWhileReplaced(engine, MANY);
  }

  private void readWhileReplaced(FileEngine engine, int count) throws Exception {
    Files.write(folder.resolve("f"), new byte[SIZE]);
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      Future<Integer> replacements = replacements(pool, count, false);
      List<Future<byte[]>> readers = new ArrayList<>();
      while (!replacements.isDone()) {
        try (EngineFile file = engine.open(folder.resolve("f"), OpenMode.READ)) {
          byte[] first = read(file);
          for (int i = 0; i < 3; i++) {
            readers.add(pool.submit(() -> read(file)));
          }
          for (Future<byte[]> reader : readers) {
            assertThat(Arrays.mismatch(reader.get(), first)).isEqualTo(-1);
          }
          readers.clear();
          assertThat(Arrays.mismatch(heap(file), first)).isEqualTo(-1);
          assertThat(Arrays.mismatch(heap(file), first)).isEqualTo(-1);
          byte[] one = new byte[SIZE];
          Arrays.fill(one, first[0]);
          assertThat(Arrays.mismatch(first, one)).isEqualTo(-1);
        }
      }
      assertThat(replacements.get()).isEqualTo(count);
    }
  }

  private static byte[] read(EngineFile file) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(SIZE, 4096);
      file.read(0, memory, 0, SIZE);
      return memory.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /// As arrays are read: straight if the engine would, which is when `auto` begins to map.
  private static byte[] heap(EngineFile file) throws IOException {
    byte[] bytes = new byte[SIZE];
    return file.tryRead(0, bytes, 0, SIZE) == SIZE ? bytes : read(file);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsWrittenGoesToOneFile(FileEngine engine) throws Exception {
    writeWhileReplaced(engine, FEW);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void whatIsWrittenGoesToOneFileForLong(FileEngine engine) throws Exception {
    writeWhileReplaced(engine, MANY / 4);
  }

  private void writeWhileReplaced(FileEngine engine, int count) throws Exception {
    Files.write(folder.resolve("f"), new byte[SIZE]);
    try (ExecutorService pool = Executors.newCachedThreadPool();
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(SIZE, 4096).fill((byte) -1);
      Future<Integer> replacements = replacements(pool, count, true);
      int written = 0;
      while (!replacements.isDone()) {
        OpenMode mode = written++ % 2 == 0 ? OpenMode.WRITE : OpenMode.READ_WRITE;
        try (EngineFile file = engine.open(folder.resolve("f"), mode)) {
          file.write(0, bytes, 0, SIZE);
          file.reserve(SIZE);
        }
      }
      assertThat(replacements.get()).isEqualTo(count);
    }
    for (int version = 0; version < count; version++) {
      byte[] found = Files.readAllBytes(folder.resolve("v" + version));
      byte[] one = new byte[SIZE];
      Arrays.fill(one, found[0]);
      assertThat(Arrays.mismatch(found, one)).as("version " + version).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void theHeaderIsThatOfTheFileThatIsWritten(FileEngine engine) throws Exception {
    int few = 400;
    Access access = Access.readWrite().withEngine(engine).withMode(OpenMode.WRITE);
    Path path = array("f.npy", few);
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      Future<Integer> replacements =
          pool.submit(
              () -> {
                for (int i = 0; i < FEW; i++) {
                  Files.move(array("next.npy", few + i % 2), path, StandardCopyOption.ATOMIC_MOVE);
                }
                return FEW;
              });
      while (!replacements.isDone()) {
        try (ArrayFile file = ArrayFile.open(path, access)) {
          int extent = (int) file.shape().extent(0);
          byte[] bytes = new byte[extent];
          Arrays.fill(bytes, (byte) (extent - few + 1));
          file.write(bytes);
        }
        byte[] found = Files.readAllBytes(path);
        byte mark = found[found.length - 1];
        assertThat(mark).isIn((byte) 0, (byte) ((found.length - 128) - few + 1));
      }
      assertThat(replacements.get()).isEqualTo(FEW);
    }
  }

  private Path array(String name, int extent) throws IOException {
    Path file = folder.resolve(name);
    Npy format = Npy.of(ElementType.BYTE, Shape.of(extent));
    byte[] bytes = new byte[Math.toIntExact(format.dataOffset() + extent)];
    System.arraycopy(format.header(), 0, bytes, 0, (int) format.dataOffset());
    return Files.write(file, bytes);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void interruptedReadersStayWithTheirFile(FileEngine engine) throws Exception {
    byte[] old = new byte[SIZE];
    Arrays.fill(old, (byte) 5);
    Path path = Files.write(folder.resolve("f"), old);
    Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(SIZE));
    Access access = Access.read().withEngine(engine).withThreads(1);
    try (ArrayFile file = ArrayFile.open(path, format, access)) {
      Files.move(
          Files.write(folder.resolve("next"), new byte[SIZE]),
          path,
          StandardCopyOption.REPLACE_EXISTING);
      byte[] found = new byte[SIZE];
      for (int i = 0; i < 3; i++) {
        Thread.currentThread().interrupt();
        file.read(found);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Arrays.mismatch(found, old)).isEqualTo(-1);
      }
    }
  }
}
