package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;

import io.penstock.evaluate.run.Findings;
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

  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    betweenProcesses(targets);
    betweenThreads(targets);
    targets.addAll(new MpiTargets(findings).all());
    return targets;
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
        Extent.within(2, findings.median(Exchange.THREADS_LATENCY, Exchange.ARRAY, bytes(8))));
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
        Extent.within(1, findings.median(experiment, Exchange.ARRAY, ANY)));
  }

  private static void add(List<Target> targets, String name, double wanted, OptionalDouble got) {
    targets.add(new Target(name, wanted, got));
  }
}
