package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Findings;
import io.penstock.file.Profile;
import io.penstock.report.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToLongFunction;

/// Advice that follows from the figures: the engine, the threads and the chunk that won.
///
/// What is nearly as good and takes fewer threads, or is the library's own choice, is preferred:
/// runs differ by as much without a reason.
///
/// @param findings of the run
record Recommendation(Findings findings) {
  private static final double NEARLY = 0.95;
  private static final String AUTO = "penstock-" + Engines.AUTO;
  private static final String READ = "arrays.read.cached";
  private static final String WRITE = "arrays.write.cached";

  /// A read of a mapped page that is not cached holds up the JVM's safepoints while it waits for
  /// the device.
  private static final Set<String> HAZARDOUS = Set.of(Engines.MAPPED);

  private static final List<String> DECIDING =
      List.of(READ, WRITE, "arrays.cold", "arrays.new-file");

  /// The library's defaults on this machine; empty if the run was too small to say.
  ///
  /// The engine stays the library's own choice: another one that wins here, on these files in this
  /// state of the cache, would decide for all programs and all files.
  Optional<Profile> profile() {
    Optional<Result> read = best(READ, AUTO, Result::threads);
    Optional<Result> write = best(WRITE, AUTO, Result::threads);
    return read.isPresent() && write.isPresent() && visitedSeveralThreads()
        ? Optional.of(
            new Profile(Engines.AUTO, read.get().threads(), write.get().threads(), chunkBytes()))
        : Optional.empty();
  }

  /// A run that was told to visit one number of threads knows nothing of others.
  private boolean visitedSeveralThreads() {
    return findings.results(READ, AUTO).map(Result::threads).distinct().count() > 1;
  }

  List<String> advice() {
    List<String> sentences = new ArrayList<>();
    profile().ifPresent(profile -> sentences(profile, sentences));
    overAlternative(sentences, READ, "read");
    overAlternative(sentences, WRITE, "write");
    bufferedStreams(sentences);
    return sentences;
  }

  private void sentences(Profile profile, List<String> sentences) {
    String engine = engine();
    sentences.add(
        engine.equals(Engines.AUTO)
            ? String.format(
                Locale.ROOT,
                "Leave the choice to the engine 'auto': no other one that never holds up the JVM is"
                    + " more than %.2f times as fast in the mean.",
                bestLead())
            : String.format(
                Locale.ROOT,
                "The engine '%s' was %.2f times as fast as the library's choice on these files: a"
                    + " program whose files are like them can ask for it, by Access.withEngine.",
                engine,
                lead(engine)));
    sentences.add(
        String.format(
            Locale.ROOT,
            "Share a large read among %s and a large write among %s: %.2f and %.2f times as fast as"
                + " by one.",
            threads(profile.readThreads()),
            threads(profile.writeThreads()),
            gain(READ, profile.readThreads()),
            gain(WRITE, profile.writeThreads())));
    if (profile.chunkBytes() > 0) {
      sentences.add("Move what must be converted in chunks of " + kib(profile.chunkBytes()) + ".");
    }
  }

  private double gain(String experiment, int threads) {
    return findings
        .gain(experiment, AUTO, Findings.threads(threads), Findings.threads(1))
        .orElse(1);
  }

  /// How far Penstock is ahead of what a program does without it.
  private void overAlternative(List<String> sentences, String experiment, String verb) {
    OptionalDouble ours =
        Engines.cached()
            .map(engine -> best(experiment, "penstock-" + engine, Result::threads))
            .flatMap(Optional::stream)
            .mapToDouble(Findings::median)
            .max();
    OptionalDouble shifts =
        findings.results(experiment, "convert-shifts").mapToDouble(Findings::median).max();
    if (ours.isPresent() && shifts.isPresent() && shifts.getAsDouble() > 0) {
      double ratio = ours.getAsDouble() / shifts.getAsDouble();
      if (ratio > 1) {
        sentences.add(
            String.format(
                Locale.ROOT,
                "To %s arrays through an ArrayFile is %.1f times as fast as converting them by hand.",
                verb,
                ratio));
      }
    }
  }

  private void bufferedStreams(List<String> sentences) {
    best("arrays.buffered-streams.read", "buffered-data-streams", Recommendation::request)
        .ifPresent(
            result ->
                sentences.add(
                    "Where data streams must stay, give them a buffer of "
                        + kib(request(result))
                        + "; array methods of Penstock's streams take their place."));
  }

  /// The lead of the best engine that may be named.
  private double bestLead() {
    return Engines.cached()
        .filter(engine -> !engine.equals(Engines.AUTO))
        .filter(engine -> !HAZARDOUS.contains(engine))
        .mapToDouble(this::lead)
        .max()
        .orElse(1);
  }

  private String engine() {
    return Engines.cached()
        .filter(engine -> !engine.equals(Engines.AUTO))
        .filter(engine -> !HAZARDOUS.contains(engine))
        .filter(engine -> lead(engine) * NEARLY > 1)
        .max(Comparator.comparingDouble(this::lead))
        .orElse(Engines.AUTO);
  }

  /// How many times faster than the library's own choice an engine is, in the mean of what decides.
  private double lead(String engine) {
    return Math.exp(
        DECIDING.stream()
            .flatMap(id -> findings.results(id, "penstock-" + engine).map(one -> lead(id, one)))
            .flatMap(ratio -> ratio.stream().boxed())
            .mapToDouble(Math::log)
            .average()
            .orElse(0));
  }

  private OptionalDouble lead(String experiment, Result one) {
    return findings.ratio(
        experiment, one.approach(), AUTO, place -> place.threads() == one.threads());
  }

  private int chunkBytes() {
    return best("arrays.chunk.read", "penstock-" + Engines.POSIX, Recommendation::request)
        .map(result -> Math.toIntExact(request(result)))
        .orElse(0);
  }

  /// The least of what is nearly as fast as the fastest.
  private Optional<Result> best(String experiment, String approach, ToLongFunction<Result> cost) {
    List<Result> results = findings.results(experiment, approach).toList();
    double fastest = results.stream().mapToDouble(Findings::median).max().orElse(0);
    return results.stream()
        .filter(result -> Findings.median(result) >= NEARLY * fastest)
        .min(Comparator.comparingLong(cost));
  }

  private static long request(Result result) {
    return result.requestBytes().orElse(0);
  }

  private static String threads(int number) {
    return number == 1 ? "1 thread" : number + " threads";
  }

  private static String kib(long bytes) {
    return bytes < 1024 ? bytes + " bytes" : (bytes >> 10) + " KiB";
  }
}
