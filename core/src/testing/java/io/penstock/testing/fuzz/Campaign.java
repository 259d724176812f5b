package io.penstock.testing.fuzz;

import io.penstock.testing.CampaignFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// A campaign of every day: the kept corpus of a target, and changes of it from a fixed seed.
public final class Campaign {
  private static final long SEED = 20_261_129;

  /// No input of these lengths takes a second; one that takes so many never ends.
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private static final int BETWEEN_COUNTS = 1000;

  /// Descriptors that the JVM opens by itself for classes, and for random numbers.
  private static final long OWN_DESCRIPTORS = 8;

  private final FuzzTarget target;
  private final Trial trial;
  private final Duration longest;

  /// What the thread does now, for who watches it.
  private volatile byte[] current = {};

  /// How many it has begun.
  private final AtomicLong number = new AtomicLong();

  /// @param longest what no input takes
  Campaign(FuzzTarget target, Trial trial, Duration longest) {
    this.target = target;
    this.trial = trial;
    this.longest = longest;
  }

  /// Runs as many inputs as the target says, in a thread of its own, and prints what came of them.
  ///
  /// @param module and `test` name the test for the command that a failure prints
  /// @throws AssertionError if the target does for an input what its contract does not say, or does
  ///   not end; the message says how to run that input again
  @SuppressWarnings("SystemOut") // the figures of the campaign
  public static void run(FuzzTargets targets, String name, String module, Class<?> test)
      throws Exception {
    try (FuzzTarget target = targets.named(name)) {
      Trial trial = new Trial(target, command(module, test));
      Campaign campaign = new Campaign(target, trial, LONGEST);
      long began = System.nanoTime();
      campaign.watch();
      System.out.printf(
          Locale.ROOT,
          "fuzz %s: %d inputs in %.1f s: %s%n",
          name,
          trial.inputs(),
          (System.nanoTime() - began) / 1e9,
          trial);
      CampaignFigures.add("fuzzing", trial.inputs(), "inputs");
      CampaignFigures.add("fuzzing", 1, "decoders");
    }
  }

  /// Runs the single input of a file.
  @SuppressWarnings("SystemOut") // what came of it
  public static void single(
      FuzzTargets targets, String name, Path file, String module, Class<?> test) throws Exception {
    try (FuzzTarget target = targets.named(name)) {
      byte[] input = Files.readAllBytes(file);
      Trial trial = new Trial(target, command(module, test));
      trial.run(input);
      System.out.println("fuzz " + name + ": " + trial);
    }
  }

  /// The begin of a command that runs a single input. Several modules have a test of that simple
  /// name, and the one that is asked for builds on them.
  static String command(String module, Class<?> test) {
    return String.format(
        Locale.ROOT,
        "./penstock test -pl %s -am -Dtest=%s#theNamedInputIsReadOrRefused -Dsurefire.failIfNoSpecifiedTests=false"
            + " '-Dpenstock.fuzz.input",
        module,
        test.getName());
  }

  /// Runs all in a thread of its own.
  void watch() throws Exception {
    FutureTask<Boolean> task = new FutureTask<>(this::all);
    Thread thread = Thread.ofPlatform().daemon().name("fuzzing").start(task);
    long seen = -1;
    while (true) {
      try {
        boolean _ = task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException _) {
        if (number.get() == seen) {
          AssertionError hang = trial.failure(current, "does not end", null);
          hang.setStackTrace(thread.getStackTrace());
          throw hang;
        }
        seen = number.get();
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case Exception own -> throw own;
          case Error own -> throw own;
          case null, default -> throw e;
        }
      }
    }
  }

  private boolean all() throws Exception {
    List<byte[]> seeds = target.seeds();
    for (byte[] seed : seeds) {
      begin(seed);
      trial.seed(seed);
    }
    List<byte[]> corpus = Corpus.all(target);
    long descriptors = descriptors();
    for (byte[] input : corpus) {
      trial.run(begin(input));
    }
    Mutations mutations = new Mutations(corpus, seeds.size(), target.words());
    while (trial.inputs() < target.inputs()) {
      byte[] input = mutations.input(SEED, trial.inputs());
      // Every other one has right checksums, if the format has some.
      trial.run(begin(trial.inputs() % 2 == 0 ? target.mended(input) : input));
      if (trial.inputs() % BETWEEN_COUNTS == 0 && descriptors() > descriptors + OWN_DESCRIPTORS) {
        throw trial.failure(
            current,
            "or an input of the " + BETWEEN_COUNTS + " before leaves descriptors open",
            null);
      }
    }
    return true;
  }

  private byte[] begin(byte[] input) {
    current = input;
    long _ = number.incrementAndGet();
    return input;
  }

  private static long descriptors() {
    Path own = Path.of("/proc/self/fd");
    if (!Files.isDirectory(own)) {
      return 0;
    }
    try (Stream<Path> open = Files.list(own)) {
      return open.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
