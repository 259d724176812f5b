package io.penstock.text;

import static io.penstock.text.FollowScript.append;
import static io.penstock.text.FollowScript.requireLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.SmallFileSystem;
import io.penstock.testing.SpokenAssumption;
import io.penstock.testing.Watchdog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The begin and the end of a follower, and what is refused.
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

  @Test
  void aFileThatIsShorterThanTheBeginHasBeenTruncatedWhereverThatIs() throws Exception {
    append(log, "a\nb\n");
    for (long begin : new long[] {5, 1L << 40, Long.MAX_VALUE}) {
      assertThat(new FollowScript().follow(Lines.of(log), FollowOptions.from(begin)))
          .as("from %d", begin)
          .containsExactly("<TRUNCATED>", "a", "b");
    }
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

  @ParameterizedTest
  @ValueSource(strings = {"", "a\nbc", "a\nb\nc"})
  void aTruncationBehindAnInterruptAtAnUnfinishedLineIsNoticedAndTheLineIsShown(String left)
      throws Exception {
    append(log, "a\nbcdef");
    FollowScript script =
        new FollowScript(
            () -> {
              throw new InterruptedException();
            },
            () -> append(log, "z\n"));
    List<String> told = new ArrayList<>();
    FollowOptions options = script.in(FollowOptions.all()).reporting(e -> told.add(e.toString()));
    try (LineFollower follower = Lines.of(log).follow(options)) {
      requireLine(follower, "a");
      assertThatThrownBy(follower::next).isInstanceOf(InterruptedException.class);
      Files.writeString(log, left);
      requireLine(follower, "bcdef");
      assertThat(follower.line().offset()).isEqualTo(2);
      assertThat(told).isEmpty();
      for (String line : (left + "z").split("\n", -1)) {
        requireLine(follower, line);
      }
      assertThat(told).containsExactly(log + ": was truncated; read from its begin");
    }
  }

  /// An interrupt that comes in the midst of a read closes some channels.
  @Test
  void interruptsAtARenamedFileLoseNoLine() throws Exception {
    int lines = 5000;
    append(log, "0\n");
    FollowOptions options = FollowOptions.all().withInterval(Duration.ofMillis(1));
    try (LineFollower follower = Lines.of(log).follow(options)) {
      requireLine(follower, "0");
      rotate();
      Thread reader = Thread.currentThread();
      FutureTask<Path> writer =
          new FutureTask<>(
              () -> {
                for (int i = 1; i <= lines; i++) {
                  append(old, i + "\n");
                  reader.interrupt();
                }
                return append(log, "end\n");
              });
      Thread.ofPlatform().start(writer);
      for (int i = 1; i <= lines; i++) {
        requireLineInSpiteOfInterrupts(follower, Integer.toString(i));
      }
      requireLineInSpiteOfInterrupts(follower, "end");
      boolean _ = Thread.interrupted(); // the last one may have come behind the last look for it
      assertThat(writer.get(1, TimeUnit.MINUTES)).isEqualTo(log);
    }
  }

  private static void requireLineInSpiteOfInterrupts(LineFollower follower, String expected)
      throws Exception {
    while (true) {
      try {
        requireLine(follower, expected);
        return;
      } catch (InterruptedException _) {
        // the next call goes on
      }
    }
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
