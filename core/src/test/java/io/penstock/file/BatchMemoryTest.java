package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.penstock.ffi.NativeAccess;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Memory of transfers that ends too early, is another thread's, or has lost its pages: nothing is
/// written to it.
@EnabledOnOs(OS.LINUX)
class BatchMemoryTest {
  private static final int SIZE = 1 << 20;
  private static final int READS = 64;

  @TempDir Path folder;

  private Path path;

  @BeforeEach
  void file() throws IOException {
    byte[] bytes = new byte[SIZE];
    new SplittableRandom(20261128).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
  }

  static Stream<ThreadFactory> threads() {
    return Stream.of(Thread.ofPlatform().factory(), Thread.ofVirtual().factory());
  }

  private interface Body {
    void run(ByteFile file) throws Exception;
  }

  /// By engines that go to a ring, with the file cached and not.
  private void inThread(ThreadFactory factory, Body body) throws Exception {
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(factory)) {
      for (String engine : new String[] {"auto", "posix", "posix-direct"}) {
        threads.submit(() -> run(engine, body)).get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private Void run(String engine, Body body) throws Exception {
    FileEngines.bind();
    Access access = Access.readWrite().withEngine(FileEngines.named(engine));
    try (ByteFile file = ByteFile.open(path, access)) {
      body.run(file);
      if (NativeAccess.libc().isPresent()) {
        PageCache.evict(path);
      }
      body.run(file);
    }
    return null;
  }

  private static ReadBatch batch(ByteFile file, MemorySegment memory) {
    ReadBatch batch = new ReadBatch();
    for (int i = 0; i < READS; i++) {
      batch.add(file, i * 8192L, memory.asSlice(i * 4096L, 4096));
    }
    return batch;
  }

  @ParameterizedTest
  @MethodSource("threads")
  void memoryThatHasEndedIsRefused(ThreadFactory factory) throws Exception {
    inThread(
        factory,
        file -> {
          MemorySegment ended;
          ReadBatch batch;
          try (Arena arena = Arena.ofConfined()) {
            ended = arena.allocate(READS * 4096L, 4096);
            batch = batch(file, ended);
          }
          assertThatIllegalStateException()
              .isThrownBy(batch::await)
              .withMessageStartingWith("Already closed");
          assertThatIllegalStateException().isThrownBy(() -> file.readAt(0, ended));
          assertThatIllegalStateException()
              .isThrownBy(() -> new WriteBatch().add(file, 0, ended).await());
        });
  }

  @ParameterizedTest
  @MethodSource("threads")
  void memoryOfAnotherThreadIsRefused(ThreadFactory factory) throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment foreign = arena.allocate(READS * 4096L, 4096);
      inThread(
          factory,
          file -> {
            assertThatExceptionOfType(WrongThreadException.class)
                .isThrownBy(() -> batch(file, foreign).await());
            assertThatExceptionOfType(WrongThreadException.class)
                .isThrownBy(() -> file.readAt(0, foreign));
            assertThatExceptionOfType(WrongThreadException.class)
                .isThrownBy(() -> file.writeAt(0, foreign));
          });
      assertThat(foreign.mismatch(MemorySegment.ofArray(new byte[READS * 4096]))).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @MethodSource("threads")
  void aConsumerThatEndsTheMemoryEndsTheOtherReads(ThreadFactory factory) throws Exception {
    inThread(
        factory,
        file -> {
          Arena arena = Arena.ofConfined();
          ReadBatch batch = batch(file, arena.allocate(READS * 4096L, 4096));
          assertThatIllegalStateException().isThrownBy(() -> batch.await(_ -> arena.close()));
        });
  }

  @Test
  void aTargetThatHasLostItsPagesFailsItsOwnReadAlone() throws Exception {
    Path lost = Files.write(folder.resolve("lost"), new byte[1 << 16]);
    try (FileChannel channel =
            FileChannel.open(lost, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared()) {
      MemorySegment mapped = channel.map(MapMode.READ_WRITE, 0, 1 << 16, arena);
      channel.truncate(0);
      MemorySegment good = arena.allocate(4096);
      for (ThreadFactory factory : threads().toList()) {
        inThread(
            factory,
            file -> {
              good.fill((byte) 0);
              ReadBatch batch = new ReadBatch().add(file, 0, mapped).add(file, 0, good);
              assertThatExceptionOfType(InternalError.class).isThrownBy(batch::await);
              assertIsBeginOfFile(good);
              good.fill((byte) 0);
              var future = new ReadBatch().add(file, 0, mapped).add(file, 0, good).start();
              assertThatExceptionOfType(ExecutionException.class)
                  .isThrownBy(() -> future.get(1, TimeUnit.MINUTES))
                  .withCauseInstanceOf(InternalError.class);
              assertIsBeginOfFile(good);
            });
      }
    }
  }

  @Test
  void aSourceThatHasLostItsPagesFailsItsOwnWriteAlone() throws Exception {
    Path lost = Files.write(folder.resolve("lost"), new byte[1 << 16]);
    try (FileChannel channel =
            FileChannel.open(lost, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared()) {
      MemorySegment mapped = channel.map(MapMode.READ_WRITE, 0, 4096, arena);
      channel.truncate(0);
      MemorySegment good = arena.allocate(4096, 4096);
      for (ThreadFactory factory : threads().toList()) {
        inThread(
            factory,
            file -> {
              good.fill((byte) (good.get(ValueLayout.JAVA_BYTE, 0) + 1));
              WriteBatch batch = new WriteBatch().add(file, 4096, mapped).add(file, 0, good);
              // Where the kernel is to take the bytes itself, it says so by an error number.
              assertThat(catchThrowable(batch::await))
                  .isInstanceOfAny(InternalError.class, TransferException.class);
              assertIsBeginOfFile(good);
            });
      }
    }
  }

  private void assertIsBeginOfFile(MemorySegment good) throws IOException {
    byte[] expected = new byte[4096];
    try (var in = Files.newInputStream(path)) {
      assertThat(in.readNBytes(expected, 0, 4096)).isEqualTo(4096);
    }
    assertThat(good.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
  }
}
