package io.penstock.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;

/// An invented evaluation with every shape that a report must draw; the same for the same seed.
final class SampleOutcome {
  private static final long GIB = 1L << 30;
  private final Random random;

  private SampleOutcome(long seed) {
    this.random = new Random(seed);
  }

  static EvaluationOutcome of(long seed) {
    return new SampleOutcome(seed).evaluation();
  }

  private EvaluationOutcome evaluation() {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("processor", "Example 9000, 2 cores at 3.1 GHz");
    machine.put("memory", "8 GiB");
    machine.put("file system", "ext4 on /dev/vda1 (rw,relatime), 40 GiB free");
    machine.put("system", "Linux 6.1.0 amd64");
    machine.put("java", "OpenJDK 64-Bit Server VM 25.0.3+9-LTS");
    machine.put("compiler", "cc (Debian 12.2.0-14) 12.2.0 -O2");
    return new EvaluationOutcome(
        "0.1.0",
        machine,
        List.of(
            new ChapterOutcome(
                "arrays",
                List.of(bars(), threads(), requests(), processes(), logBars(), few()),
                List.of(
                    new Target("cached read / C", 0.95, OptionalDouble.of(0.97)),
                    new Target("new file / C", 0.95, OptionalDouble.of(0.5)),
                    new Target("random reads / C", 0.95, OptionalDouble.empty()))),
            new ChapterOutcome("memory", List.of(costs()))),
        List.of(
            "Use the posix engine with requests of 1 MiB and 2 threads: 5.1 GB/s from the cache.",
            "Direct I/O gains nothing on this file system: 0.31 against 0.33 GB/s from disk."),
        "penstock evaluate arrays memory --dir /data --size 1G --threads 1,2,4,8 --report r.html",
        Instant.parse("2026-03-01T12:34:56Z"));
  }

  private ExperimentOutcome bars() {
    List<Result> results = new ArrayList<>();
    results.add(single("raw-byte-arrays", By.CLASSIC, 2.1));
    results.add(single("int-conversion", By.CLASSIC, 0.71));
    results.add(single("int-conversion-overlapped", By.CLASSIC, 0.93));
    results.add(single("byte-array-streams", By.CLASSIC, 0.33));
    results.add(single("object-serialization", By.CLASSIC, 0.62));
    results.add(single("file-channel-heap", By.JDK, 2.4));
    results.add(single("file-channel-direct", By.JDK, 2.9));
    results.add(single("mapped-segment", By.JDK, 3.3));
    results.add(single("c-through-ffm", By.JDK, 4.7));
    results.add(single("numpy-fromfile", By.PEER, 3.9));
    results.add(single("penstock-channel", By.PENSTOCK, 3.1));
    results.add(single("penstock-mapped", By.PENSTOCK, 4.4));
    results.add(single("penstock-posix", By.PENSTOCK, 5.0));
    results.add(single("penstock-auto", By.PENSTOCK, 5.02));
    results.add(single("c-pread", By.C, 5.1));
    results.add(none("buffered-data-streams", By.CLASSIC, Outcome.wrong("byte 4096 is 0, not 17")));
    results.add(none("mpi-io", By.PEER, new Outcome.Absent("no MPI library was found")));
    return experiment(
        "arrays.read.cached",
        "Read 1 GiB of int from the page cache with 2 threads",
        "GB/s",
        Better.HIGHER,
        Axis.NONE,
        results,
        List.of());
  }

  private ExperimentOutcome threads() {
    List<Result> results = new ArrayList<>();
    sweepThreads(results, "raw-byte-arrays", By.CLASSIC, 1300);
    sweepThreads(results, "int-conversion", By.CLASSIC, 420);
    sweepThreads(results, "int-conversion-overlapped", By.CLASSIC, 610);
    sweepThreads(results, "data-streams", By.CLASSIC, 1.4);
    sweepThreads(results, "buffered-data-streams", By.CLASSIC, 95);
    sweepThreads(results, "byte-array-streams", By.CLASSIC, 120);
    sweepThreads(results, "object-serialization", By.CLASSIC, 240);
    sweepThreads(results, "file-channel-direct", By.JDK, 1700);
    sweepThreads(results, "penstock-posix", By.PENSTOCK, 2600);
    sweepThreads(results, "penstock-auto", By.PENSTOCK, 2610);
    sweepThreads(results, "c-pread", By.C, 2640);
    results.add(none("mpi-io", By.PEER, new Outcome.Absent("no MPI library was found")));
    return experiment(
        "arrays.figure2.read",
        "Figure 2 redrawn: reading by threads",
        "MB/s",
        Better.HIGHER,
        Axis.THREADS,
        results,
        List.of(
            new Yardstick(
                "SGI Origin2000, raw byte arrays, 16 processors", 631, "MB/s", "raw-byte-arrays"),
            new Yardstick("IBM SP, raw byte arrays, 16 processors", 96, "MB/s"),
            new Yardstick("IBM SP, conversion of integers, 64 processors", 30, "MB/s")));
  }

  private void sweepThreads(List<Result> results, String approach, By by, double alone) {
    for (int threads : new int[] {1, 2, 4, 8}) {
      double value = alone * Math.min(threads, 2.2) * (0.9 + 0.2 * random.nextDouble());
      Outcome outcome =
          fault(approach, threads)
              .orElseGet(
                  () ->
                      measured(value, OptionalDouble.of(value / (2640 * Math.min(threads, 2.2)))));
      List<Detail> details =
          outcome instanceof Outcome.Measured ? details(approach, threads) : List.of();
      results.add(
          new Result(
              approach,
              by,
              threads,
              1,
              GIB,
              OptionalLong.empty(),
              outcome,
              Optional.empty(),
              Optional.empty(),
              details));
    }
  }

