package io.penstock.evaluate.messages;

import static io.penstock.evaluate.messages.Findings.ANY;
import static io.penstock.evaluate.messages.Findings.bytes;
import static io.penstock.evaluate.messages.Findings.threads;

import io.penstock.report.Result;
import io.penstock.report.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// The ratios that memory and messages are to reach, each from one run of this chapter. Where a
/// ratio is over a range of sizes it is the least of them.
///
/// @param findings of the run
record Targets(Findings findings) {
  private static final double MOST = 1000;
  private static final double REGION_MEBIBYTES = 8;
  private static final Predicate<Result> USUAL = bytes(256, 64 << 10);
  private static final Predicate<Result> REGION = bytes(8 << 20);

  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    pools(targets);
    footprint(targets);
    packing(targets);
    betweenProcesses(targets);
    betweenThreads(targets);
    targets.addAll(new MpiTargets(findings).all());
    return targets;
  }

  private void pools(List<Target> targets) {
    String sizes = ", 256 B to 64 KiB: lease / ";
    lease(targets, "allocation" + sizes + "Netty adaptive", 2, "netty-adaptive", USUAL);
    lease(targets, "allocation" + sizes + "Netty pooled", 4, "netty-pooled", USUAL);
    lease(targets, "allocation, 8 MiB: lease / Netty adaptive", 100, "netty-adaptive", REGION);
    lease(targets, "allocation, 8 MiB: lease / Netty pooled", 100, "netty-pooled", REGION);
    lease(targets, "allocation" + sizes + "bare stack of a thread", 1 / 7.0, "bare-stack", USUAL);
    add(
        targets,
        "allocation, rate of two threads / one",
        1.8,
        findings.gain(Allocation.THREADS, Pools.DEFAULT, threads(2), threads(1)));
    add(
        targets,
        "random mix: lease / Netty pooled",
        1 / 0.15,
        findings.leastRatio(Allocation.MIX, Pools.DEFAULT, "netty-pooled", ANY));
    add(
        targets,
        "hand-off: lease / Netty adaptive",
        2,
        findings.leastRatio(Allocation.HAND_OFF, Pools.DEFAULT, "netty-adaptive", ANY));
  }

  private void lease(
      List<Target> targets, String name, double wanted, String other, Predicate<Result> place) {
    add(
        targets,
        name,
        wanted,
        findings.leastRatio(Allocation.BY_SIZE, Pools.DEFAULT, other, place));
  }

  private void footprint(List<Target> targets) {
    add(
        targets,
        "footprint: 1.5 / held bytes for each live one",
        1,
        within(1.5, Allocation.FOOTPRINT));
    add(
        targets,
        "footprint after trim: one region / held bytes",
        1,
        within(REGION_MEBIBYTES, Allocation.TRIMMED));
  }

  /// How many times what was allowed contains what was needed.
  private OptionalDouble within(double allowed, String experiment) {
    return within(allowed, findings.median(experiment, Pools.DEFAULT, ANY));
  }

  /// How many times what was allowed contains what was needed, at most [#MOST] times.
  static OptionalDouble within(double allowed, OptionalDouble needed) {
    return needed.isPresent()
        ? OptionalDouble.of(
            Math.min(MOST, allowed / Math.max(needed.getAsDouble(), allowed / MOST)))
        : needed;
  }

  private void packing(List<Target> targets) {
    for (Layout layout :
        List.of(Layout.CONTIGUOUS, Layout.STRIDED, Layout.BLOCKS, Layout.GATHER, Layout.SCATTER)) {
      String experiment = PackingExperiments.PREFIX + layout.word();
      add(
          targets,
          "packing, " + layout.word() + ": message / C",
          0.8,
          findings.leastToC(experiment, PackingExperiments.PENSTOCK, ANY));
    }
    for (Layout layout : List.of(Layout.FOREIGN_INT, Layout.FOREIGN_DOUBLE)) {
      String plain = PackingExperiments.PENSTOCK + PackingExperiments.NATIVE;
      add(
          targets,
          "packing, " + layout.word() + " / native",
          0.8,
          findings.leastRatio(
              PackingExperiments.PREFIX + layout.word(), PackingExperiments.PENSTOCK, plain, ANY));
    }
  }

  private void betweenProcesses(List<Target> targets) {
    add(
        targets,
        "tcp, latency up to 1 KiB: segment / C sockets",
        1 / 1.3,
        findings.leastToC(Exchange.TCP_LATENCY, Exchange.SEGMENT, bytes(1, 1 << 10)));
    add(
        targets,
        "tcp, throughput from 1 MiB on: segment / C sockets",
        0.9,
        findings.leastToC(
            Exchange.TCP_THROUGHPUT, Exchange.SEGMENT, bytes(1 << 20, Long.MAX_VALUE)));
    add(
        targets,
        "tcp, just above the eager limit / at the limit",
        0.75,
        findings.gain(
            Exchange.TCP_THROUGHPUT,
            Exchange.SEGMENT,
            bytes(Extent.above(Extent.TCP_LIMIT)),
            bytes(Extent.TCP_LIMIT)));
    mpj(targets, "small messages", 2, Exchange.TCP_LATENCY, ANY);
    mpj(targets, "up to 256 KiB", 2, Exchange.TCP_THROUGHPUT, bytes(1, 256 << 10));
    mpj(
        targets,
        "beyond 256 KiB",
        1.3,
        Exchange.TCP_THROUGHPUT,
        bytes((256 << 10) + 1, Long.MAX_VALUE));
  }

  private void mpj(
      List<Target> targets, String sizes, double wanted, String id, Predicate<Result> place) {
    add(
        targets,
        "tcp, " + sizes + ": array / MPJ Express niodev",
        wanted,
        findings.leastRatio(id, Exchange.ARRAY, Exchange.MPJ_PROCESSES, place));
  }

  private void betweenThreads(List<Target> targets) {
    add(
        targets,
        "threads, 8 B: 2 µs / latency",
        1,
        within(2, findings.median(Exchange.THREADS_LATENCY, Exchange.ARRAY, bytes(8))));
    add(
        targets,
        "threads, 1 MiB: array / one copy in C",
        0.9,
        findings.leastToC(Exchange.THREADS_THROUGHPUT, Exchange.ARRAY, bytes(1 << 20)));
    add(
        targets,
        "threads, 1 MiB: array / a copy from thread to thread in C",
        0.9,
        findings.leastRatio(
            Exchange.THREADS_THROUGHPUT, Exchange.ARRAY, Exchange.C_THREADS, bytes(1 << 20)));
    garbage(targets, "threads", Garbage.THREADS);
    garbage(targets, "tcp", Garbage.TCP);
  }

  private void garbage(List<Target> targets, String transport, String experiment) {
    add(
        targets,
        transport + ": 1 byte / garbage of a message",
        1,
        within(1, findings.median(experiment, Exchange.ARRAY, ANY)));
  }

  private static void add(List<Target> targets, String name, double wanted, OptionalDouble got) {
    targets.add(new Target(name, wanted, got));
  }
}
