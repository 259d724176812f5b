package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// A message to and fro between two ranks: the document's Figure 5 drawn again, for ranks that are
/// processes and for ranks that are threads.
///
/// @param who takes part
/// @param extent of the drills
record Exchange(Contestants who, Extent extent) {
  static final String TCP_LATENCY = "messages.tcp.latency";
  static final String TCP_THROUGHPUT = "messages.tcp.throughput";
  static final String THREADS_LATENCY = "messages.threads.latency";
  static final String THREADS_THROUGHPUT = "messages.threads.throughput";

  static final String ARRAY = "penstock-array";
  static final String SEGMENT = "penstock-segment";
  static final String MPJ_PROCESSES = "mpj-niodev";
  static final String MPJ_THREADS = "mpj-multicore";
  static final String C_SOCKETS = "c-sockets";
  static final String C_COPY = "c-memcpy";
  static final String C_THREADS = "c-threads";

  static final String DRILL = "ping-pong";

  List<Experiment> experiments() {
    return List.of(
        processes(
            TCP_LATENCY,
            "A small message between two processes, one way",
            Measure.MICROSECONDS,
            extent.small()),
        processes(
            TCP_THROUGHPUT,
            "A large message between two processes, one way",
            Measure.THROUGHPUT,
            extent.large(Extent.TCP_LIMIT)),
        threads(
            THREADS_LATENCY,
            "A small message between two threads, one way",
            Measure.MICROSECONDS,
            extent.small()),
        threads(
            THREADS_THROUGHPUT,
            "A large message between two threads, one way",
            Measure.THROUGHPUT,
            extent.large(Extent.THREADS_LIMIT)));
  }

  private Experiment processes(String id, String title, Measure measure, List<Long> sizes) {
    List<Drill> drills = drills(DRILL, sizes, drill -> drill.processes(2));
    return ranks(experiment(id, title, measure), drills)
        .add(line("socket-channel-direct", By.JDK, Wirings.SOCKET_DIRECT, drills))
        .add(line("socket-channel-heap", By.JDK, Wirings.SOCKET_HEAP, drills))
        .add(who.mpj(MPJ_PROCESSES, drills))
        .add(who.c(C_SOCKETS, drills))
        .remark(
            "TCP over the loopback interface. C and socket channels have blocking calls, no delay"
                + " and one buffer in each process: a floor without tags, types and matching.");
  }

  private Experiment threads(String id, String title, Measure measure, List<Long> sizes) {
    UnaryOperator<Drill> byThreads = drill -> drill.threads(2);
    List<Drill> drills = drills(DRILL, sizes, byThreads);
    return ranks(experiment(id, title, measure), drills)
        .add(who.mpj(MPJ_THREADS, drills))
        .add(who.c(C_COPY, drills("copy", sizes, byThreads)))
        .add(who.c(C_THREADS, drills("relay", sizes, byThreads)))
        .remark(
            "c-memcpy copies from one buffer to another in one thread, from its own cache to its own"
                + " cache. c-threads has two threads that spin, and the receiver copies what the"
                + " other one has just had in its cache: the least that a message costs whose"
                + " receiver has memory of its own.");
  }

  private static Experiment experiment(String id, String title, Measure measure) {
    return Experiment.drill(id, title, Extent.BAKER + "Figure 5", measure)
        .along(Axis.BYTES)
        .remark(
            "Half the time to and fro. "
                + ARRAY
                + " and "
                + SEGMENT
                + " send and receive in the program's own memory; the others of Penstock write into a"
                + " message buffer to send and read out of one when they have received, as the"
                + " document's system does, with memory of a pool for each message.")
        .remark(
            String.format(
                    Locale.ROOT,
                    "Longer messages than a limit wait for their receive: Penstock's is %d KiB between",
                    Extent.TCP_LIMIT >> 10)
                + String.format(
                    Locale.ROOT,
                    " processes and %d KiB between threads, that of MPJ Express 128 KiB, header",
                    Extent.THREADS_LIMIT >> 10)
                + " included.");
  }

  private Experiment ranks(Experiment experiment, List<Drill> drills) {
    Experiment all =
        experiment
            .add(line(ARRAY, By.PENSTOCK, Wirings.ARRAY, drills))
            .add(line(SEGMENT, By.PENSTOCK, Wirings.SEGMENT, drills));
    for (String pool : Pools.names(extent)) {
      all = all.add(line(nameOf(pool), By.PENSTOCK, pool, drills));
    }
    return all;
  }

  /// The default pool has no name of its own among the pools.
  static String nameOf(String pool) {
    return pool.equals(Pools.DEFAULT) || pool.equals(Pools.DEFAULT + Pools.HEAP)
        ? pool.replaceFirst(Pools.DEFAULT, "penstock-cached")
        : pool;
  }

  private Entry line(String name, By by, String wiring, List<Drill> drills) {
    return who.ranks(name, by, PingPong.class, wired(drills, wiring));
  }

  static List<Drill> wired(List<Drill> drills, String wiring) {
    return Contestants.each(drills, drill -> drill.with(Wirings.OPTION, wiring));
  }

  private List<Drill> drills(String name, List<Long> sizes, UnaryOperator<Drill> change) {
    return Contestants.each(sizes.stream().map(size -> extent.drill(name, size)).toList(), change);
  }
}
