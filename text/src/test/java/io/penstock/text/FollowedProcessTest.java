package io.penstock.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import io.penstock.testing.SpokenAssumption;
import io.penstock.testing.Watchdog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A file that another process writes, rotates and truncates, beside `tail -F`.
class FollowedProcessTest {
  private static final int STEPS = 40;

  @TempDir private Path folder;

  @Test
  void anotherProcessIsFollowedAsByTail() throws Exception {
    String tail = version("tail");
    SpokenAssumption.that(tail.contains("GNU coreutils"), "no tail of GNU: " + tail);
    Path log = Files.writeString(folder.resolve("log"), "first\n");
    try (Shell shell = new Shell(folder);
        Tail theirs = new Tail(log)) {
      Boolean _ =
          Watchdog.guard(
              "following a log beside tail",
              () -> {
                compare(log, shell, theirs);
                return true;
              });
    }
  }

  private static void compare(Path log, Shell shell, Tail theirs) throws Exception {
    Random random = Seed.sow(FollowedProcessTest.class);
    List<FollowEvent.Kind> told = new ArrayList<>();
    FollowOptions options = FollowOptions.all().reporting(event -> told.add(event.kind()));
    List<FollowEvent.Kind> expected = new ArrayList<>();
    try (LineFollower ours = Lines.of(log).follow(options)) {
      requireSame(ours, theirs, 1);
      for (int i = 0; i < STEPS; i++) {
        int change = i < CHANGES.size() ? i : random.nextInt(CHANGES.size());
        for (Step step : CHANGES.get(change)) {
          shell.run(step.commands().replace("N", Integer.toString(i)));
          requireSame(ours, theirs, step.lines());
          expected.addAll(step.events());
        }
      }
    }
    told.removeIf(FollowEvent.Kind.INACCESSIBLE::equals); // by chance: a look may come in between
    assertThat(told).isEqualTo(expected);
  }

  private static void requireSame(LineFollower ours, Tail theirs, int lines) throws Exception {
    List<String> seen = new ArrayList<>();
    take(ours, lines, seen);
    assertThat(seen).isEqualTo(theirs.lines(lines));
  }

  private static void take(LineFollower follower, int lines, List<String> seen) throws Exception {
    for (int i = 0; i < lines; i++) {
      assertThat(follower.next()).isTrue();
      seen.add(follower.line().toString());
    }
  }

  /// Commands of the other process, so many whole lines that come of them, and what is told of.
  private record Step(String commands, int lines, List<FollowEvent.Kind> events) {
    Step(String commands, int lines, FollowEvent.Kind... events) {
      this(commands, lines, List.of(events));
    }
  }

  /// What the other process does to the file `log`: its next step comes when all lines of the one
  /// before have been seen.
  private static final List<List<Step>> CHANGES =
      List.of(
          List.of(new Step("echo N >> log; echo N again >> log", 2)),
          List.of(new Step("seq 5000 >> log", 5000)),
          List.of(
              new Step("printf 'N, piece ' >> log; printf 'by piece, ' >> log; echo >> log", 1)),
          List.of(new Step("", 0)),
          List.of(
              new Step("mv log log.N; echo N in a new file > log", 1, FollowEvent.Kind.NEW_FILE)),
          List.of(
              new Step(
                  "seq 3000 >> log; mv log log.N; seq 2000 > log",
                  5000,
                  FollowEvent.Kind.NEW_FILE)),
          List.of(
              new Step("rm log; echo N after the deletion > log", 1, FollowEvent.Kind.NEW_FILE)),
          List.of(new Step("echo N over it > next; mv next log", 1, FollowEvent.Kind.NEW_FILE)),
          List.of(
              new Step("seq 3000 >> log; cp log log.N", 3000),
              new Step("echo N after that > log", 1, FollowEvent.Kind.TRUNCATED)));

  @Test
  void aWriterThatTurnsToTheNewFileLateLosesNoLine() throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "first\n");
    List<String> seen = new ArrayList<>();
    try (Shell shell = new Shell(folder);
        LineFollower follower = Lines.follow(log)) {
      Boolean _ =
          Watchdog.guard(
              "following a writer that is late",
              () -> {
                take(follower, 1, seen);
                shell.run("exec 3>> log; mv log log.1; echo to the old one >&3");
                take(follower, 1, seen);
                shell.run(": > log; echo to it still >&3");
                take(follower, 1, seen);
                shell.run("echo its last >&3; exec 3>&-; echo to the new one >> log");
                take(follower, 2, seen);
                return true;
              });
    }
    assertThat(seen)
        .containsExactly("first", "to the old one", "to it still", "its last", "to the new one");
  }

  private static String version(String tool) throws IOException {
    try {
      Process process = new ProcessBuilder(tool, "--version").redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), UTF_8)
          .lines()
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /// A shell that takes commands one by one.
  private static final class Shell implements AutoCloseable {
    private final Process process;
    private final PrintWriter in;
    private final BufferedReader out;

    Shell(Path folder) throws IOException {
      process =
          new ProcessBuilder("sh")
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      in = new PrintWriter(process.outputWriter(UTF_8), true);
      out = process.inputReader(UTF_8);
    }

    /// Returns when the commands have been carried out.
    void run(String commands) throws IOException {
      in.println(commands);
      in.println("echo done");
      assertThat(out.readLine()).isEqualTo("done");
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /// The tail of GNU.
  private static final class Tail implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    Tail(Path log) throws IOException {
      process =
          new ProcessBuilder("tail", "-n", "+1", "-s", "0.1", "-F", log.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      out = process.inputReader(UTF_8);
    }

    List<String> lines(int count) throws IOException {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        lines.add(
            Optional.ofNullable(out.readLine())
                .orElseThrow(() -> new AssertionError("tail has ended")));
      }
      return lines;
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
