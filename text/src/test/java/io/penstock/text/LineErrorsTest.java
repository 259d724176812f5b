package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.file.ByteFile;
import io.penstock.file.FileEngines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is told of texts that are not as they should be.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LineErrorsTest {
  @TempDir private Path folder;

  @Test
  void anErrorNamesTheLineWhateverTheChunks() throws IOException {
    Path text = numbers(1000, 637);
    for (int chunk : new int[] {16, 100, 1 << 20}) {
      Lines lines = Lines.of(text).withChunk(chunk);
      assertThatThrownBy(() -> lines.forEach(ByteSlice::parseLong))
          .isInstanceOfSatisfying(LineException.class, e -> assertThat(e.number()).isEqualTo(637))
          .hasMessage("%s, line 637: not a whole number: 'bad'", text)
          .hasCauseInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void theFirstErrorInTheTextWinsHoweverThreadsRun() throws IOException {
    Path text = numbers(5000, 801, 802, 2000, 4999);
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(
              () ->
                  Lines.of(text)
                      .withChunk(64)
                      .parallel(4)
                      .mapReduce(() -> "", (_, line) -> line.parseLong(), (one, _) -> one))
          .isInstanceOfSatisfying(LineException.class, e -> assertThat(e.number()).isEqualTo(801));
    }
  }

  @Test
  void aReaderThatIsClosedTouchesNoFileThatWasOpenedSince() throws IOException {
    FileEngines.bind(); // by a descriptor, whose number the next file gets
    Path text = Files.writeString(folder.resolve("text"), "a line\n".repeat(200_000));
    Path other = Files.writeString(folder.resolve("other"), "others\n".repeat(200_000));
    LineReader lines = Lines.of(text).open();
    assertThat(lines.next()).isTrue();
    lines.close();
    try (ByteFile next = ByteFile.open(other)) {
      assertThatThrownBy(lines::next)
          .isInstanceOf(IOException.class)
          .hasMessage(text + ": the reader of its lines was closed");
      lines.close();
      byte[] read = new byte[6];
      next.readAt(0, read);
      assertThat(read).asString(StandardCharsets.US_ASCII).isEqualTo("others");
    }
  }

  @Test
  void anErrorInAStreamNamesTheLineToo() throws IOException {
    byte[] text = Files.readAllBytes(numbers(5000, 4321));
    assertThatThrownBy(
            () ->
                Lines.of(new ByteArrayInputStream(text))
                    .withChunk(64)
                    .parallel(3)
                    .mapReduce(() -> "", (_, line) -> line.parseLong(), (one, _) -> one))
        .hasMessageStartingWith("the stream, line 4321: ");
  }

  @Test
  void anErrorAmongMatchingLinesCountsTheOthersAsWell() throws IOException {
    Path text = numbers(1000, 637);
    BytePattern bad = BytePattern.literal("bad");
    assertThatThrownBy(() -> Lines.of(text).matching(bad).forEach(ByteSlice::parseLong))
        .isInstanceOfSatisfying(LineException.class, e -> assertThat(e.number()).isEqualTo(637));
  }

  /// A million of characters in one line, each of which takes a frame or more of the stack.
  private Path deep() throws IOException {
    return Files.writeString(folder.resolve("deep"), "b\n" + "b".repeat(1_000_000) + "\nb\n");
  }

  @Test
  void aLineThatIsTooDeepForARegularExpressionIsNamedAndNeverTakenForOneThatDoesNotMatch()
      throws IOException {
    Path text = deep();
    Lines lines = Lines.of(text).matching(BytePattern.regex("(a|b)*c"));
    List<ThrowingCallable> searches =
        List.of(
            () -> lines.forEach(_ -> {}),
            () -> lines.count(),
            () -> lines.parallel(3).countAll(),
            () -> lines.parallel(2).mapInOrder(() -> "", (_, _) -> {}, _ -> {}),
            () -> readAll(lines));
    for (ThrowingCallable search : searches) {
      assertThatThrownBy(search)
          .isInstanceOfSatisfying(LineException.class, e -> assertThat(e.number()).isEqualTo(2))
          .isInstanceOfSatisfying(LineException.class, e -> assertThat(e.offset()).isEqualTo(2))
          .hasMessageStartingWith(text + ", line 2: the regular expression needs more stack");
    }
  }

  private static void readAll(Lines lines) throws IOException {
    try (LineReader reader = lines.open()) {
      while (reader.next()) {
        reader.number();
      }
    }
  }

  @Test
  void anErrorOfATestEndsTheSearchWhateverTheThreads() throws IOException {
    Path text = deep();
    BytePattern failing =
        BytePattern.literal("b")
            .and(
                () ->
                    _ -> {
                      throw new OutOfMemoryError("of the test");
                    });
    Lines lines = Lines.of(text).matching(failing);
    assertThatThrownBy(lines::count).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(lines.parallel(3)::count).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> lines.parallel(3).mapInOrder(() -> "", (_, _) -> {}, _ -> {}))
        .isInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void whatPrecedesTheErrorIsDeliveredInOrder() throws IOException {
    Path text = numbers(5000, 4000);
    List<Long> delivered = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Lines.of(text)
                    .withChunk(64)
                    .parallel(4)
                    .mapInOrder(
                        () -> new ArrayList<Long>(),
                        (part, line) -> part.add(line.parseLong()),
                        delivered::addAll))
        .isInstanceOf(LineException.class);
    assertThat(delivered).hasSizeBetween(3900, 3999);
    for (int i = 0; i < delivered.size(); i++) {
      assertThat(delivered.get(i)).isEqualTo(i + 1);
    }
  }

  @Test
  void aSinkThatFailsEndsItAll() throws IOException {
    Path text = numbers(5000);
    assertThatThrownBy(
            () ->
                Lines.of(text)
                    .withChunk(64)
                    .parallel(4)
                    .mapInOrder(
                        StringBuilder::new,
                        (part, line) -> part.append(line),
                        _ -> {
                          throw new IOException("no room");
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("no room");
  }

  @Test
  void aLineOfThreeGibibytesIsCountedButNotShown() throws IOException {
    Path text = folder.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(text.toFile(), "rw")) {
      file.setLength((3L << 30) + 1);
      file.seek(3L << 30);
      file.write('\n');
    }
    assertThat(Lines.of(text).parallel().count()).isOne();
    Lines lines = Lines.of(text).withLongestLine(1 << 20);
    assertThatThrownBy(() -> lines.forEach(_ -> {}))
        .isInstanceOf(LongLineException.class)
        .hasMessageContaining(
            text + ": the line that begins at byte 0 has more than 1048576 bytes");
  }

  @Test
  void theLongestLineThatIsAllowedIsShown() throws IOException {
    Path text = Files.writeString(folder.resolve("long"), "a\n" + "x".repeat(100_000) + "\nb");
    List<Integer> lengths = new ArrayList<>();
    Lines.of(text).withChunk(16).withLongestLine(100_001).forEach(l -> lengths.add(l.length()));
    assertThat(lengths).containsExactly(1, 100_000, 1);
    assertThatThrownBy(() -> Lines.of(text).withChunk(16).withLongestLine(1000).forEach(_ -> {}))
        .isInstanceOfSatisfying(LongLineException.class, e -> assertThat(e.offset()).isEqualTo(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 1 << 20})
  void aLineThatIsTooLongIsNotShownHoweverMuchIsRead(int chunk) throws IOException {
    Path text = Files.writeString(folder.resolve("short"), "1234567890\r\n12345678901\nb\n");
    Lines lines = Lines.of(text).withChunk(chunk).withLongestLine(10);
    List<String> shown = new ArrayList<>();
    assertThatThrownBy(() -> lines.forEach(line -> shown.add(line.toString())))
        .isInstanceOfSatisfying(LongLineException.class, e -> assertThat(e.offset()).isEqualTo(12));
    assertThat(shown).containsExactly("1234567890");
    try (LineReader reader = lines.open()) {
      assertThat(reader.next()).isTrue();
      assertThatThrownBy(reader::next).isInstanceOf(LongLineException.class);
      assertThat(reader.next()).isTrue();
      assertThat(reader.line()).hasToString("b");
      assertThat(reader.number()).isEqualTo(3);
    }
  }

  @Test
  void aFileThatShrinksIsAnErrorAndNoSmallerCount() throws IOException {
    Path text = numbers(200_000);
    assertThatThrownBy(
            () ->
                Lines.of(text)
                    .withChunk(4096)
                    .forEach(
                        line -> {
                          if (line.offset() == 0) {
                            cut(text);
                          }
                        }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cut short");
  }

  @Test
  void whatIsAddedMeanwhileIsNotRead() throws IOException {
    Path text = numbers(1000);
    LineConsumer add = _ -> Files.writeString(text, "more\n", StandardOpenOption.APPEND);
    assertThat(linesOf(text, add)).isEqualTo(1000);
  }

  @Test
  void aFileThatIsDeletedMeanwhileIsReadToItsEnd() throws IOException {
    Path text = numbers(1000);
    assertThat(linesOf(text, _ -> Files.deleteIfExists(text))).isEqualTo(1000);
  }

  @Test
  void aStreamThatFailsIsToldWithThePlace() {
    InputStream failing =
        new SequenceInputStream(
            new ByteArrayInputStream(new byte[1000]),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("the line is down");
              }

              @Override
              public int read(byte[] target, int from, int count) throws IOException {
                return read();
              }
            });
    assertThatThrownBy(() -> Lines.of(failing).count())
        .isInstanceOf(IOException.class)
        .hasMessage("the stream: cannot be read at byte 1000: the line is down");
  }

  private static long linesOf(Path text, LineConsumer meanwhile) throws IOException {
    AtomicLong lines = new AtomicLong();
    Lines.of(text)
        .withChunk(64)
        .forEach(
            line -> {
              lines.incrementAndGet();
              meanwhile.accept(line);
            });
    return lines.get();
  }

  @Test
  void filesOfTheKernelThatSayZeroAreRead() throws IOException {
    assertThat(Lines.of(Path.of("/proc/self/status")).count()).isPositive();
  }

  @Test
  void aFileThatSaysItIsLongerThanItIsIsReadToItsEnd() throws IOException {
    Path online = Path.of("/sys/devices/system/cpu/online");
    String text = Files.readString(online);
    assertThat(Files.size(online)).isGreaterThan(text.length());
    Lines lines = Lines.of(online);
    assertThat(lines.count()).isEqualTo(1);
    assertThat(lines.parallel(2).countAll().bytes()).isEqualTo(text.length());
    assertThat(lines.parallel(2).newlines()).isEqualTo(1);
    assertThat(ShownLines.byForEach(lines)).containsExactly(text.strip());
    assertThat(ShownLines.byReader(lines)).containsExactly(text.strip());
  }

  @Test
  void aFileThatGrowsWhileItIsOpenedIsReadToWhereItEnded() throws IOException {
    Path text = Files.writeString(folder.resolve("grows"), "a\nb\n");
    try (LineReader reader = Lines.of(text).open()) {
      Files.writeString(text, "c\n", StandardOpenOption.APPEND);
      assertThat(reader.next()).isTrue();
      assertThat(reader.next()).isTrue();
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void pipesAreReadToTheirEnd() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "printf 'one\\ntwo\\nthree' > \"$1\"", "sh", pipe.toString())
            .start();
    List<String> lines = new ArrayList<>();
    Lines.of(pipe).forEach(line -> lines.add(line.toString()));
    assertThat(lines).containsExactly("one", "two", "three");
    assertThat(writer.waitFor()).isZero();
  }

  @Test
  void foldersAndMissingFilesAreNamed() {
    assertThatThrownBy(() -> Lines.of(folder).count())
        .isInstanceOf(FileSystemException.class)
        .hasMessage("%s: is a folder; name a file", folder);
    assertThatThrownBy(() -> Lines.of(folder.resolve("none")).count())
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void linesOfUtf16AreCutAtItsBytesAndSaidToBe() throws IOException {
    Path text = Files.write(folder.resolve("utf16"), "a\nb\n".getBytes(StandardCharsets.UTF_16LE));
    List<Integer> lengths = new ArrayList<>();
    Lines.of(text).forEach(line -> lengths.add(line.length()));
    assertThat(lengths).containsExactly(2, 3, 1); // as the contract of Lines warns
  }

  @Test
  void aByteOrderMarkIsPartOfTheFirstLine() throws IOException {
    Path text = Files.writeString(folder.resolve("mark"), "\ufeffa\nb\n");
    List<String> lines = new ArrayList<>();
    Lines.of(text).forEach(line -> lines.add(line.toString()));
    assertThat(lines).containsExactly("\ufeffa", "b");
  }

  @Test
  void optionsThatMakeNoSenseAreRefused() {
    Lines lines = Lines.of(folder);
    assertThatThrownBy(() -> lines.withChunk(15)).hasMessageContaining("chunks of 15 bytes");
    assertThatThrownBy(() -> lines.withLongestLine(0)).hasMessageContaining("lines of up to 0");
    assertThatThrownBy(() -> lines.parallel(0)).hasMessageContaining("0 threads");
    assertThatThrownBy(() -> Fields.separatedBy('é')).hasMessageContaining("ASCII");
    assertThatThrownBy(() -> BytePattern.literal("a\n")).hasMessageContaining("newline");
  }

  private static void cut(Path text) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(text.toFile(), "rw")) {
      file.setLength(100_000);
    }
  }

  /// A file of the numbers from 1 on, a line each, but for some lines.
  private Path numbers(int count, int... bad) throws IOException {
    StringBuilder text = new StringBuilder();
    List<Integer> worst = java.util.Arrays.stream(bad).boxed().toList();
    for (int i = 1; i <= count; i++) {
      text.append(worst.contains(i) ? "bad" : Integer.toString(i)).append('\n');
    }
    return Files.writeString(folder.resolve("numbers"), text);
  }
}
