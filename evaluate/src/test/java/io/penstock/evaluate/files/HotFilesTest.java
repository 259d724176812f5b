package io.penstock.evaluate.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whether a cache that gives out other files than were asked for is noticed.
class HotFilesTest {
  @TempDir Path folder;

  /// One that gives out as many bytes as each file has.
  private record Forger(int offset) implements HotFileCache {
    @Override
    public void write(Path file, WritableByteChannel out) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] += (byte) offset;
      int _ = out.write(ByteBuffer.wrap(bytes));
    }

    @Override
    public long misses() {
      return 0;
    }
  }

  @Test
  void bytesThatAreNotTheFilesAreNoticed() throws Exception {
    assertThat(fault(_ -> new Forger(1)).orElseThrow()).startsWith("other bytes came than ");
  }

  @Test
  void theFilesThemselvesAreRight() throws Exception {
    assertThat(fault(_ -> new Forger(0))).isEmpty();
    assertThat(fault(HotFileCache::ofLastAsked)).isEmpty();
    assertThat(fault(HotFileCache::penstock)).isEmpty();
  }

  private Optional<String> fault(LongFunction<HotFileCache> cache) throws Exception {
    Drill drill =
        Drill.of("files-hits-time", 100, Duration.ofMillis(1))
            .with(SampleFiles.FILES, "20")
            .with(SampleFiles.MOST, "1000");
    DrillTask task = new DrillTask(drill, 0, folder.resolve("meeting"));
    try (Exercise.Session session = HotFiles.asking(cache).prepare(task)) {
      session.arm(1);
      session.run();
      session.run();
      return session.fault(1);
    }
  }
}
