package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// A message to and fro between two ranks of an MPI job, by each library that is here.
final class MpiExchange implements Question {
  private static final String LATENCY = "messages.mpi.latency";
  private static final String THROUGHPUT = "messages.mpi.throughput";
  private static final String SEGMENT = Exchange.SEGMENT + "-";
  private static final String ARRAY = Exchange.ARRAY + "-";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    MpiLibraries mpi = MpiLibraries.of(setting);
    Experiment latency =
        experiment(
            Experiment.drill(
                LATENCY,
                "A small message between two ranks of an MPI job, one way",
                MpiLibraries.SOURCE,
                Measure.MICROSECONDS),
            mpi,
            drills(extent, extent.smallByMpi()));
    Experiment throughput =
        experiment(
            Experiment.drill(
                THROUGHPUT,
                "A large message between two ranks of an MPI job, one way",
                MpiLibraries.SOURCE,
                Measure.THROUGHPUT),
            mpi,
            drills(extent, extent.largeByMpi()));
    for (MpiInstallation library : mpi.list()) {
      String key = library.key();
      latency =
          latency.goal(
              key + ", latency: segment / C",
              1 / 1.15,
              findings -> findings.leastToC(LATENCY, SEGMENT + key, ANY));
      throughput = goal(throughput, key, "64 KiB", "segment", SEGMENT, 64 << 10, 0.95);
      throughput = goal(throughput, key, "1 MiB", "array", ARRAY, 1 << 20, 0.7);
    }
    return Stream.of(latency, throughput);
  }

  private static Experiment goal(
      Experiment experiment,
      String key,
      String size,
      String memory,
      String who,
      long from,
      double wanted) {
    return experiment.goal(
        String.format(Locale.ROOT, "%s, throughput from %s on: %s / C", key, size, memory),
        wanted,
        findings -> findings.leastToC(THROUGHPUT, who + key, bytes(from, Long.MAX_VALUE)));
  }

  private static List<Drill> drills(Extent extent, List<Long> sizes) {
    return sizes.stream().map(size -> extent.drill(Exchange.DRILL, size).processes(2)).toList();
  }

  private static Experiment experiment(Experiment none, MpiLibraries mpi, List<Drill> drills) {
    Experiment all = none.along(Axis.BYTES);
    PingPong segments = PingPong.of(Job::launched, PenstockFabric::segment);
    PingPong arrays = PingPong.of(Job::launched, PenstockFabric::array);
    for (MpiInstallation library : mpi.list()) {
      all =
          all.add(mpi.c(library, drills))
              .add(MpiLibraries.ranks(SEGMENT, library, segments, drills))
              .add(MpiLibraries.ranks(ARRAY, library, arrays, drills));
    }
    all =
        mpi.orMissing(all, drills)
            .on(drills)
            .exercise(
                MpiLibraries.TCP,
                By.PENSTOCK,
                PingPong.of(Job::of, PenstockFabric::segment),
                Extent::rank);
    return mpi.named(all)
        .remark(
            "Half the time to and fro. C calls MPI_Send and MPI_Recv; Penstock is compared with C by"
                + " the same library under the same launcher. "
                + MpiLibraries.TCP
                + " sends a segment by Penstock's own transport between processes.")
        .remark(
            String.format(
                    Locale.ROOT,
                    "Penstock sends up to %s B at once by Open MPI and up to %s B by others; longer messages",
                    Extent.OPEN_MPI_LIMIT,
                    Extent.MPI_LIMIT)
                + " wait for their receive.");
  }

  /// Whether MPI is worth its launcher between processes of one machine.
  @Override
  public List<String> advice(Findings findings) {
    List<String> sentences = new ArrayList<>();
    OptionalDouble own = findings.median(THROUGHPUT, MpiLibraries.TCP, bytes(1 << 20));
    for (String library : findings.endings(THROUGHPUT, SEGMENT)) {
      OptionalDouble mpi = findings.median(THROUGHPUT, SEGMENT + library, bytes(1 << 20));
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
    return sentences;
  }
}
