package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;

import io.penstock.evaluate.run.Findings;
import io.penstock.report.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// What the figures say a user should do.
///
/// @param findings of the run
record Recommendation(Findings findings) {
  private static final Predicate<Result> USUAL = bytes(64 << 10);
  private static final Predicate<Result> SMALL = bytes(8);
  private static final Predicate<Result> LARGE = bytes(1 << 20);

  List<String> advice() {
    List<String> sentences = new ArrayList<>();
    pools(sentences);
    ranks(sentences);
    memory(sentences);
    transports(sentences);
    return sentences;
  }

  /// What a pool saves.
  private void pools(List<String> sentences) {
    String id = Allocation.BY_SIZE;
    OptionalDouble lease = findings.median(id, Pools.DEFAULT, USUAL);
    OptionalDouble direct = findings.leastRatio(id, Pools.DEFAULT, "direct-buffers", USUAL);
    OptionalDouble arena = findings.leastRatio(id, Pools.DEFAULT, "confined-arena", USUAL);
    if (lease.isPresent() && direct.isPresent() && arena.isPresent()) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "Lease memory from the shared pool: 64 KiB cost %.0f ns, %.0f times less than in an"
                  + " arena of their own and %.0f times less than as a direct buffer.",
              lease.getAsDouble(),
              arena.getAsDouble(),
              direct.getAsDouble()));
    }
  }

  /// What ranks as threads save.
  private void ranks(List<String> sentences) {
    OptionalDouble far = findings.median(Exchange.TCP_LATENCY, Exchange.ARRAY, SMALL);
    OptionalDouble near = findings.median(Exchange.THREADS_LATENCY, Exchange.ARRAY, SMALL);
    if (far.isPresent() && near.isPresent()) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "A message of 8 B takes %.1f µs between processes and %.1f µs between threads of one"
                  + " JVM: run ranks that exchange small messages as threads.",
              far.getAsDouble(),
              near.getAsDouble()));
    }
  }

  /// Which memory large messages should lie in.
  private void memory(List<String> sentences) {
    OptionalDouble ratio =
        findings.leastRatio(Exchange.TCP_THROUGHPUT, Exchange.SEGMENT, Exchange.ARRAY, LARGE);
    ratio.ifPresent(
        times ->
            sentences.add(
                times > 1.1
                    ? String.format(
                        Locale.ROOT,
                        "Keep large messages between processes outside the heap: 1 MiB travels %.1f"
                            + " times as fast from there.",
                        times)
                    : "Send arrays as they are: memory outside the heap is hardly faster here."));
    findings
        .leastToC(Exchange.TCP_THROUGHPUT, Exchange.SEGMENT, ANY)
        .ifPresent(
            least ->
                sentences.add(
                    String.format(
                        Locale.ROOT,
                        "Between processes expect at least %.2f times what C sends.",
                        least)));
  }

  /// Whether MPI is worth its launcher between processes of one machine.
  private void transports(List<String> sentences) {
    OptionalDouble own = findings.median(MpiExchange.THROUGHPUT, MpiExchange.TCP, LARGE);
    for (String library : findings.endings(MpiExchange.THROUGHPUT, MpiExchange.SEGMENT)) {
      OptionalDouble mpi =
          findings.median(MpiExchange.THROUGHPUT, MpiExchange.SEGMENT + library, LARGE);
      if (own.isPresent() && mpi.isPresent()) {
        sentences.add(
            String.format(
                Locale.ROOT,
                "Between processes of this machine 1 MiB travels at %.1f GB/s by MPI (%s) and at %.1f"
                    + " GB/s by tcp.",
                mpi.getAsDouble(),
                library,
                own.getAsDouble()));
      }
    }
  }
}
