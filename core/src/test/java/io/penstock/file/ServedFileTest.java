package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file that is another machine's: the kernel keeps its pages, and only its reads ask the server
/// whether these are still true.
@EnabledOnOs(OS.LINUX)
class ServedFileTest {
  private static final int SIZE = 1 << 20;

  @TempDir Path folder;

  private Path file(int value) throws IOException {
    byte[] bytes = new byte[SIZE];
    Arrays.fill(bytes, (byte) value);
    return Files.write(folder.resolve("bytes"), bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "straight", "chunk-256k", "mapping", "posix", "channel"})
  void whatOthersHaveWrittenIsRead(String engine) throws IOException {
    Path bytes = file(1);
    Access access = Access.read().withEngine(Engines.named(engine));
    try (ServedFile served = ServedFile.of(bytes, folder);
        ArrayFile file =
            ArrayFile.open(served.path(), ElementType.BYTE, ByteOrder.nativeOrder(), access)) {
      byte[] found = new byte[SIZE];
      for (int i = 0; i < 50; i++) {
        file.read(found);
      }
      assertThat(found).containsOnly(1);
      overwrite(bytes, (byte) 2);
      file.read(found);
      assertThat(found).containsOnly(2);
    }
  }

  private static void overwrite(Path path, byte value) throws IOException {
    byte[] bytes = new byte[SIZE];
    Arrays.fill(bytes, value);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      assertThat(channel.write(ByteBuffer.wrap(bytes))).isEqualTo(SIZE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "straight", "mapping", "posix"})
  void aServerThatDoesNotAnswerHoldsUpWhoReadsAndNobodyElse(String way) throws IOException {
    try (ServedFile served = ServedFile.of(file(1), folder);
        ChildJvm reader = ChildJvm.start(ReaderOfServedFile.class, served.path().toString(), way)) {
      assertThat(reader.hear()).isEqualTo("reading");
      served.pause();
      AtomicBoolean answers = new AtomicBoolean();
      CompletableFuture<Void> rescue = // of a JVM that does not hear this test either
          CompletableFuture.runAsync(
              () -> {
                answers.set(true);
                served.goOn();
              },
              CompletableFuture.delayedExecutor(30, TimeUnit.SECONDS));
      for (int i = 0; i < 3; i++) {
        reader.say("collect");
        assertThat(reader.hear()).isEqualTo("collected");
      }
      boolean waited = answers.get();
      served.goOn(); // who waits for an answer cannot be ended
      assertThat(waited).isFalse();
      rescue.cancel(false);
    }
  }
}
