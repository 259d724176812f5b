package io.penstock.evaluate.files;

import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The speed of files over HTTP: a server, and wrk, which asks it for any of the files as fast as
/// it can.
final class Serving implements Question {
  /// The drill whose operations are requests; those of the other one are MiB.
  private static final String REQUESTS = "files-serve-requests";

  private static final String SECONDS = "seconds";
  private static final String CONNECTIONS = "connections";
  private static final String NGINX = "nginx";
  private static final String PENSTOCK_SERVER = "penstock-file-server";
  private static final String WHOLE = "a whole process, asked by wrk";
  private static final int SMALL_FILE = 16 << 10;
  private static final int LARGE_FILE = 64 << 20;
  private static final int CACHE_MEBIBYTES = 64;

  /// How long a server is asked before anything counts, in times of a run.
  private static final int WARM_UP = 5;

  private static final String WRK = "wrk";
  private static final Pattern SAID =
      Pattern.compile("(\\d+) requests in ([\\d.]+)(ms|s|m), ([\\d.]+)([KMGT]?B) read");

  /// What wrk says of connections that a server has refused, closed or reset. What was only slow
  /// stands behind it, and its time has counted.
  private static final Pattern DROPPED =
      Pattern.compile("Socket errors: (?!connect 0, read 0, write 0,)[^\\n]*");

  private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB");
  private static final double KIBI = 1 << 10;
  private static final double SECOND = 1e9;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    boolean quick = setting.effort() == Effort.QUICK;
    Drill small = drill(REQUESTS, SMALL_FILE / 2, 1000, SMALL_FILE, 16, quick);
    Drill large =
        drill("files-serve-bytes", 1 << 20, 1, quick ? LARGE_FILE / 16 : LARGE_FILE, 4, quick);
    return Stream.of(
        served(
                Experiment.drill(
                    "files.serve.small",
                    "Serving 1,000 files of 1 to 16 KiB over HTTP",
                    HotFiles.SOURCE,
                    Measure.OPERATIONS),
                small)
            .goal(0.9, PENSTOCK_SERVER, NGINX),
        served(
                Experiment.drill(
                    "files.serve.large",
                    "Serving a file of 64 MiB over HTTP",
                    HotFiles.SOURCE,
                    Measure.THROUGHPUT),
                large)
            .goal(0.95, PENSTOCK_SERVER, NGINX));
  }

  private static Drill drill(
      String name, long bytes, int files, int most, int connections, boolean quick) {
    return Drill.of(name, bytes, Duration.ZERO)
        .with(SampleFiles.FILES, Integer.toString(files))
        .with(SampleFiles.MOST, Integer.toString(most))
        .with(CONNECTIONS, Integer.toString(connections))
        .with(SECONDS, quick ? "1" : "3");
  }

  private static Experiment served(Experiment experiment, Drill drill) {
    return experiment
        .on(drill)
        .exercise(
            NGINX,
            PEER,
            task -> asking(task, ServerProcess.nginx(files(task).root(), scratch(task))))
        .note(WHOLE + "; one worker, sendfile")
        .exercise(
            PENSTOCK_SERVER,
            PENSTOCK,
            task -> asking(task, example(task, CACHE_MEBIBYTES)),
            entry -> launched(entry).note(WHOLE + "; one carrier thread"))
        .exercise(
            PENSTOCK_SERVER + "-uncached",
            PENSTOCK,
            task -> asking(task, example(task, 0)),
            entry -> launched(entry).note(WHOLE + "; one carrier thread, memory for no file"));
  }

  private static Entry launched(Entry entry) {
    return Commands.tell(entry, Commands.penstock());
  }

  private static ServerProcess example(DrillTask task, int mebibytes) throws Exception {
    return ServerProcess.example(files(task).root(), Commands.told(task).getFirst(), mebibytes);
  }

  /// The files, where there is somebody who can ask for them.
  private static SampleFiles files(DrillTask task) throws AbsentException, IOException {
    Commands.require(WRK);
    return SampleFiles.pages(task);
  }

  /// A folder for the files of server and client.
  private static Path scratch(DrillTask task) throws IOException {
    return Files.createDirectories(Path.of(task.meeting() + "-server"));
  }

  private static Exercise.Session asking(DrillTask task, ServerProcess server) throws Exception {
    try {
      SampleFiles files = files(task);
      Path script = scratch(task).resolve("ask.lua");
      Files.writeString(script, script(files.files()));
      int seconds = Integer.parseInt(task.option(SECONDS));
      Reading _ = asked(task, script, server, WARM_UP * seconds);
      return Exercise.Session.measuring(
          _ -> {},
          () -> asked(task, script, server, seconds),
          () ->
              server.process().isAlive()
                  ? fault(files, server.port())
                  : Optional.of("the server has ended"),
          server::close);
    } catch (IOException | InterruptedException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /// Says in one line that a server gives out something else than a file: wrk looks at no body.
  static Optional<String> fault(SampleFiles files, int port) throws IOException {
    for (int n : new int[] {0, files.files() - 1}) {
      URI page = URI.create("http://127.0.0.1:" + port + "/page-" + n + ".html");
      try (InputStream body = page.toURL().openStream()) {
        if (!Arrays.equals(body.readAllBytes(), Files.readAllBytes(files.file(n)))) {
          return Optional.of("the server gives out other bytes than " + files.file(n) + " has");
        }
      }
    }
    return Optional.empty();
  }

  private static Reading asked(DrillTask task, Path script, ServerProcess server, int seconds)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(WRK, "-t1", "-c" + task.option(CONNECTIONS)));
    command.add("-d" + seconds + "s");
    command.addAll(List.of("-s", script.toString()));
    command.add("http://127.0.0.1:" + server.port() + "/");
    return reading(Commands.output(command), task.drill().name().equals(REQUESTS));
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

  /// The reading that wrk prints.
  ///
  /// @param requests whether requests count, else MiB
  /// @throws IOException if the server has not answered each request with a file
  static Reading reading(String said, boolean requests) throws IOException {
    Matcher dropped = DROPPED.matcher(said);
    if (dropped.find()) {
      throw new IOException("the server drops connections: " + dropped.group());
    }
    if (said.contains("Non-2xx")) {
      throw new IOException("the server refuses files: " + said);
    }
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
}
