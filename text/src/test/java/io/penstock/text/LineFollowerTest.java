package io.penstock.text;

import static io.penstock.text.FollowScript.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.SmallFileSystem;
import io.penstock.testing.SpokenAssumption;
import io.penstock.testing.Watchdog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Lines of a file that grows, is rotated, truncated and deleted.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LineFollowerTest {
  @TempDir private Path folder;

  private Path log = Path.of("");
  private Path old = Path.of("");

  @BeforeEach
  void names() {
    log = folder.resolve("log");
    old = folder.resolve("log.1");
  }

  private void rotate() throws IOException {
    Files.move(log, old);
  }

  // ---- growth ----------------------------------------------------------------------------------

  @Test
  void aLineIsShownWhenItsNewlineIsThere() throws Exception {
    append(log, "a\nb");
    FollowScript script =
        new FollowScript(
            () -> append(log, "c"), () -> append(log, "d\n\ne\r\nf"), () -> append(log, "\n"));
    assertThat(script.follow(log)).containsExactly("a", "bcd", "", "e", "f");
  }

  @Test
  void aLineThatHasNotEndedIsNotShownWhenTheFollowerIsClosed() throws Exception {
    append(log, "a\nb");
    assertThat(new FollowScript().follow(log)).containsExactly("a");
  }

  @Test
  void linesAreAsLongAsTheLimitWhateverTheChunk() throws Exception {
    String longer = "x".repeat(100_000);
    append(log, longer);
    FollowScript script =
        new FollowScript(() -> append(log, longer), () -> append(log, "\n" + longer + "\ny\n"));
    assertThat(script.follow(Lines.of(log).withChunk(16), FollowOptions.all()))
        .containsExactly(longer + longer, longer, "y");
  }

  @Test
  void theOffsetOfALineIsThatInItsFile() throws Exception {
    append(log, "a\nbc\n");
    List<String> seen = new ArrayList<>();
    FollowScript script =
        new FollowScript(
            () -> append(log, "d\n"),
            () -> {
              rotate();
              append(log, "e\nf\n");
            });
    try (LineFollower follower = Lines.of(log).follow(script.in(FollowOptions.all()))) {
      while (follower.next()) {
        seen.add(follower.line() + " at " + follower.line().offset());
      }
    }
    assertThat(seen).containsExactly("a at 0", "bc at 2", "d at 5", "e at 0", "f at 2");
  }

  @Test
  void onlyLinesThatMatchAreShown() throws Exception {
    append(log, "ok\nERROR 1\nok\n");
    FollowScript script =
        new FollowScript(() -> append(log, "ok\n"), () -> append(log, "ERROR 2\n"));
    Lines errors = Lines.of(log).matching(BytePattern.literal("ERROR"));
    assertThat(script.follow(errors, FollowOptions.all())).containsExactly("ERROR 1", "ERROR 2");
  }

  @Test
  void theBytesOfAllLinesAreReportedAsProgress() throws Exception {
    append(log, "a\nb\n");
    long[] bytes = new long[1];
    Lines counted = Lines.of(log).withProgress(n -> bytes[0] += n);
    FollowScript script = new FollowScript(() -> append(log, "cd\nrest"));
    assertThat(script.follow(counted, FollowOptions.all())).hasSize(3);
    assertThat(bytes[0]).isEqualTo(7);
  }

  // ---- rotation --------------------------------------------------------------------------------

  @Test
  void aFileThatIsNotThereIsWaitedForAndReadFromItsBegin() throws Exception {
    FollowScript script =
        new FollowScript(() -> {}, () -> append(log, "a\n"), () -> append(log, "b\n"));
    assertThat(script.follow(Lines.of(log), FollowOptions.newLines()))
        .containsExactly("<INACCESSIBLE>", "<NEW_FILE>", "a", "b");
  }

  @Test
  void afterARotationTheOldFileIsReadUntilTheNewOneHasBytes() throws Exception {
    append(log, "a\n");
    FollowScript script =
        new FollowScript(
            this::rotate,
            () -> append(old, "b\n"),
            () -> append(log, ""),
            () -> append(old, "c\n"),
            () -> {
              append(old, "d\n");
              append(log, "e\n");
            },
            () -> append(log, "f\n"));
    assertThat(script.follow(log))
        .containsExactly("a", "<INACCESSIBLE>", "b", "c", "d", "<NEW_FILE>", "e", "f");
  }

  @Test
  void anUnfinishedLineIsShownWhenItsFileIsReplaced() throws Exception {
    append(log, "a\nb");
    FollowScript script =
        new FollowScript(
            () -> {
              rotate();
              append(log, "c\n");
            });
    assertThat(script.follow(log)).containsExactly("a", "b", "<NEW_FILE>", "c");
  }

  @Test
  void aFileThatIsDeletedAndMadeAgainIsANewOneEachTime() throws Exception {
    append(log, "0\n");
    FollowScript script = new FollowScript();
    List<String> expected = new ArrayList<>(List.of("0"));
    for (int i = 1; i <= 20; i++) {
      String line = Integer.toString(i % 3); // so that most files have the size of the one before
      script.then(
          () -> {
            Files.delete(log);
            append(log, line + "\n");
          });
      expected.addAll(List.of("<NEW_FILE>", line));
    }
    assertThat(script.follow(log)).isEqualTo(expected);
  }

  @Test
  void aNewFileThatWasSeenEmptyIsReadThoughItHasLostItsNameAgain() throws Exception {
    append(log, "a\n");
    FollowScript script =
        new FollowScript(
            () -> {
              rotate();
              append(log, "");
            },
            () -> {
              append(old, "b\n");
              append(log, "c\n");
              Files.delete(log);
              append(log, "");
            },
            () -> append(log, "d\n"));
    assertThat(script.follow(log)).containsExactly("a", "b", "<NEW_FILE>", "c", "<NEW_FILE>", "d");
  }

  @Test
  void aLogThatNobodyWritesIsRotatedAnyNumberOfTimes() throws Exception {
    append(log, "a\n");
    FollowScript script = new FollowScript();
    for (int i = 0; i < 100; i++) {
      script.then(
          () -> {
            Files.delete(log);
            append(log, "");
          });
    }
    script.then(() -> append(log, "b\n"));
    List<String> seen = script.follow(log);
    assertThat(seen).startsWith("a", "<NEW_FILE>").endsWith("<NEW_FILE>", "b").hasSize(102);
  }

  @Test
  void aFileThatGetsItsNameBackIsNotReadAgain() throws Exception {
    append(log, "a\n");
    FollowScript script =
        new FollowScript(
            this::rotate, () -> {}, () -> Files.move(old, log), () -> append(log, "b\n"));
    assertThat(script.follow(log)).containsExactly("a", "<INACCESSIBLE>", "b");
  }

  @Test
  void aLinkThatLeadsElsewhereIsANewFile() throws Exception {
    Path one = append(folder.resolve("one"), "a\n");
    Path two = append(folder.resolve("two"), "b\n");
    Files.createSymbolicLink(log, one);
    FollowScript script =
        new FollowScript(
            () -> {
              Files.delete(log);
              Files.createSymbolicLink(log, two);
            },
            () -> append(two, "c\n"));
    assertThat(script.follow(log)).containsExactly("a", "<NEW_FILE>", "b", "c");
  }

  @Test
  void whatCannotBeFollowedTakesTheNameAndIsWaitedOut() throws Exception {
    append(log, "a\n");
    FollowScript script =
        new FollowScript(
            () -> {
              rotate();
              Files.createDirectory(log);
            },
            () -> append(old, "b\n"),
            () -> {
              Files.delete(log);
              Files.createSymbolicLink(log, log); // leads nowhere but to itself
            },
            () -> {
              Files.delete(log);
              append(log, "c\n");
            });
    assertThat(script.follow(log)).containsExactly("a", "<INACCESSIBLE>", "b", "<NEW_FILE>", "c");
  }

  @Test
  void eventsSayWhatHasHappenedInALine() throws Exception {
    append(log, "a\n");
    List<String> told = new ArrayList<>();
    FollowScript script =
        new FollowScript(
            () -> Files.writeString(log, ""), () -> Files.delete(log), () -> append(log, "b\n"));
    try (LineFollower follower =
        Lines.of(log)
            .follow(
                script.in(FollowOptions.all()).reporting(event -> told.add(event.toString())))) {
      while (follower.next()) {
        assertThat(follower.line().length()).isEqualTo(1);
      }
    }
    assertThat(told)
        .containsExactly(
            log + ": was truncated; read from its begin",
            log + ": cannot be read now and is waited for: no such file",
            log + ": is a new file; read from its begin");
  }

  // ---- truncation ------------------------------------------------------------------------------

  @Test
  void aFileThatIsTruncatedIsReadFromItsBegin() throws Exception {
    append(log, "a\nb\nunfinished");
    FollowScript script =
        new FollowScript(
            () -> Files.writeString(log, "c\n"),
            () -> append(log, "d\n"),
            () -> Files.writeString(log, ""),
            () -> append(log, "e\n"));
    assertThat(script.follow(log))
        .containsExactly("a", "b", "unfinished", "<TRUNCATED>", "c", "d", "<TRUNCATED>", "e");
  }

  @Test
  void aFileThatIsCutToItsLastLineIsReadFromItsBegin() throws Exception {
    append(log, "a\nb\n");
    FollowScript script =
        new FollowScript(
            () -> {
              try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
                file.truncate(3);
              }
            },
            () -> append(log, "c\n"));
    assertThat(script.follow(log)).containsExactly("a", "b", "<TRUNCATED>", "a", "bc");
  }

  @Test
  void anOldFileThatIsTruncatedUnderItsNewNameIsReadFromItsBeginToo() throws Exception {
    append(log, "a\nb\n");
    FollowScript script =
        new FollowScript(
            this::rotate, () -> Files.writeString(old, "c\n"), () -> append(log, "d\n"));
    assertThat(script.follow(log))
        .containsExactly("a", "b", "<INACCESSIBLE>", "<TRUNCATED>", "c", "<NEW_FILE>", "d");
  }

  // ---- long lines ------------------------------------------------------------------------------

  @Test
  void aLineThatIsTooLongIsPassedOverWhenItIsToldOf() throws Exception {
    String tooLong = "x".repeat(50_000);
    append(log, "a\n" + tooLong);
    FollowScript script =
        new FollowScript(
            () -> append(log, tooLong), () -> append(log, "y\nb\nc"), () -> append(log, "\n"));
    Lines lines = Lines.of(log).withChunk(16).withLongestLine(10_000);
    try (LineFollower follower = lines.follow(script.in(FollowOptions.all()))) {
      requireLine(follower, "a");
      assertThatThrownBy(follower::next)
          .isInstanceOfSatisfying(
              LongLineException.class, e -> assertThat(e.offset()).isEqualTo(2));
      requireLine(follower, "b");
      assertThat(follower.line().offset()).isEqualTo(100_004);
      requireLine(follower, "c");
      assertThat(follower.next()).isFalse();
    }
  }

  @Test
  void aLineThatIsTooLongEndsWithItsFile() throws Exception {
    append(log, "x".repeat(50_000));
    FollowScript script =
        new FollowScript(
            () -> {
              rotate();
              append(log, "a\n");
            },
            () -> Files.writeString(log, "x".repeat(50_000)),
            () -> Files.writeString(log, "b\n"));
    Lines lines = Lines.of(log).withChunk(16).withLongestLine(10_000);
    try (LineFollower follower = lines.follow(script.in(FollowOptions.all()))) {
      assertThatThrownBy(follower::next).isInstanceOf(LongLineException.class);
      requireLine(follower, "a");
      assertThatThrownBy(follower::next).isInstanceOf(LongLineException.class);
      requireLine(follower, "b");
    }
  }

  private static void requireLine(LineFollower follower, String expected) throws Exception {
    assertThat(follower.next()).isTrue();
    assertThat(follower.line()).hasToString(expected);
  }

  // ---- the begin -------------------------------------------------------------------------------

  @Test
  void theLastLinesAreTheLastOfAllAndTheUnfinishedOneCounts() throws Exception {
    for (String text :
        List.of("", "\n", "a", "a\n", "a\nb", "a\nb\n", "\n\n\na\n", "x\n".repeat(90_000))) {
      Files.writeString(log, text);
      List<String> all = new FollowScript(() -> append(log, "|\n")).follow(log);
      List<String> lines = List.of((text + "|\n").split("\n", -1));
      assertThat(all).isEqualTo(lines.subList(0, lines.size() - 1));
      int before = (int) text.lines().count();
      for (int n : new int[] {0, 1, 2, 3, 40_000, 100_000}) {
        Files.writeString(log, text);
        List<String> last =
            new FollowScript(() -> append(log, "|\n")).follow(Lines.of(log), FollowOptions.last(n));
        boolean open = !text.isEmpty() && !text.endsWith("\n");
        int wanted = Math.min(before, Math.max(n, open ? 1 : 0)) + (open ? 0 : 1);
        assertThat(last)
            .as("the last %d of '%s'", n, text.length() < 20 ? text : "...")
            .isEqualTo(all.subList(all.size() - wanted, all.size()));
      }
    }
  }

  @Test
  void aFollowerGoesOnWhereAnotherHasEnded() throws Exception {
    append(log, "a\nb\r\nc");
    long end = 0;
    try (LineFollower follower = Lines.of(log).follow(new FollowScript().in(FollowOptions.all()))) {
      while (follower.next()) {
        end = follower.line().offset() + follower.line().withEnd().length();
      }
    }
    append(log, "d\n");
    assertThat(new FollowScript().follow(Lines.of(log), FollowOptions.from(end)))
        .containsExactly("cd");
    Files.writeString(log, "e\n");
    assertThat(new FollowScript().follow(Lines.of(log), FollowOptions.from(end)))
        .containsExactly("<TRUNCATED>", "e");
  }

  // ---- the end ---------------------------------------------------------------------------------

  @Test
  void aThreadThatWaitsIsReleasedWhenAnotherClosesTheFollower() throws Exception {
    append(log, "a\n");
    CountDownLatch waits = new CountDownLatch(1);
    FollowOptions options =
        FollowOptions.all().withInterval(Duration.ofHours(1)).idling(waiting(waits));
    LineFollower follower = Lines.of(log).follow(options);
    FutureTask<List<String>> all =
        new FutureTask<>(
            () -> {
              List<String> seen = new ArrayList<>();
              while (follower.next()) {
                seen.add(follower.line().toString());
              }
              return seen;
            });
    Thread.ofVirtual().start(all);
    assertThat(waits.await(1, TimeUnit.MINUTES)).isTrue();
    follower.close();
    assertThat(all.get(1, TimeUnit.MINUTES)).containsExactly("a");
    assertThat(follower.next()).isFalse();
    follower.close();
  }

  private static FollowOptions.Idle waiting(CountDownLatch waits) {
    return (closed, interval) -> {
      waits.countDown();
      return closed.await(interval.toNanos(), TimeUnit.NANOSECONDS);
    };
  }

  @Test
  void aThreadThatWaitsIsInterrupted() throws Exception {
    append(log, "a\nb");
    CountDownLatch waits = new CountDownLatch(1);
    FollowOptions options =
        FollowOptions.all().withInterval(Duration.ofHours(1)).idling(waiting(waits));
    try (LineFollower follower = Lines.of(log).follow(options)) {
      requireLine(follower, "a");
      FutureTask<Boolean> next = new FutureTask<>(follower::next);
      Thread thread = Thread.ofPlatform().start(next);
      assertThat(waits.await(1, TimeUnit.MINUTES)).isTrue();
      thread.interrupt();
      assertThatThrownBy(() -> next.get(1, TimeUnit.MINUTES))
          .hasCauseInstanceOf(InterruptedException.class)
          .hasMessageContaining(log.toString());
      append(log, "c\n");
      requireLine(follower, "bc");
    }
  }

  @Test
  void aThreadThatIsInterruptedAlreadyGetsNoLineAndLosesNone() throws Exception {
    append(log, "a\n");
    try (LineFollower follower = Lines.follow(log)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(follower::next).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      requireLine(follower, "a");
    }
  }

  @Test
  void anInterruptAtEveryWaitLosesNoByte() throws Exception {
    append(log, "a");
    FollowScript script = new FollowScript();
    for (String more : List.of("b\nc", "d", "\n", "e\nf\n")) {
      script
          .then(
              () -> {
                throw new InterruptedException();
              })
          .then(() -> append(log, more));
    }
    List<String> seen = new ArrayList<>();
    int interrupts = 0;
    try (LineFollower follower = Lines.of(log).follow(script.in(FollowOptions.all()))) {
      for (boolean more = true; more; ) {
        try {
          more = follower.next();
          if (more) {
            seen.add(follower.line().toString());
          }
        } catch (InterruptedException _) {
          interrupts++;
        }
      }
    }
    assertThat(seen).containsExactly("ab", "cd", "e", "f");
    assertThat(interrupts).isEqualTo(4);
  }

  @Test
  void aListenerMayCloseTheFollower() throws Exception {
    append(log, "a\n");
    FollowScript script =
        new FollowScript(() -> Files.writeString(log, ""), () -> append(log, "b\n"));
    List<LineFollower> opened = new ArrayList<>();
    FollowOptions options =
        script.in(FollowOptions.all()).reporting(_ -> opened.getFirst().close());
    try (LineFollower follower = Lines.of(log).follow(options)) {
      opened.add(follower);
      requireLine(follower, "a");
      assertThat(follower.next()).isFalse();
    }
  }

  @Test
  void aListenerThatFailsLosesNoLine() throws Exception {
    append(log, "a\nb");
    FollowScript script =
        new FollowScript(
            this::rotate,
            () -> append(old, "c\n"),
            () -> append(log, "d\n"),
            () -> append(log, "e\n"));
    FollowOptions options =
        script
            .in(FollowOptions.all())
            .reporting(
                event -> {
                  throw new IllegalStateException(event.kind().toString());
                });
    try (LineFollower follower = Lines.of(log).follow(options)) {
      requireLine(follower, "a");
      assertThatThrownBy(follower::next).hasMessage("INACCESSIBLE");
      requireLine(follower, "bc");
      assertThatThrownBy(follower::next).hasMessage("NEW_FILE");
      requireLine(follower, "d");
      requireLine(follower, "e");
    }
  }

  @Test
  void aPatternThatFailsNamesTheLineAndGoesOn() throws Exception {
    append(log, "1\nx\n2\n");
    BytePattern numbers = BytePattern.regex(".").and(() -> line -> line.parseLong() > 0);
    try (LineFollower follower =
        Lines.of(log).matching(numbers).follow(new FollowScript().in(FollowOptions.all()))) {
      requireLine(follower, "1");
      assertThatThrownBy(follower::next)
          .isInstanceOf(LineException.class)
          .hasMessage("%s, line 2: not a whole number: 'x'", log);
      requireLine(follower, "2");
      assertThat(follower.next()).isFalse();
    }
  }

  @Test
  void aFollowerThatIsClosedLeavesNoFileOpen() throws Exception {
    try (SmallFileSystem disk = SmallFileSystem.mount(folder.resolve("disk"), 1 << 20)) {
      Path followed = append(disk.folder().resolve("log"), "a\n");
      FollowScript script = new FollowScript();
      for (int i = 0; i < 5; i++) {
        Path rotated = disk.folder().resolve("log." + i);
        String content = i < 3 ? "b\n" : ""; // of which the last two are waited for at the end
        script.then(
            () -> {
              Files.move(followed, rotated);
              append(followed, content);
            });
      }
      assertThat(script.follow(followed)).filteredOn("b"::equals).hasSize(3);
    }
  }

  // ---- what is refused -------------------------------------------------------------------------

  @Test
  void whatDoesNotGrowAsAFileIsRefused() throws Exception {
    assertThatThrownBy(() -> Lines.follow(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a folder");
    assertThatThrownBy(() -> Lines.of(InputStream.nullInputStream()).follow(FollowOptions.all()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("only files are followed");
    Path pipe = folder.resolve("pipe");
    SpokenAssumption.that(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
    assertThatThrownBy(() -> Watchdog.guard("following a pipe", () -> Lines.follow(pipe)))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a pipe or a device");
    Path status = Path.of("/proc/self/status");
    SpokenAssumption.that(Files.exists(status), "no /proc");
    assertThatThrownBy(() -> Lines.follow(status))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("does not tell its size");
  }

  @Test
  void optionsThatMakeNoSenseAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> FollowOptions.last(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> FollowOptions.from(-1));
    for (Duration interval : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(1))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> FollowOptions.all().withInterval(interval))
          .withMessageContaining("a millisecond to an hour");
    }
  }
}
