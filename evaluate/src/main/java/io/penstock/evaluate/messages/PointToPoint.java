package io.penstock.evaluate.messages;

import static io.penstock.evaluate.messages.MessageSizes.TCP_LIMIT;
import static io.penstock.evaluate.messages.MessageSizes.THREADS_LIMIT;
import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import io.penstock.report.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A message to and fro between two ranks: the document's Figure 5 drawn again, for ranks that are
/// processes and for ranks that are threads, and the garbage that it leaves.
final class PointToPoint implements Question {
  private static final String TCP_LATENCY = "messages.tcp.latency";
  private static final String TCP_THROUGHPUT = "messages.tcp.throughput";
  private static final String THREADS_LATENCY = "messages.threads.latency";

  static final String ARRAY = "penstock-array";
  static final String SEGMENT = "penstock-segment";
  private static final String MPJ_PROCESSES = "mpj-niodev";
  private static final String MPJ_THREADS = "mpj-multicore";
  private static final String MPIJAVA = "penstock-mpijava";
  private static final String C_THREADS = "c-threads";

  /// Like the C program's.
  static final String DRILL = "ping-pong";

  private static final long GARBAGE_BYTES = 1 << 10;
  private static final Predicate<Result> MEBIBYTE = bytes(1 << 20);

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MessageSizes sizes = MessageSizes.of(setting);
    return Stream.of(
        tcpLatency(sizes),
        tcpThroughput(sizes),
        threadsLatency(sizes),
        threadsThroughput(sizes),
        garbage(
            "messages.tcp.garbage",
            "tcp",
            "processes",
            MPJ_PROCESSES,
            sizes.drill(RankSession.GARBAGE, GARBAGE_BYTES).processes(2)),
        garbage(
            "messages.threads.garbage",
            "threads",
            "threads",
            MPJ_THREADS,
            sizes.drill(RankSession.GARBAGE, GARBAGE_BYTES).threads(2)));
  }

  private static Experiment tcpLatency(MessageSizes sizes) {
    Experiment experiment =
        experiment(
            TCP_LATENCY, "A small message between two processes, one way", Measure.MICROSECONDS);
    return mpjGoal(processes(experiment, sizes, sizes.small()), "small messages", 2, ANY)
        .leastGoalOfC(
            "tcp, latency up to 1 KiB: segment / C sockets", 1 / 1.3, SEGMENT, bytes(1, 1 << 10));
  }

  private static Experiment tcpThroughput(MessageSizes sizes) {
    Experiment experiment =
        experiment(
            TCP_THROUGHPUT, "A large message between two processes, one way", Measure.THROUGHPUT);
    Experiment all =
        processes(experiment, sizes, sizes.large(TCP_LIMIT))
            .leastGoalOfC(
                "tcp, throughput from 1 MiB on: segment / C sockets",
                0.9,
                SEGMENT,
                bytes(1 << 20, Long.MAX_VALUE))
            .goal(
                "tcp, just above the eager limit / at the limit",
                0.75,
                findings ->
                    findings.gain(
                        TCP_THROUGHPUT,
                        SEGMENT,
                        bytes(MessageSizes.above(TCP_LIMIT)),
                        bytes(TCP_LIMIT)));
    all = mpjGoal(all, "up to 256 KiB", 2, bytes(1, 256 << 10));
    return mpjGoal(all, "beyond 256 KiB", 1.3, bytes((256 << 10) + 1, Long.MAX_VALUE));
  }

  private static Experiment mpjGoal(
      Experiment experiment, String sizes, double wanted, Predicate<Result> place) {
    String name = "tcp, " + sizes + ": array / MPJ Express niodev";
    return experiment.leastGoal(name, wanted, ARRAY, MPJ_PROCESSES, place);
  }

  private static Experiment processes(
      Experiment experiment, MessageSizes sizes, List<Long> messages) {
    List<Drill> drills = sizes.drills(DRILL, messages, drill -> drill.processes(2));
    Experiment all =
        ranks(experiment.on(drills), sizes.quick())
            .exercise("socket-channel-direct", JDK, PingPong.sockets(true), MessageSizes::rank)
            .exercise("socket-channel-heap", JDK, PingPong.sockets(false), MessageSizes::rank);
    return mpj(all, MPJ_PROCESSES)
        .yardstick("c-sockets", sizes.c())
        .remark(
            "The publication's throughput drops at 128 KiB, where its protocol changes from eager"
                + " to rendezvous; the sizes here have both sides of each limit.")
        .remark(
            "TCP over the loopback interface. C and socket channels have blocking calls, no delay"
                + " and one buffer in each process: a floor without tags, types and matching.");
  }

  private static Experiment threadsLatency(MessageSizes sizes) {
    return threads(
            experiment(
                THREADS_LATENCY,
                "A small message between two threads, one way",
                Measure.MICROSECONDS),
            sizes,
            sizes.small())
        .goal(
            "threads, 8 B: 2 µs / latency",
            1,
            findings -> MessageSizes.within(2, findings.median(THREADS_LATENCY, ARRAY, bytes(8))));
  }

  private static Experiment threadsThroughput(MessageSizes sizes) {
    return threads(
            experiment(
                "messages.threads.throughput",
                "A large message between two threads, one way",
                Measure.THROUGHPUT),
            sizes,
            sizes.large(THREADS_LIMIT))
        .leastGoalOfC("threads, 1 MiB: array / one copy in C", 0.9, ARRAY, MEBIBYTE)
        .leastGoal(
            "threads, 1 MiB: array / a copy from thread to thread in C",
            0.9,
            ARRAY,
            C_THREADS,
            MEBIBYTE);
  }

  private static Experiment threads(
      Experiment experiment, MessageSizes sizes, List<Long> messages) {
    UnaryOperator<Drill> both = drill -> drill.threads(2);
    Experiment all = experiment.on(sizes.drills(DRILL, messages, both));
    return mpj(ranks(all, sizes.quick()), MPJ_THREADS)
        .on(sizes.drills("copy", messages, both))
        .yardstick("c-memcpy", sizes.c())
        .on(sizes.drills("relay", messages, both))
        .yardstick(C_THREADS, sizes.c())
        .remark(
            "c-memcpy copies from one buffer to another in one thread, from its own cache to its"
                + " own cache. c-threads has two threads that spin, and the receiver copies what"
                + " the other one has just had in its cache: the least that a message costs whose"
                + " receiver has memory of its own.");
  }

  private static Experiment experiment(String id, String title, Measure measure) {
    return Experiment.drill(id, title, MessageSizes.BAKER + "Figure 5", measure)
        .along(Axis.BYTES)
        .remark(
            "Half the time to and fro. "
                + ARRAY
                + " and "
                + SEGMENT
                + " send and receive in the program's own memory; the others of Penstock write into"
                + " a message buffer to send and read out of one when they have received, as the"
                + " document's system does, with memory of a pool for each message.")
        .remark(
            String.format(
                Locale.ROOT,
                "Longer messages than a limit wait for their receive: Penstock's is %d KiB between"
                    + " processes and %d KiB between threads, that of MPJ Express 128 KiB, header"
                    + " included.",
                TCP_LIMIT >> 10,
                THREADS_LIMIT >> 10));
  }

  private static Experiment garbage(
      String id, String transport, String ranks, String mpj, Drill drill) {
    Experiment experiment =
        Experiment.drill(
            id,
            "Garbage of a message of 1 KiB between two " + ranks,
            MessageSizes.BAKER + "section 4.1",
            Measure.BYTES);
    return mpj(buffered(owned(experiment.on(drill)), Allocator.DEFAULT), mpj)
        .remark(
            "Bytes that the ranks' own threads of this process allocate for a message, sending and"
                + " receiving taken together, as the JVM counts them; other threads do not count.")
        .goal(
            transport + ": 1 byte / garbage of a message",
            1,
            findings -> MessageSizes.within(1, findings.median(id, ARRAY, ANY)));
  }

  // ---- the ranks -------------------------------------------------------------------------------

  private static Experiment ranks(Experiment experiment, boolean quick) {
    Experiment all = owned(experiment);
    for (String pool : Allocator.pools(quick)) {
      all = buffered(all, pool);
    }
    return all;
  }

  /// With messages in the program's own memory.
  private static Experiment owned(Experiment experiment) {
    return experiment
        .exercise(ARRAY, PENSTOCK, RankSession.embedded(PingPong::array), MessageSizes::rank)
        .exercise(SEGMENT, PENSTOCK, RankSession.embedded(PingPong::segment), MessageSizes::rank);
  }

  /// With message buffers. The default pool has no name of its own among the pools.
  private static Experiment buffered(Experiment experiment, String pool) {
    String name =
        pool.equals(Allocator.DEFAULT) || pool.equals(Allocator.DEFAULT + Allocator.HEAP)
            ? pool.replaceFirst(Allocator.DEFAULT, "penstock-cached")
            : pool;
    return experiment.exercise(
        name, PENSTOCK, RankSession.embedded(PingPong.buffers(pool)), MessageSizes::rank);
  }

  /// With MPJ Express, where it is installed, and what a program for it meets on Penstock.
  private static Experiment mpj(Experiment experiment, String name) {
    Experiment both =
        experiment.exercise(MPIJAVA, PENSTOCK, MpjExpress::mpijavaPingPong, MessageSizes::rank);
    return MpjExpress.add(both, name, PEER, MpjExpress::pingPong, MessageSizes::rank);
  }

  /// Sentences on what ranks as threads save, and which memory large messages should lie in.
  @Override
  public List<String> advice(Findings findings) {
    OptionalDouble far = findings.median(TCP_LATENCY, ARRAY, bytes(8));
    OptionalDouble near = findings.median(THREADS_LATENCY, ARRAY, bytes(8));
    List<String> sentences =
        new ArrayList<>(
            Findings.recommend(
                "A message of 8 B takes %2$.1f µs between processes and %3$.1f µs between threads"
                    + " of one JVM: run ranks that exchange small messages as threads.",
                Findings.over(far, near), far, near));
    findings
        .leastRatio(TCP_THROUGHPUT, SEGMENT, ARRAY, MEBIBYTE)
        .ifPresent(times -> sentences.add(String.format(Locale.ROOT, memory(times), times)));
    sentences.addAll(
        Findings.say(
            "Between processes expect at least %.2f times what C sends.",
            findings.leastToC(TCP_THROUGHPUT, SEGMENT, ANY)));
    return sentences;
  }

  private static String memory(double times) {
    return times > 1.1
        ? "Keep large messages between processes outside the heap: 1 MiB travels %.1f times as fast"
            + " from there."
        : "Send arrays as they are: from memory outside the heap 1 MiB travels %.2f times as fast.";
  }
}
