package io.penstock.text;

import static io.penstock.text.FollowScript.append;
import static io.penstock.text.FollowScript.requireLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Lines of a file that grows, is rotated, truncated and deleted.
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class FollowedFileTest {
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
}
