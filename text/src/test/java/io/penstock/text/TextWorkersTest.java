package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Watchdog;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that any number of workers read: all end, none misses a line, and the order is kept.
class TextWorkersTest {
  private static final int LINES = 3000;
  private static final int MANY_RUNS = 200;

  @TempDir Path folder;
  private byte[] bytes = {};
  private Path file = Path.of("");
  private List<String> lines = List.of();

  @BeforeEach
  void write() throws IOException {
    lines = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      lines.add("line " + i + " " + "x".repeat(i % 90));
    }
    bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    file = Files.write(folder.resolve("text"), bytes);
  }

  private List<Lines> texts() {
    return List.of(
        Lines.of(file).withChunk(256), Lines.of(new ByteArrayInputStream(bytes)).withChunk(256));
  }

  private static List<String> inOrder(Lines text, int workers) throws Exception {
    List<String> shown = new ArrayList<>();
    return Watchdog.guard(
        "lines in order by " + workers,
        () -> {
          text.parallel(workers)
              .mapInOrder(
                  ArrayList<String>::new,
                  (part, line) -> part.add(ShownLines.latin(line)),
                  shown::addAll);
          return shown;
        });
  }

  @Test
  void aFileHasNoMoreWorkersThanChunks() throws IOException {
    AtomicInteger workers = new AtomicInteger();
    BytePattern all =
        BytePattern.literal("")
            .and(
                () -> {
                  int _ = workers.incrementAndGet();
                  return _ -> true;
                });
    Lines text = Lines.of(file).withChunk(bytes.length / 3).matching(all);
    assertThat(text.parallel(10_000).count()).isEqualTo(LINES);
    assertThat(workers.get()).isBetween(1, 4);
  }

  @Test
  void aStreamHasOneWorkerMoreThanChunksAtMost() throws IOException {
    Set<Thread> workers = ConcurrentHashMap.newKeySet();
    InputStream stream =
        new FilterInputStream(new ByteArrayInputStream(bytes)) {
          @Override
          public int read(byte[] target, int from, int count) throws IOException {
            boolean _ = workers.add(Thread.currentThread());
            return super.read(target, from, count);
          }
        };
    long before = started();
    Lines text = Lines.of(stream).withChunk(bytes.length / 3);
    assertThat(text.parallel(2000).mapReduce(() -> new long[1], (sum, _) -> sum[0]++, (a, _) -> a))
        .hasSize(1);
    assertThat(workers).hasSizeBetween(1, 6);
    assertThat(Lines.of(new ByteArrayInputStream(bytes)).parallel(2000).count()).isEqualTo(LINES);
    assertThat(started() - before).isLessThan(1000); // others may run in this JVM
  }

  private static long started() {
    return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
  }

  @Test
  void whatIsSoonCountedHasFewThreads() throws IOException {
    assertThat(counters(bytes.length)).isEqualTo(1);
    assertThat(counters(bytes.length / 10)).isEqualTo(2);
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(counters(64)).isEqualTo(Math.min(64, processors));
  }

  private int counters(int blockBytes) throws IOException {
    Lines text = Lines.of(file).withChunk(blockBytes).withLongestLine(LINES);
    TextFile opened = TextFile.open(file, bytes.length).orElseThrow();
    try (Counting counting = new Counting(opened, text, 64, false)) {
      assertThat(counting.count().newlines()).isEqualTo(LINES);
      return counting.threads();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16, 64})
  void everyLineIsDeliveredInItsOrder(int workers) throws Exception {
    for (Lines text : texts()) {
      assertThat(inOrder(text, workers)).isEqualTo(lines);
    }
    for (Lines text : texts()) {
      assertThat(Watchdog.guard("a count", () -> text.parallel(workers).countAll().bytes()))
          .isEqualTo(bytes.length);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 16, 64})
  void everyLineIsDeliveredInItsOrderManyTimes(int workers) throws Exception {
    for (int run = 0; run < MANY_RUNS; run++) {
      everyLineIsDeliveredInItsOrder(workers);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16, 64})
  void afterAFailureNothingThatFollowsIsDeliveredAndAllEnd(int workers) throws Exception {
    List<String> shown = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Watchdog.guard(
                    "lines of which one fails",
                    () -> {
                      Lines.of(file)
                          .withChunk(256)
                          .parallel(workers)
                          .mapInOrder(
                              ArrayList<String>::new,
                              (part, line) -> {
                                if (ShownLines.latin(line).startsWith("line 1500 ")) {
                                  throw new IOException("full");
                                }
                                part.add(ShownLines.latin(line));
                              },
                              shown::addAll);
                      return true;
                    }))
        .hasMessage("full");
    assertThat(shown).isEqualTo(lines.subList(0, shown.size())).hasSizeLessThanOrEqualTo(1500);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void whatFollowsAFailedReadIsNotReadByOthers(int workers) {
    for (int way = 0; way < 2; way++) {
      FailsOnce stream = new FailsOnce();
      Lines text = Lines.of(stream).withChunk(256);
      boolean counting = way == 0;
      assertThatThrownBy(
              () ->
                  Watchdog.guard(
                      "a stream that fails once",
                      () -> counting ? text.parallel(workers).count() : inOrder(text, workers)))
          .hasMessageContaining("broken");
      assertThat(stream.reads.get()).isLessThanOrEqualTo(10 + workers);
    }
  }

  /// Ten reads, of which the last one fails, and then lines without end.
  private static final class FailsOnce extends InputStream {
    final AtomicInteger reads = new AtomicInteger();

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      int n = read(one, 0, 1);
      return n < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
      if (reads.incrementAndGet() == 10) {
        throw new IOException("broken");
      }
      Arrays.fill(target, from, from + count, (byte) '\n');
      return count;
    }
  }

  @Test
  void whoseTurnItIsComesFirstHoweverManyWait() throws Exception {
    int workers = 64;
    ChunkSource nothing = new ChunkSource.OfInput(InputStream.nullInputStream());
    ChunkLoop<Long> loop =
        new ChunkLoop<>(Lines.of(file), nothing, Long::valueOf, (_, _) -> {}, null);
    List<Long> delivered = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (long i = workers - 1L; i >= 0; i--) {
      long index = i;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    if (loop.awaitTurn(index)) {
                      delivered.add(index);
                      loop.delivered(index);
                    }
                  }));
    }
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }
    assertThat(delivered).hasSize(workers).isSorted();
  }
}
