package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Tools;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The sizes of blocks and messages, and whatever else all drills of the chapter have in common.
///
/// @param effort that the user wants to spend
/// @param tools of the evaluation
record MessageSizes(Effort effort, Tools tools) {
  static final long KIBIBYTE = 1L << 10;
  static final long MEBIBYTE = 1L << 20;

  /// The longest messages that Penstock's transports send without being asked, unless told
  /// otherwise.
  static final long TCP_LIMIT = 256 * KIBIBYTE;

  static final long THREADS_LIMIT = 64 * KIBIBYTE;

  /// The longest that Penstock sends at once by MPI.
  static final long OPEN_MPI_LIMIT = 4000 - 32;

  static final long MPI_LIMIT = 8 * KIBIBYTE - 32;

  /// The publication that asks most questions of this chapter, as a reader knows it.
  static final String BAKER =
      "Baker, Carpenter and Shafi, An Approach to Buffer Management in Java HPC Messaging, ";

  /// The one that asks the others.
  static final String DICKENS =
      "Dickens and Thakur, An Evaluation of Java's I/O Capabilities for High-Performance Computing,"
          + " section 6";

  /// The space that MPJ Express's header takes of its limit.
  private static final long MPJ_HEADER = KIBIBYTE;

  /// Memory for what the garbage collector has to find room for.
  private static final long HEAP = 512L << 20;

  /// Memory for what a rank needs besides its message.
  private static final long RANK = 128L << 20;

  /// The most times that goals say that something contains what was needed.
  private static final double MOST = 1000;

  static MessageSizes of(Setting setting) {
    return new MessageSizes(setting.effort(), setting.tools());
  }

  /// With the heap of exercises that leave much to the garbage collector.
  static Entry heap(Entry entry) {
    return entry.scratch(HEAP);
  }

  /// With the heap of a rank.
  static Entry rank(Entry entry) {
    return entry.scratch(RANK);
  }

  /// The goal that something contains what was needed so many times, at most [#MOST] times.
  static OptionalDouble within(double allowed, OptionalDouble needed) {
    return needed.isPresent()
        ? OptionalDouble.of(
            Math.min(MOST, allowed / Math.max(needed.getAsDouble(), allowed / MOST)))
        : needed;
  }

  /// The program of drills in C.
  Executable c() {
    return tools.drills();
  }

  /// Whether minutes count.
  boolean quick() {
    return effort == Effort.QUICK;
  }

  /// A drill by one thread of one process.
  Drill drill(String name, long bytes) {
    return Drill.of(name, bytes, effort.batch());
  }

  /// One drill for each size.
  List<Drill> drills(String name, List<Long> sizes, UnaryOperator<Drill> change) {
    return sizes.stream().map(size -> change.apply(drill(name, size))).toList();
  }

  /// The sizes of blocks in the document's Figure 4 and below: 64 B to 8 MiB.
  List<Long> blocks() {
    List<Long> quick = List.of(256L, 4 * KIBIBYTE, 64 * KIBIBYTE, MEBIBYTE, 8 * MEBIBYTE);
    return quick() ? quick : powers(64, 8 * MEBIBYTE, effort == Effort.FULL ? 2 : 4);
  }

  /// The same for what is asked once more, in two threads.
  List<Long> blocksAgain() {
    return quick() ? List.of(4 * KIBIBYTE, 64 * KIBIBYTE, MEBIBYTE) : blocks();
  }

  /// The sizes of messages whose latency counts.
  List<Long> small() {
    List<Long> quick = List.of(1L, 8L, KIBIBYTE, 16 * KIBIBYTE);
    return quick() ? quick : List.of(1L, 8L, 64L, 512L, KIBIBYTE, 4 * KIBIBYTE, 16 * KIBIBYTE);
  }

  /// The sizes of messages whose throughput counts, with those on both sides of a limit at which
  /// the protocol switches, and of MPJ Express's.
  List<Long> large(long limit) {
    LongStream switches =
        LongStream.of(limit, above(limit), 128 * KIBIBYTE - MPJ_HEADER, 128 * KIBIBYTE);
    LongStream others =
        quick()
            ? LongStream.of(32, 256, 1024, 4096, 16384)
            : LongStream.rangeClosed(5, 14).map(power -> 1L << power);
    return LongStream.concat(switches, others.map(kibibytes -> kibibytes * KIBIBYTE))
        .sorted()
        .distinct()
        .boxed()
        .toList();
  }

  /// The sizes of messages whose latency by MPI counts, with those on both sides of the limits at
  /// which the protocol switches.
  List<Long> smallByMpi() {
    return quick()
        ? List.of(8L, KIBIBYTE, OPEN_MPI_LIMIT, 16 * KIBIBYTE)
        : Stream.concat(small().stream(), Stream.of(OPEN_MPI_LIMIT, MPI_LIMIT, 8 * KIBIBYTE))
            .sorted()
            .toList();
  }

  /// The sizes of messages whose throughput by MPI counts.
  List<Long> largeByMpi() {
    return quick()
        ? List.of(64 * KIBIBYTE, MEBIBYTE, 16 * MEBIBYTE)
        : powers(32 * KIBIBYTE, 16 * MEBIBYTE, 2);
  }

  /// The sizes of what ranks do together.
  List<Long> together() {
    return quick() ? List.of(8L, 64 * KIBIBYTE) : List.of(8L, KIBIBYTE, 64 * KIBIBYTE, MEBIBYTE);
  }

  /// A little more than a limit.
  static long above(long limit) {
    return limit + KIBIBYTE;
  }

  /// `from` times powers of `factor` below `to`, and `to`.
  private static List<Long> powers(long from, long to, long factor) {
    return LongStream.concat(
            LongStream.iterate(from, size -> size < to, size -> size * factor), LongStream.of(to))
        .boxed()
        .toList();
  }
}
