package io.penstock.evaluate.messages;

import static io.penstock.evaluate.messages.Allocator.DEFAULT;
import static io.penstock.evaluate.messages.Allocator.buffers;
import static io.penstock.evaluate.messages.MessageSizes.BAKER;
import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;
import static io.penstock.evaluate.run.Findings.threads;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.messages.Allocator.NettyAllocator;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import io.penstock.report.Result;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The cost of getting memory and of giving it back: the document's Figure 4 drawn again, and what
/// it does not ask.
final class Allocation implements Question {
  static final String BY_SIZE = "messages.allocate";
  private static final String THREADS = "messages.allocate.threads";
  private static final String FOOTPRINT = "messages.footprint";
  private static final String TRIMMED = "messages.footprint.trimmed";

  private static final long THREADS_BYTES = 4096;
  private static final double REGION_MEBIBYTES = 8;
  private static final Predicate<Result> USUAL = bytes(256, 64 << 10);
  private static final Predicate<Result> REGION = bytes(8 << 20);

  /// The options that let Netty do its best on a JDK of today.
  private static final List<String> NETTY =
      List.of(
          "--sun-misc-unsafe-memory-access=allow",
          "-Dio.netty.noUnsafe=false",
          "-Dio.netty.tryReflectionSetAccessible=true",
          "-Dio.netty.leakDetection.level=disabled",
          "-Dio.netty.allocator.useCacheForAllThreads=true");

