package io.penstock.evaluate.files.serving;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What hot files in memory are worth, and how fast files come out of a server.
///
/// @param setting of the evaluation
public record ServingExperiments(Setting setting) {
  /// Time of a request.
  public static final String CACHE = "files.cache.time";

  /// Bytes that are read from files all the same.
  public static final String MISSES = "files.cache.misses";

  /// Small files over a socket.
  public static final String SMALL = "files.serve.small";

  /// Large files over a socket.
  public static final String LARGE = "files.serve.large";

  /// A peer.
  public static final String NGINX = Servers.NGINX;

  /// The example that is a server, on Penstock's cache.
  public static final String PENSTOCK = Servers.PENSTOCK;

  private static final String SOURCE = "I/O Performance (book chapter 4), Further Improvements";
  private static final String WHOLE = "a whole process, asked by wrk";
  private static final int SMALL_FILE = 16 << 10;
  private static final int LARGE_FILE = 64 << 20;
  private static final long HEAP = 256L << 20;

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> UNTUNED = List.of("-Dpenstock.profile=/dev/null");

  /// All of them.
  public List<Experiment> experiments() {
    return List.of(time(), misses(), small(), large());
  }

  private boolean quick() {
    return setting.effort() == Effort.QUICK;
  }

  private Experiment time() {
    return asked(CACHE, "A request for one of %,d files", Hits.TIME, Measure.MICROSECONDS);
  }

  private Experiment misses() {
    return asked(MISSES, "Bytes read from %,d files for each request", Hits.READ, Measure.BYTES);
  }

  private Experiment asked(String name, String title, String drillName, Measure measure) {
    int files = quick() ? 500 : 10_000;
    Drill drill =
        Drill.of(drillName, SMALL_FILE / 2, Duration.ofMillis(quick() ? 20 : 300))
            .with(Pages.FILES, Integer.toString(files))
            .with(Pages.MOST, Integer.toString(SMALL_FILE));
    String all =
        String.format(Locale.ROOT, title, files) + ", with memory for a tenth (Zipf's law)";
    return Experiment.drill(name, all, SOURCE, measure)
        .add(hits(Shelves.READ, By.CLASSIC, drill))
        .add(hits(Shelves.BOOK, By.CLASSIC, drill).note("those that are asked for first"))
        .add(hits(Shelves.LRU, By.JDK, drill).note("never looks whether a file has changed"))
        .add(hits(Shelves.CAFFEINE, By.PEER, drill).note("never looks whether a file has changed"))
        .add(hits(Shelves.PENSTOCK, By.PENSTOCK, drill));
  }

  private static Entry hits(String way, By by, Drill drill) {
    return entry(way, by, Hits.class, drill.with(Hits.WAY, way));
  }

  private Experiment small() {
    Drill drill =
        Drill.of(Serving.REQUESTS, SMALL_FILE / 2, Duration.ZERO)
            .with(Pages.FILES, "1000")
            .with(Pages.MOST, Integer.toString(SMALL_FILE))
            .with(Serving.CONNECTIONS, "16");
    return served(
        Experiment.drill(
            SMALL, "Serving 1,000 files of 1 to 16 KiB over HTTP", SOURCE, Measure.OPERATIONS),
        drill);
  }

  private Experiment large() {
    Drill drill =
        Drill.of(Serving.BYTES, 1 << 20, Duration.ZERO)
            .with(Pages.FILES, "1")
            .with(Pages.MOST, Integer.toString(quick() ? LARGE_FILE / 16 : LARGE_FILE))
            .with(Serving.CONNECTIONS, "4");
    return served(
        Experiment.drill(LARGE, "Serving a file of 64 MiB over HTTP", SOURCE, Measure.THROUGHPUT),
        drill);
  }

  private Experiment served(Experiment experiment, Drill drill) {
    Drill timed = drill.with(Serving.SECONDS, quick() ? "1" : "3");
    return experiment
        .add(server(NGINX, By.PEER, timed).note(WHOLE + "; one worker, sendfile"))
        .add(server(PENSTOCK, By.PENSTOCK, timed).note(WHOLE + "; one carrier thread"));
  }

  private static Entry server(String way, By by, Drill drill) {
    String launcher =
        Optional.ofNullable(System.getProperty("penstock.home"))
            .map(home -> home + "/penstock")
            .orElse("penstock");
    return entry(
        way, by, Serving.class, drill.with(Serving.WAY, way).with(Serving.LAUNCHER, launcher));
  }

  private static Entry entry(String way, By by, Class<? extends Exercise> exercise, Drill drill) {
    Program program = new Program.Drilled(exercise, UNTUNED, List.of());
    return Entry.of(way, by, program, List.of(drill)).scratch(HEAP);
  }
}