  /// Of some approaches, and not the same of all.
  private static List<Detail> details(String approach, int threads) {
    Detail processor =
        new Detail("processor", "s/M", new Figures(4.25, 4, 5.5, 3, List.of(4.25, 4.0, 5.5)));
    Detail slowest = new Detail("p99.9", "µs", new Figures(1234.5 * threads, 1000, 1e5, 3));
    return switch (approach) {
      case "penstock-posix", "c-pread" -> List.of(processor, slowest);
      case "file-channel-direct" -> List.of(processor);
      default -> List.of();
    };
  }

  private static Optional<Outcome> fault(String approach, int threads) {
    return switch (approach + " " + threads) {
      case "buffered-data-streams 8" -> Optional.of(Outcome.wrong("element 12 is 7, not 12"));
      case "buffered-data-streams 4" -> Optional.of(Outcome.failed("said nothing for 3 s"));
      default -> Optional.empty();
    };
  }

  private ExperimentOutcome requests() {
    List<Result> results = new ArrayList<>();
    for (int power = 9; power <= 23; power++) {
      long bytes = 1L << power;
      double call = 0.3e-6 + bytes / 5.2e9;
      results.add(request("file-input-stream", By.CLASSIC, bytes, bytes / 1e9 / (call * 1.9)));
      results.add(request("proposed-32-KiB-loop", By.CLASSIC, bytes, bytes / 1e9 / (call * 1.3)));
      results.add(request("penstock-posix", By.PENSTOCK, bytes, bytes / 1e9 / (call * 1.02)));
      results.add(request("c-read", By.C, bytes, bytes / 1e9 / call));
    }
    return experiment(
        "arrays.stream.buffer",
        "Reading a stream with buffers of many sizes & <odd> \"names\"",
        "GB/s",
        Better.HIGHER,
        Axis.REQUEST_BYTES,
        results,
        List.of());
  }

  private ExperimentOutcome processes() {
    List<Result> results = new ArrayList<>();
    for (int processes : new int[] {1, 2, 4}) {
      for (int threads : new int[] {1, 2}) {
        results.add(shared("penstock-posix", By.PENSTOCK, processes, threads, 2.5));
        results.add(shared("raw-byte-arrays", By.CLASSIC, processes, threads, 1.4));
      }
      results.add(shared("c-pwrite", By.C, processes, 1, 2.6));
    }
    return experiment(
        "arrays.write.processes",
        "Write blocks of one file from several processes",
        "GB/s",
        Better.HIGHER,
        Axis.PROCESSES,
        results,
        List.of());
  }

  private Result shared(String approach, By by, int processes, int threads, double alone) {
    double value = alone * Math.min(processes * threads, 2.1) * (0.95 + 0.1 * random.nextDouble());
    return new Result(
        approach,
        by,
        threads,
        processes,
        GIB,
        OptionalLong.empty(),
        measured(value, OptionalDouble.empty()),
        Optional.empty());
  }

  private ExperimentOutcome logBars() {
    List<Result> results =
        List.of(
            noted("data-streams", By.CLASSIC, 0.00074, "extrapolated from 1 MiB"),
            single("buffered-data-streams", By.CLASSIC, 0.19),
            single("raw-byte-arrays", By.CLASSIC, 1.9),
            single("penstock-posix", By.PENSTOCK, 4.9),
            single("c-pread", By.C, 5.0));
    return experiment(
        "arrays.read.spread",
        "Element by element against whole arrays",
        "GB/s",
        Better.HIGHER,
        Axis.NONE,
        results,
        List.of());
  }

  private ExperimentOutcome few() {
    return experiment(
        "arrays.read.one",
        "One approach alone",
        "GB/s",
        Better.HIGHER,
        Axis.NONE,
        List.of(single("penstock-uring", By.PENSTOCK, 1.5)),
        List.of());
  }

  private ExperimentOutcome costs() {
    return experiment(
        "memory.lease",
        "Lease and give back a buffer",
        "ns/op",
        Better.LOWER,
        Axis.NONE,
        List.of(
            single("arena-confined", By.JDK, 310),
            single("allocate-direct", By.JDK, 920),
            single("penstock-pool", By.PENSTOCK, 24.5),
            single("malloc-free", By.C, 21)),
        List.of());
  }

  private ExperimentOutcome experiment(
      String id,
      String title,
      String unit,
      Better better,
      Axis axis,
      List<Result> results,
      List<Yardstick> history) {
    return new ExperimentOutcome(
        id,
        title,
        "Dickens and Thakur, section 5",
        unit,
        better,
        axis,
        results,
        history,
        List.of("The file was in the page cache before each run, which was checked with mincore."));
  }

  private Result request(String approach, By by, long requestBytes, double value) {
    return new Result(
        approach,
        by,
        1,
        1,
        GIB,
        OptionalLong.of(requestBytes),
        measured(value, OptionalDouble.empty()),
        Optional.empty());
  }

  private Result single(String approach, By by, double value) {
    return none(approach, by, measured(value, OptionalDouble.of(value / 5.1)));
  }

  private Result noted(String approach, By by, double value, String note) {
    Result plain = single(approach, by, value);
    return new Result(
        approach, by, 2, 1, GIB, plain.requestBytes(), plain.outcome(), Optional.of(note));
  }

  private Result none(String approach, By by, Outcome outcome) {
    return new Result(approach, by, 2, 1, GIB, OptionalLong.empty(), outcome, Optional.empty());
  }

  private Outcome measured(double value, OptionalDouble ratioToC) {
    double below = random.nextDouble() * 0.08;
    double above = random.nextDouble() * 0.08;
    return new Outcome.Measured(
        new Figures(value, value * (1 - below), value * (1 + above), 5), ratioToC);
  }
}
