package io.penstock.evaluate.arrays;

import static io.penstock.evaluate.arrays.Findings.ANY;
import static io.penstock.evaluate.arrays.Findings.request;
import static io.penstock.evaluate.arrays.Findings.threads;

import io.penstock.evaluate.Target;
import io.penstock.evaluate.run.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The ratios that array files and streams are to reach, each from one run of this chapter.
///
/// @param findings of the run
record Targets(Findings findings) {
  private static final String POSIX = "penstock-" + Engines.POSIX;
  private static final String AUTO = "penstock-" + Engines.AUTO;
  private static final String DIRECT = "penstock-" + Engines.DIRECT;

  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    calls(targets);
    for (String experiment : findings.withAuto()) {
      add(
          targets,
          experiment,
          experiment + ": auto / best engine",
          0.95,
          findings.autoToBest(experiment));
    }
    firstPass(targets);
    orders(targets);
    streams(targets);
    shared(targets);
    return targets;
  }

  private void calls(List<Target> targets) {
    toC(targets, "cached read in 1 MiB requests, posix", 0.95, "arrays.request", POSIX);
    add(
        targets,
        "arrays.mapped",
        "reading a kept mapping, 1 thread / C's kept mapping",
        0.95,
        findings.toC("arrays.mapped", "penstock-" + Engines.MAPPED, threads(1)));
    add(
        targets,
        "arrays.random",
        "random 4 KiB reads, 2 threads, posix / C",
        0.95,
        findings.toC("arrays.random", POSIX, threads(2)));
    add(
        targets,
        "arrays.random",
        "random 4 KiB reads, 2 threads, posix / FileChannel",
        1.15,
        findings.ratio("arrays.random", POSIX, "jdk-channel", threads(2)));
    one(targets, "overwriting a cached file, auto / C pwrite", 0.95, "arrays.write.cached", AUTO);
    one(targets, "new file, auto / C with fallocate", 0.95, "arrays.new-file", AUTO);
    one(targets, "O_DIRECT read / C", 0.9, "arrays.direct.read", DIRECT);
    one(targets, "O_DIRECT overwrite / C", 0.9, "arrays.direct.write", DIRECT);
    one(targets, "tiles of 256 x 256, read, auto / C", 0.9, "arrays.tiles.read", AUTO);
    one(targets, "tiles of 256 x 256, overwrite, auto / C", 0.9, "arrays.tiles.write", AUTO);
  }

  private void orders(List<Target> targets) {
    for (String operation : List.of("read", "write")) {
      for (String engine : List.of(Engines.POSIX, Engines.MAPPED, Engines.CHANNEL)) {
        String approach = "penstock-" + engine;
        add(
            targets,
            "arrays.byte-order." + operation,
            "foreign / native byte order, " + operation + ", " + engine,
            0.9,
            findings.ratio(
                "arrays.byte-order." + operation,
                approach + ElementKinds.FOREIGN,
                approach + ElementKinds.NATIVE,
                ANY));
      }
    }
  }

  private void streams(List<Target> targets) {
    String read = "arrays.streams.read";
    String write = "arrays.streams.write";
    ratio(targets, 30, read, "penstock-file-streams", "data-input-stream");
    ratio(targets, 30, read, "penstock-streams", "data-input-stream");
    ratio(targets, 20, write, "penstock-streams", "data-output-stream");
    ratio(targets, 20, write, "penstock-random-access", "data-output-stream");
    for (String raw : List.of("raw-byte-arrays", "raw-byte-requests")) {
      ratio(targets, 0.85, read, "penstock-file-streams", raw);
      ratio(targets, 0.85, write, "penstock-streams", raw);
    }
  }

  /// Of whichever MPI library it is least for.
  private void shared(List<Target> targets) {
    for (Operation operation : List.of(Operation.WRITE, Operation.READ)) {
      Dealt.ALL.forEach(dealt -> shared(targets, dealt, operation, Jobs.MPI_IO, 0.95));
      for (Dealt contiguous : List.of(Dealt.LINE, Dealt.ROWS)) {
        shared(targets, contiguous, operation, Jobs.TWO_PHASE, 1.0);
      }
      for (Dealt scattered : List.of(Dealt.DEEP, Dealt.CYCLIC)) {
        shared(targets, scattered, operation, Jobs.TWO_PHASE, 2.0);
      }
    }
  }

  private void shared(
      List<Target> targets, Dealt dealt, Operation operation, String engine, double wanted) {
    String experiment = SharedExperiments.id(dealt, operation);
    add(
        targets,
        experiment,
        experiment + ": " + engine + " / C's MPI-IO",
        wanted,
        findings.leastToC(experiment, "penstock-" + engine));
  }

  private void ratio(
      List<Target> targets, double wanted, String experiment, String one, String other) {
    add(
        targets,
        experiment,
        experiment + ": " + one + " / " + other,
        wanted,
        findings.ratio(experiment, one, other, ANY));
  }

  private void toC(
      List<Target> targets, String name, double wanted, String experiment, String approach) {
    add(
        targets,
        experiment,
        name + " / C",
        wanted,
        findings.toC(experiment, approach, request(Extent.MEBIBYTE)));
  }

  /// By one thread.
  private void one(
      List<Target> targets, String name, double wanted, String experiment, String approach) {
    add(targets, experiment, name, wanted, findings.toC(experiment, approach, threads(1)));
  }

  /// One pass of a program that begins with it, over one of many by a program that goes on.
  private void firstPass(List<Target> targets) {
    OptionalDouble first = findings.median(FirstPass.ID, AUTO, ANY);
    OptionalDouble later = findings.median("arrays.read.cached", AUTO, threads(1));
    add(
        targets,
        FirstPass.ID,
        "first pass of a fresh JVM, auto / later passes",
        0.8,
        first.isPresent() && later.isPresent()
            ? OptionalDouble.of(first.getAsDouble() / later.getAsDouble())
            : OptionalDouble.empty());
  }

  /// Sets a target where its experiment takes part: not all do in a quick evaluation.
  private void add(
      List<Target> targets, String experiment, String name, double wanted, OptionalDouble got) {
    if (findings.has(experiment)) {
      targets.add(new Target(name, wanted, got));
    }
  }
}
