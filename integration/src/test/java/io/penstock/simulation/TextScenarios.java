package io.penstock.simulation;

import io.penstock.simulation.runtime.Calls;
import io.penstock.simulation.runtime.Draws;
import io.penstock.simulation.runtime.Simulation;
import io.penstock.simulation.runtime.Simulation.SimulatedProcess;
import io.penstock.text.FollowOptions;
import io.penstock.text.LineFollower;
import io.penstock.text.Lines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The follower of a log that is written and rotated.
final class TextScenarios {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private TextScenarios() {}

  /// A writer that adds parts of lines, renames the log and turns to a new one, now and then with
  /// some lines left for the old one; a follower that looks every so often, stands still at times,
  /// and whose clocks jump. It sees each line once, in the order in which they were written.
  static void follower(Simulation simulation) throws IOException, InterruptedException {
    Draws draws = simulation.draws();
    try (SimulationFolder folder = new SimulationFolder()) {
      Path log = folder.path().resolve("log");
      long interval = draws.spread(MILLI, 500 * MILLI);
      Writer writer = new Writer(log, folder.path(), draws, interval);
      SimulatedProcess writing = new SimulatedProcess("writer");
      SimulatedProcess following = new SimulatedProcess("follower");
      if (draws.below(2) == 0) {
        Files.createFile(log);
      }
      LineFollower follower =
          Lines.of(log).follow(FollowOptions.all().withInterval(Duration.ofNanos(interval)));
      List<String> seen = new ArrayList<>();
      Throwable[] thrown = new Throwable[2];
      boolean[] over = new boolean[2];
      start(simulation, writing, 0, thrown, over, writer::run);
      start(
          simulation,
          following,
          1,
          thrown,
          over,
          () -> {
            while (follower.next()) {
              seen.add(follower.line().toString());
            }
          });
      for (int i = draws.below(3); i > 0; i--) {
        long when = draws.spread(1000, 2000 * MILLI);
        long span = draws.spread(1, interval);
        switch (draws.below(3)) {
          case 0 -> simulation.after(when, () -> simulation.stop(following, span));
          case 1 -> simulation.after(when, () -> simulation.jump(following, 100 * span));
          default -> simulation.after(when, () -> simulation.jumpWall(-100 * span));
        }
      }
      while (!over[0]) {
        Calls.sleep(1);
      }
      Calls.sleep(TimeUnit.NANOSECONDS.toMillis(20 * interval) + 20);
      follower.close();
      while (!over[1]) {
        Calls.sleep(1);
      }
      for (Throwable e : thrown) {
        if (e != null) {
          throw new AssertionError("failed", e);
        }
      }
      if (!seen.equals(writer.lines)) {
        throw new AssertionError("written " + writer.lines + "\nseen    " + seen);
      }
    }
  }

  private static void start(
      Simulation simulation,
      SimulatedProcess process,
      int number,
      Throwable[] thrown,
      boolean[] over,
      Simulation.Body body) {
    Thread _ =
        simulation.start(
            process,
            "main",
            () -> {
              try {
                body.run();
              } catch (Throwable e) {
                thrown[number] = e;
              }
              over[number] = true;
            });
  }

  /// A writer of numbered lines.
  private static final class Writer {
    private final Path log;
    private final Path folder;
    private final Draws draws;
    private final long interval;
    private final List<String> lines = new ArrayList<>();
    private int rotated;

    Writer(Path log, Path folder, Draws draws, long interval) {
      this.log = log;
      this.folder = folder;
      this.draws = draws;
      this.interval = interval;
    }

    void run() throws IOException, InterruptedException {
      OutputStream out = open();
      for (int i = 0; i < 30; i++) {
        if (draws.onceIn(6)) {
          out = rotate(out);
        }
        line(out, "line " + i + " " + "x".repeat((int) draws.spread(1, 5000) - 1));
        if (draws.onceIn(3)) {
          Calls.parkNanos(draws.below(2 * interval));
        }
      }
      out.close();
    }

    private OutputStream open() throws IOException {
      return Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// A file that comes and goes between two looks is missed, as documented: each stays for some.
    private OutputStream rotate(OutputStream old) throws IOException {
      Calls.parkNanos(6 * interval);
      Files.move(log, folder.resolve("log." + rotated++));
      if (draws.below(2) == 0) {
        Calls.parkNanos(draws.below(3 * interval));
      }
      if (draws.below(2) == 0) {
        Files.createFile(log);
        Calls.parkNanos(draws.below(3 * interval));
        line(old, "late " + rotated);
      }
      old.close();
      return open();
    }

    private void line(OutputStream out, String text) throws IOException {
      lines.add(text);
      byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
      int from = 0;
      while (from < bytes.length) {
        int n = draws.below(2) == 0 ? bytes.length - from : 1 + draws.below(bytes.length - from);
        out.write(bytes, from, n);
        from += n;
        if (draws.onceIn(3)) {
          Calls.parkNanos(1 + draws.below(interval));
        }
        Calls.point();
      }
    }
  }
}
