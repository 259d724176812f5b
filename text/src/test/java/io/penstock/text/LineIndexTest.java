package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.file.Advice;
import io.penstock.file.ByteFile;
import io.penstock.file.FileEngines;
import io.penstock.testing.SpokenAssumption;
import io.penstock.testing.Watchdog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LineIndexTest {
  private static final int THOUSAND = 1000;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeAThousandLines() throws IOException {
    file = folder.resolve("text");
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= THOUSAND; i++) {
      text.append("line ").append(i).append('\n');
    }
    Files.writeString(file, text);
  }

  private LineIndex open() throws IOException {
    return LineIndex.open(file, IndexOptions.inMemory().withBlock(64));
  }

  @Test
  void linesCountFromOne() throws IOException {
    try (LineIndex index = LineIndex.open(file)) {
      assertThat(index.count()).isEqualTo(THOUSAND);
      assertThat(index.line(1)).isEqualTo("line 1");
      assertThat(index.line(777)).isEqualTo("line 777");
      assertThat(index.line(1000)).isEqualTo("line 1000");
    }
  }

  @Test
  void aShortTextIsIndexedByFewThreads() throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getTotalStartedThreadCount();
    try (LineIndex index = LineIndex.open(file, IndexOptions.inMemory().withThreads(5_000))) {
      assertThat(index.count()).isEqualTo(THOUSAND);
    }
    assertThat(threads.getTotalStartedThreadCount() - before).isLessThan(100);
  }

  @Test
  void numbersWithoutALineAreRefused() throws IOException {
    try (LineIndex index = open()) {
      assertThatThrownBy(() -> index.line(0))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("line 0 of %s, which has lines 1 to 1000", file);
      assertThatThrownBy(() -> index.range(1001)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> index.copy(3, 2, new ByteArrayOutputStream()))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void anEmptyFileHasNoLines() throws IOException {
    Files.write(file, new byte[0]);
    try (LineIndex index = LineIndex.open(file)) {
      assertThat(index.count()).isZero();
      assertThatThrownBy(() -> index.line(1)).hasMessageContaining("which has none");
    }
  }

  @Test
  void aSparseLineOfThreeGibHasAPlaceAndAnEnd() throws IOException {
    long length = 3L << 30;
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(0);
      large.setLength(length);
      large.seek(length);
      large.write("\nnext\n".getBytes(StandardCharsets.US_ASCII));
      large.seek(0);
      large.write('\n');
    }
    try (LineIndex index = LineIndex.open(file)) {
      assertThat(index.count()).isEqualTo(3);
      assertThat(index.range(2)).isEqualTo(new LineRange(1, length - 1));
      assertThat(index.line(3)).isEqualTo("next");
      assertThatThrownBy(() -> index.line(2))
          .isInstanceOf(LongLineException.class)
          .hasMessageContaining("begins at byte 1 ");
    }
  }

  @Test
  void linesLongerThanAllowedAreRefusedButFound() throws IOException {
    IndexOptions options = IndexOptions.inMemory().withLongestLine(6);
    try (LineIndex index = LineIndex.open(file, options)) {
      assertThat(index.line(9)).isEqualTo("line 9");
      assertThatThrownBy(() -> index.line(10)).isInstanceOf(LongLineException.class);
      assertThat(index.range(10).length()).isEqualTo(7);
    }
  }

  @Test
  void whatIsNoRegularFileIsRefused() {
    assertThatThrownBy(() -> LineIndex.open(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a folder");
    assertThatThrownBy(() -> LineIndex.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> LineIndex.open(Path.of("/dev/zero")))
        .hasMessageContaining("pipe or a device");
  }

  @Test
  void filesOfTheKernelAreRefusedSinceTheirSizeIsNotReal() {
    for (Path path :
        List.of(Path.of("/proc/self/status"), Path.of("/sys/devices/system/cpu/online"))) {
      assertThatThrownBy(() -> LineIndex.open(path))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("has another size than it says");
    }
  }

  // ---- files that change -----------------------------------------------------------------------

  @Test
  void aFileThatGrowsKeepsItsLines() throws IOException {
    try (LineIndex index = open()) {
      Files.writeString(file, "more\n", StandardOpenOption.APPEND);
      assertThat(index.line(1000)).isEqualTo("line 1000");
      assertThat(index.count()).isEqualTo(THOUSAND);
      index.refresh();
      assertThat(index.count()).isEqualTo(THOUSAND + 1);
      assertThat(index.line(1001)).isEqualTo("more");
    }
  }

  @Test
  void aLastLineThatMayHaveGoneOnIsRefusedUntilARefresh() throws IOException {
    Files.writeString(file, "begun", StandardOpenOption.APPEND);
    try (LineIndex index = open()) {
      assertThat(index.line(1001)).isEqualTo("begun");
      Files.writeString(file, " and ended\n", StandardOpenOption.APPEND);
      assertThat(index.line(1000)).isEqualTo("line 1000");
      assertThatThrownBy(() -> index.line(1001))
          .isInstanceOf(ChangedTextException.class)
          .hasMessageContaining("has grown");
      index.refresh();
      assertThat(index.line(1001)).isEqualTo("begun and ended");
    }
  }

  @Test
  void whoFollowsAFileGetsEachLineThatIsCompletedAfterItWasIndexed() throws IOException {
    Files.writeString(file, "begun", StandardOpenOption.APPEND);
    try (LineIndex index = open()) {
      assertThat(index.refresh()).isEqualTo(THOUSAND + 2);
      Files.writeString(file, " and ended\nmore", StandardOpenOption.APPEND);
      assertThat(followed(index)).containsExactly("begun and ended", "more");
      Files.writeString(file, "\n", StandardOpenOption.APPEND);
      assertThat(followed(index)).containsExactly("more");
      Files.writeString(file, "next\n", StandardOpenOption.APPEND);
      assertThat(followed(index)).containsExactly("next");
      assertThat(followed(index)).isEmpty();
      Files.writeString(file, "another\nfile\n");
      assertThat(followed(index)).containsExactly("another", "file");
    }
  }

  private static List<String> followed(LineIndex index) throws IOException {
    List<String> lines = new ArrayList<>();
    for (long number = index.refresh(); number <= index.count(); number++) {
      lines.add(index.line(number));
    }
    return lines;
  }

  @Test
  void aFileThatIsCutShortGivesNoLinesUntilARefresh() throws IOException {
    try (LineIndex index = open()) {
      cutTo(14);
      assertThatThrownBy(() -> index.line(1))
          .isInstanceOf(ChangedTextException.class)
          .hasMessageContaining("was cut short");
      assertThatThrownBy(() -> index.line(900))
          .isInstanceOf(ChangedTextException.class)
          .hasMessageContaining("was cut short");
      index.refresh();
      assertThat(index.count()).isEqualTo(2);
      assertThat(index.line(2)).isEqualTo("line 2");
    }
  }

  private void cutTo(long length) throws IOException {
    try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
      cut.setLength(length);
    }
  }

  @Test
  void aFileThatIsReplacedGivesNoLinesUntilARefresh() throws IOException {
    try (LineIndex index = open()) {
      Path other = folder.resolve("other");
      Files.writeString(other, "x\n".repeat(10_000));
      Path _ = Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> index.line(1))
          .isInstanceOf(ChangedTextException.class)
          .hasMessageContaining("was replaced");
      index.refresh();
      assertThat(index.count()).isEqualTo(10_000);
      assertThat(index.line(5)).isEqualTo("x");
    }
  }

  @Test
  @Timeout(60)
  void whatLinesAreCopiedToMayRefreshAndCloseTheIndex() throws IOException {
    String lines = "one of many lines\n".repeat(50_000);
    Files.writeString(file, lines);
    LineIndex index = LineIndex.open(file);
    StringBuilder copied = new StringBuilder();
    index.copy(
        1,
        50_000,
        new Taking(
            piece -> {
              copied.append(piece);
              Files.writeString(file, "more\n", StandardOpenOption.APPEND);
              assertThat(index.refresh()).isGreaterThan(50_000);
            }));
    assertThat(copied.toString()).isEqualTo(lines);

    Taking refreshing =
        new Taking(
            piece -> {
              Files.writeString(file, "others\n".repeat(300_000));
              assertThat(index.refresh()).isEqualTo(1);
            });
    assertThatThrownBy(() -> index.copy(1, 50_000, refreshing))
        .isInstanceOf(ChangedTextException.class)
        .hasMessageContaining("has changed");
    assertThatThrownBy(() -> index.copy(1, 300_000, new Taking(_ -> index.close())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is closed");
  }

  /// In whichever of the threads.
  @Test
  void theConsumerOfTheProgressMayAskAndCloseTheIndexButNotRefreshIt() throws Exception {
    Files.writeString(file, "one of many lines\n".repeat(200_000));
    AtomicReference<Use> told = new AtomicReference<>(_ -> {});
    IndexOptions options =
        IndexOptions.inMemory().withThreads(4).withProgress(_ -> use(told.get()));
    LineIndex index = LineIndex.open(file, options);
    Set<Thread> askers = ConcurrentHashMap.newKeySet();
    long end = System.nanoTime() + 10_000_000_000L;
    told.set(
        _ -> {
          boolean _ = askers.add(Thread.currentThread());
          while (askers.size() < 2 && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000); // until another one has come
          }
          assertThat(index.count()).isEqualTo(200_000);
          assertThat(index.line(100_000)).isEqualTo("one of many lines");
          assertThatIllegalStateException()
              .isThrownBy(index::refresh)
              .withMessageContaining("cannot be refreshed by the consumer of its progress");
        });
    Files.writeString(file, "another line\n".repeat(300_000), StandardOpenOption.APPEND);
    assertThat(Watchdog.guard("a refresh", index::refresh)).isEqualTo(200_001);
    assertThat(askers).hasSizeGreaterThan(1);
    assertThat(index.line(500_000)).isEqualTo("another line");
    told.set(_ -> index.close());
    Files.writeString(file, "one more\n".repeat(100_000), StandardOpenOption.APPEND);
    assertThatIOException()
        .isThrownBy(() -> Watchdog.guard("a refresh", index::refresh))
        .withMessageContaining("is closed");
  }

  private static void use(Use use) {
    try {
      use.of("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Something is done with what is written.
  private interface Use {
    void of(String piece) throws IOException;
  }

  private static final class Taking extends OutputStream {
    private final Use use;

    Taking(Use use) {
      this.use = use;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      use.of(new String(bytes, from, count, StandardCharsets.US_ASCII));
    }
  }

  @Test
  void aFileThatDisappearsGivesNoLines() throws IOException {
    try (LineIndex index = open()) {
      Files.delete(file);
      assertThatThrownBy(() -> index.line(1)).isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void aFileThatIsOverwrittenGivesNoLinesUntilARefresh() throws IOException {
    try (LineIndex index = open()) {
      overwrite(0, "LINE");
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));
      assertThatThrownBy(() -> index.line(500))
          .isInstanceOf(ChangedTextException.class)
          .hasMessageContaining("was overwritten");
      index.refresh();
      assertThat(index.line(1)).isEqualTo("LINE 1");
    }
  }

  @Test
  void newlinesThatAreNotWhereTheyWereAreFoundOutEvenIfTheFilesTimeIsPutBack() throws IOException {
    FileTime time = Files.getLastModifiedTime(file);
    try (LineIndex index = open()) {
      overwrite(3000, "\n\n");
      Files.setLastModifiedTime(file, time);
      assertThatThrownBy(() -> index.line(1 + SplitText.lines(head(3000)).size()))
          .isInstanceOf(ChangedTextException.class);
      index.refresh();
      assertThat(index.count()).isEqualTo(THOUSAND + 2);
    }
  }

  private byte[] head(int bytes) throws IOException {
    return Arrays.copyOf(Files.readAllBytes(file), bytes);
  }

  private void overwrite(long at, String text) throws IOException {
    try (RandomAccessFile over = new RandomAccessFile(file.toFile(), "rw")) {
      over.seek(at);
      over.writeBytes(text);
    }
  }

  @Test
  void whatWasOverwrittenAndHasGrownIsCountedAgain() throws IOException {
    try (LineIndex index = open()) {
      Files.writeString(file, "a\nb\n".repeat(10_000));
      assertThatThrownBy(() -> index.line(1)).isInstanceOf(ChangedTextException.class);
      index.refresh();
      assertThat(index.line(20_000)).isEqualTo("b");
      assertThat(index.count()).isEqualTo(20_000);
    }
  }

  @Test
  void aClosedIndexSaysSo() throws IOException {
    LineIndex index = open();
    index.close();
    index.close();
    assertThatThrownBy(() -> index.line(1))
        .isInstanceOf(IOException.class)
        .hasMessage("the index of %s is closed", file);
  }

  @Tag("long")
  @Test
  void moreLinesThanAnIntCanCountAreFound() throws IOException {
    long lines = (1L << 31) + 100;
    byte[] newlines = new byte[1 << 20];
    Arrays.fill(newlines, (byte) '\n');
    try (var out = Files.newOutputStream(file)) {
      for (long left = lines; left > 0; left -= newlines.length) {
        out.write(newlines, 0, (int) Math.min(left, newlines.length));
      }
      out.write("the last\n".getBytes(StandardCharsets.US_ASCII));
    }
    try (LineIndex index = LineIndex.open(file)) {
      assertThat(index.count()).isEqualTo(lines + 1);
      assertThat(index.range(lines)).isEqualTo(new LineRange(lines - 1, 0));
      assertThat(index.line(lines + 1)).isEqualTo("the last");
    }
  }

  @Test
  void linesOfManyNumbersComeInTheOrderOfTheNumbers() throws IOException {
    long[] numbers = new SplittableRandom(7).longs(2_500, 1, THOUSAND + 1).toArray();
    FileEngines.bind();
    try (LineIndex index = open()) {
      assertThat(index.lines(numbers))
          .isEqualTo(Arrays.stream(numbers).mapToObj(number -> "line " + number).toList());
      assertThat(index.lines()).isEmpty();
      assertThat(index.lines(THOUSAND, 1)).containsExactly("line 1000", "line 1");
    }
  }

  @Test
  void oneNumberWithoutALineRefusesAll() throws IOException {
    try (LineIndex index = open()) {
      assertThatThrownBy(() -> index.lines(1, 2, 1001, 3))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessage("line 1001 of %s, which has lines 1 to 1000", file);
    }
  }

  @Test
  void linesOfAFileThatWasCutAreRefusedTogetherToo() throws IOException {
    long[] numbers = LongStream.rangeClosed(1, THOUSAND).toArray();
    FileEngines.bind();
    try (LineIndex index = open()) {
      try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
        cut.setLength(100);
      }
      assertThatThrownBy(() -> index.lines(numbers)).isInstanceOf(ChangedTextException.class);
      Files.delete(file);
      assertThatThrownBy(() -> index.lines(numbers)).isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  @Timeout(60)
  void whereLinesAreIsReadBeforeTheFirstOfThemHasCome() throws IOException {
    int blocks = 64;
    int block = 8192;
    String text = ("x".repeat(block - 1) + "\n").repeat(blocks);
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.DSYNC);
    FileEngines.bind();
    long[] numbers = LongStream.iterate(1, number -> number <= blocks, n -> n + 8).toArray();
    try (LineIndex index = LineIndex.open(file, IndexOptions.inMemory().withLongestLine(10));
        ByteFile bytes = ByteFile.open(file)) {
      bytes.advise(0, bytes.size(), Advice.DONT_NEED);
      SpokenAssumption.that(
          !bytes.isCached(0, block) && !bytes.isCached((blocks - 8L) * block, block),
          "a page cache that can be emptied of a file in " + folder);
      assertThatThrownBy(() -> index.lines(numbers)).isInstanceOf(LongLineException.class);
      for (long number : numbers) {
        while (!bytes.isCached((number - 1) * block, block)) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  @Timeout(60)
  void aFileThatOnlyGrowsKeepsItsLinesForThreadsThatLookAtItTogether() throws Exception {
    try (LineIndex index = open();
        ExecutorService threads = Executors.newFixedThreadPool(3)) {
      AtomicBoolean grown = new AtomicBoolean();
      Callable<Long> reader =
          () -> {
            long read = 0;
            while (!grown.get()) {
              assertThat(index.line(7)).isEqualTo("line 7");
              read++;
            }
            return read;
          };
      List<Future<Long>> readers =
          List.of(threads.submit(reader), threads.submit(reader), threads.submit(reader));
      try {
        for (int i = 0; i < 3_000; i++) {
          Files.writeString(file, "more\n", StandardOpenOption.APPEND);
        }
      } finally {
        grown.set(true);
      }
      for (Future<Long> each : readers) {
        assertThat(each.get()).isPositive();
      }
    }
  }
}