  /// The option of those whose memory counts.
  private static final String SMALL_NURSERY = "-Xmn8m";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MessageSizes sizes = MessageSizes.of(setting);
    return Stream.of(
        goals(
            bySize(
                sizes,
                BY_SIZE,
                "Getting a block and giving it back, by size",
                sizes.drills("pairs", sizes.blocks(), one -> one))),
        bySize(
            sizes,
            "messages.allocate.two-threads",
            "Getting a block and giving it back in each of two threads, by size",
            sizes.drills("pairs", sizes.blocksAgain(), one -> one.threads(2))),
        byThreads(sizes),
        mix(sizes),
        handOff(sizes),
        footprint(sizes),
        trimmed(sizes));
  }

  private static Experiment bySize(
      MessageSizes sizes, String id, String title, List<Drill> drills) {
    Experiment experiment =
        Experiment.drill(id, title, BAKER + "Figure 4", Measure.NANOSECONDS)
            .along(Axis.BYTES)
            .on(drills);
    return everybody(experiment, sizes, Allocation::pairs)
        .remark("The time of one pair of calls, in each thread. Nothing is written to the blocks.")
        .remark(
            "What is called penstock are leases of the default pool, checked in every way; all else"
                + " of Penstock are blocks that nothing guards, as the document's buffers.")
        .remark(
            "bare-stack keeps blocks in a field of the thread: the floor, and no pool. Blocks of"
                + " byte buffers are left to the garbage collector, whose work counts.");
  }

  private static Experiment goals(Experiment bySize) {
    String some = ", 256 B to 64 KiB: lease / ";
    Experiment all = lease(bySize, some + "Netty adaptive", 2, "netty-adaptive", USUAL);
    all = lease(all, some + "Netty pooled", 4, "netty-pooled", USUAL);
    all = lease(all, ", 8 MiB: lease / Netty adaptive", 100, "netty-adaptive", REGION);
    all = lease(all, ", 8 MiB: lease / Netty pooled", 100, "netty-pooled", REGION);
    return lease(all, some + "bare stack of a thread", 1 / 7.0, "bare-stack", USUAL);
  }

  /// With a goal of leases beside another allocator.
  private static Experiment lease(
      Experiment bySize, String name, double wanted, String other, Predicate<Result> place) {
    return bySize.leastGoal("allocation" + name, wanted, DEFAULT, other, place);
  }

  private static Experiment byThreads(MessageSizes sizes) {
    Drill one = sizes.drill("pairs", THREADS_BYTES);
    Experiment experiment =
        Experiment.drill(
                THREADS,
                "Getting blocks of 4 KiB and giving them back, by threads",
                BAKER + "section 3",
                Measure.OPERATIONS)
            .along(Axis.THREADS)
            .on(List.of(one, one.threads(2)));
    return everybody(experiment, sizes, Allocation::pairs)
        .goal(
            "allocation, rate of two threads / one",
            1.8,
            findings -> findings.gain(THREADS, DEFAULT, threads(2), threads(1)));
  }

  private static Exercise pairs(Allocator<?> allocator) {
    return task -> new BlockDrill.Pairs<>(allocator, task);
  }

  private static Experiment mix(MessageSizes sizes) {
    Experiment experiment =
        Experiment.drill(
                "messages.allocate.mix",
                "Replacing one of 500 blocks of 64 B to 256 KiB",
                BAKER + "section 3",
                Measure.NANOSECONDS)
            .on(sizes.drill("mix", LiveBlocks.MOST));
    return everybody(experiment, sizes, allocator -> task -> new LiveBlocks<>(allocator, task))
        .remark(
            "As many small as large sizes, in the sense of powers; the order is always the same.")
        .leastGoal("random mix: lease / Netty pooled", 1 / 0.15, DEFAULT, "netty-pooled", ANY);
  }

  private static Experiment handOff(MessageSizes sizes) {
    Experiment experiment =
        Experiment.drill(
                "messages.allocate.hand-off",
                "Getting a block in one thread and giving it back in another",
                BAKER + "section 3",
                Measure.NANOSECONDS)
            .on(sizes.drill("hand-off", HandOff.MOST).threads(2));
    return malloc(
            shareable(experiment, sizes, allocator -> task -> new HandOff<>(allocator, task)),
            sizes)
        .remark("64 B to 64 KiB, handed over through a ring of 1,024 places; both threads spin.")
        .remark(
            "A confined arena cannot change threads, and the bare stacks of threads have no way"
                + " between them.")
        .leastGoal("hand-off: lease / Netty adaptive", 2, DEFAULT, "netty-adaptive", ANY);
  }

  private static Experiment footprint(MessageSizes sizes) {
    return space(
            sizes,
            FOOTPRINT,
            "Memory held for 1000 blocks of 64 B to 1 MiB",
            "mix",
            Measure.FOOTPRINT)
        .remark(
            "For each byte that lived when most did, after 10,000 replacements: the growth of"
                + " resident memory, to which the JVM's own belongs; where blocks lie on the heap,"
                + " the allocator's own count.")
        .history("Buddy2 over Buddy1, memory", 1.2, "x", "penstock-buddy2")
        .goal("footprint: 1.5 / held bytes for each live one", 1, within(1.5, FOOTPRINT));
  }

  private static Experiment trimmed(MessageSizes sizes) {
    return space(
            sizes,
            TRIMMED,
            "Memory held once all blocks were given back and the allocator was asked to trim",
            LiveBlocks.Footprint.TRIMMED,
            Measure.SPACE)
        .remark(
            "By the allocators' own counts; malloc's is the growth of resident memory. A region of"
                + " Penstock's pools has 8 MiB.")
        .goal(
            "footprint after trim: one region / held bytes", 1, within(REGION_MEBIBYTES, TRIMMED));
  }

  private static Experiment space(
      MessageSizes sizes, String id, String title, String drill, Measure measure) {
    Experiment none =
        Experiment.drill(id, title, BAKER + "section 4.1", measure)
            .on(sizes.drill(drill, LiveBlocks.Footprint.MOST));
    Function<Allocator<?>, Exercise> alone =
        allocator -> task -> new LiveBlocks.Footprint<>(allocator, task);
    Experiment all = pools(none, sizes, alone, SMALL_NURSERY);
    all = plus(all, alone, "malloc", JDK, Allocator::malloc, SMALL_NURSERY);
    return netty(all, alone, SMALL_NURSERY);
  }

  private static Function<Findings, OptionalDouble> within(double allowed, String experiment) {
    return findings -> MessageSizes.within(allowed, findings.median(experiment, DEFAULT, ANY));
  }

  // ---- the allocators --------------------------------------------------------------------------

  private static Experiment everybody(
      Experiment experiment, MessageSizes sizes, Function<Allocator<?>, Exercise> maker) {
    Experiment all = shareable(experiment, sizes, maker);
    all = plus(all, maker, "confined-arena", JDK, () -> Allocator.arenas(Arena::ofConfined));
    return malloc(plus(all, maker, "bare-stack", JDK, Allocator::bareStack), sizes);
  }

  /// Those whose blocks may be given back by another thread.
  private static Experiment shareable(
      Experiment experiment, MessageSizes sizes, Function<Allocator<?>, Exercise> maker) {
    Experiment all = pools(experiment, sizes, maker);
    all = plus(all, maker, DEFAULT + "-blocks", PENSTOCK, () -> Allocator.blocks(DEFAULT));
    all = plus(all, maker, "heap-buffers", JDK, () -> buffers(ByteBuffer::allocate));
    all = plus(all, maker, "direct-buffers", JDK, () -> buffers(ByteBuffer::allocateDirect));
    all = plus(all, maker, "shared-arena", JDK, () -> Allocator.arenas(Arena::ofShared));
    all = netty(plus(all, maker, "malloc", JDK, Allocator::malloc), maker);
    return MpjExpress.add(
        all,
        "mpjbuf-buddy1",
        CLASSIC,
        task -> maker.apply(MpjExpress.buffers()).prepare(task),
        MessageSizes::heap);
  }

  private static Experiment malloc(Experiment experiment, MessageSizes sizes) {
    return experiment.yardstick("c-malloc", sizes.c());
  }

  /// The default pool by leases, the others by blocks that nothing guards.
  private static Experiment pools(
      Experiment experiment,
      MessageSizes sizes,
      Function<Allocator<?>, Exercise> maker,
      String... options) {
    Experiment all = experiment;
    for (String name : Allocator.pools(sizes.quick())) {
      Supplier<Allocator<?>> source =
          name.equals(DEFAULT) ? () -> Allocator.leases(name) : () -> Allocator.blocks(name);
      all = plus(all, maker, name, PENSTOCK, source, options);
    }
    return all;
  }

  /// By lambdas, which need Netty only where they run: the table is also built without it.
  private static Experiment netty(
      Experiment experiment, Function<Allocator<?>, Exercise> maker, String... more) {
    String[] options = Stream.concat(Stream.of(more), NETTY.stream()).toArray(String[]::new);
    Experiment all =
        plus(experiment, maker, "netty-pooled", PEER, () -> NettyAllocator.pooled(), options);
    return plus(all, maker, "netty-adaptive", PEER, () -> NettyAllocator.adaptive(), options);
  }

  private static Experiment plus(
      Experiment experiment,
      Function<Allocator<?>, Exercise> maker,
      String name,
      By by,
      Supplier<Allocator<?>> source,
      String... options) {
    return experiment.exercise(
        name,
        by,
        task -> maker.apply(source.get()).prepare(task),
        entry -> MessageSizes.heap(entry).options(options));
  }

  @Override
  public List<String> advice(Findings findings) {
    Predicate<Result> size = bytes(64 << 10);
    return Findings.recommend(
        "Lease memory from the shared pool: 64 KiB cost %2$.0f ns, %1$.0f times less than in an"
            + " arena of their own and %3$.0f times less than as a direct buffer.",
        findings.leastRatio(BY_SIZE, DEFAULT, "confined-arena", size),
        findings.median(BY_SIZE, DEFAULT, size),
        findings.leastRatio(BY_SIZE, DEFAULT, "direct-buffers", size));
  }
}
