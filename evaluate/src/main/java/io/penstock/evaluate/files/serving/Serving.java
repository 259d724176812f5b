package io.penstock.evaluate.files.serving;

import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.SystemPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Serving files over HTTP: the server that the task names, and wrk, which asks it for any of the
/// files as fast as it can.
final class Serving implements Exercise {
  /// The drill whose operations are requests; those of the other one are MiB.
  static final String REQUESTS = "files-serve-requests";

  static final String BYTES = "files-serve-bytes";
  static final String WAY = "way";
  static final String LAUNCHER = "launcher";
  static final String SECONDS = "seconds";
  static final String CONNECTIONS = "connections";

  /// How long a server is asked before anything counts, in times of a run.
  private static final int WARM_UP = 5;

  private static final String WRK = "wrk";
  private static final Pattern SAID =
      Pattern.compile("(\\d+) requests in ([\\d.]+)(ms|s|m), ([\\d.]+)([KMGT]?B) read");
  private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB");
  private static final double KIBI = 1 << 10;
  private static final double SECOND = 1e9;

  @Override
  public Session prepare(DrillTask task) throws Exception {
    SystemPrograms.require(WRK);
    Pages pages = Pages.of(task);
    Path scratch = Files.createDirectories(Path.of(task.meeting() + "-server"));
    Path script = scratch.resolve("ask.lua");
    Files.writeString(script, script(pages.files()));
    Servers.Running server =
        Servers.start(
            task.drill().option(WAY), pages.root(), scratch, task.drill().option(LAUNCHER));
    Asking session = new Asking(task, script, server);
    try {
      session.warmUp();
    } catch (IOException | InterruptedException | RuntimeException e) {
      session.close();
      throw e;
    }
    return session;
  }

  private static String script(int files) {
    return String.format(
        Locale.ROOT,
        """
    local asked = {}
    for i = 0, %1$d - 1 do
      asked[i] = "GET /page-" .. i .. ".html HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"
    end
    request = function() return asked[math.random(0, %1$d - 1)] end
    """,
        files);
  }

  /// What wrk says that it has done.
  ///
  /// @param requests whether requests count, else MiB
  static Reading reading(String said, boolean requests) {
    Matcher found = SAID.matcher(said);
    if (!found.find()) {
      throw new IllegalStateException("wrk says something else: " + said);
    }
    double nanos = Double.parseDouble(found.group(2)) * SECOND * seconds(found.group(3));
    double bytes = Double.parseDouble(found.group(4));
    for (int unit = UNITS.indexOf(found.group(5)); unit > 0; unit--) {
      bytes *= KIBI;
    }
    long done = requests ? Long.parseLong(found.group(1)) : (long) bytes >> 20;
    return new Reading(Math.round(nanos), Math.max(1, done));
  }

  private static double seconds(String unit) {
    return switch (unit) {
      case "ms" -> 1e-3;
      case "s" -> 1;
      default -> 60;
    };
  }

  private record Asking(DrillTask task, Path script, Servers.Running server) implements Session {
    void warmUp() throws IOException, InterruptedException {
      Reading _ = asked(WARM_UP * seconds());
    }

    private int seconds() {
      return Integer.parseInt(task.drill().option(SECONDS));
    }

    @Override
    public void arm(long salt) {}

    @Override
    public Reading run() throws Exception {
      return asked(seconds());
    }

    private Reading asked(int seconds) throws IOException, InterruptedException {
      List<String> command =
          new ArrayList<>(List.of(WRK, "-t1", "-c" + task.drill().option(CONNECTIONS)));
      command.add("-d" + seconds + "s");
      command.addAll(List.of("-s", script.toString()));
      command.add("http://127.0.0.1:" + server.port() + "/");
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0 || said.contains("Non-2xx")) {
        throw new IOException("wrk failed: " + said);
      }
      return reading(said, task.drill().name().equals(REQUESTS));
    }

    @Override
    public Optional<String> fault(long salt) {
      return server.process().isAlive() ? Optional.empty() : Optional.of("the server has ended");
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
