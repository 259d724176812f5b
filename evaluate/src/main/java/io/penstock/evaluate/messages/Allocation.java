package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.List;
import java.util.stream.Stream;

/// What it costs to get memory and to give it back: the document's Figure 4 drawn again, and what
/// it does not ask.
///
/// @param who takes part
/// @param extent of the drills
record Allocation(Contestants who, Extent extent) {
  static final String BY_SIZE = "messages.allocate";
  static final String TWO_THREADS = "messages.allocate.two-threads";
  static final String THREADS = "messages.allocate.threads";
  static final String MIX = "messages.allocate.mix";
  static final String HAND_OFF = "messages.allocate.hand-off";
  static final String FOOTPRINT = "messages.footprint";
  static final String TRIMMED = "messages.footprint.trimmed";

  private static final long THREADS_BYTES = 4096;
  private static final String C = "c-malloc";

  List<Experiment> experiments() {
    return List.of(
        bySize(BY_SIZE, "Getting a block and giving it back, by size", extent.blocks(), 1),
        bySize(
            TWO_THREADS,
            "Getting a block and giving it back in each of two threads, by size",
            extent.blocksAgain(),
            2),
        byThreads(),
        mix(),
        handOff(),
        footprint(),
        trimmed());
  }

  private Experiment bySize(String id, String title, List<Long> sizes, int threads) {
    List<Drill> drills =
        sizes.stream().map(size -> extent.drill("pairs", size).threads(threads)).toList();
    Experiment experiment =
        Experiment.drill(id, title, Sources.baker("Figure 4"), Measure.NANOSECONDS)
            .along(Axis.BYTES);
    return everybody(experiment, Pairs.class, drills)
        .add(who.c(C, drills))
        .remark("The time of one pair of calls, in each thread. Nothing is written to the blocks.")
        .remark(
            "What is called penstock are leases of the default pool, checked in every way; all else"
                + " of Penstock are blocks that nothing guards, as the document's buffers.")
        .remark(
            "bare-stack keeps blocks in a field of the thread: the floor, and no pool. Blocks of"
                + " byte buffers are left to the garbage collector, whose work counts.");
  }

  private Experiment byThreads() {
    List<Drill> drills =
        Stream.of(1, 2)
            .map(threads -> extent.drill("pairs", THREADS_BYTES).threads(threads))
            .toList();
    Experiment experiment =
        Experiment.drill(
                THREADS,
                "Getting blocks of 4 KiB and giving them back, by threads",
                Sources.baker("section 3"),
                Measure.OPERATIONS)
            .along(Axis.THREADS);
    return everybody(experiment, Pairs.class, drills).add(who.c(C, drills));
  }

  private Experiment mix() {
    List<Drill> drills = List.of(extent.drill("mix", Mix.MOST));
    Experiment experiment =
        Experiment.drill(
            MIX,
            "Replacing one of 500 blocks of 64 B to 256 KiB",
            Sources.baker("section 3"),
            Measure.NANOSECONDS);
    return everybody(experiment, Mix.class, drills)
        .add(who.c(C, drills))
        .remark(
            "As many small as large sizes, in the sense of powers; the order is always the same.");
  }

  private Experiment handOff() {
    List<Drill> drills = List.of(extent.drill("hand-off", HandOff.MOST).threads(2));
    Experiment experiment =
        Experiment.drill(
            HAND_OFF,
            "Getting a block in one thread and giving it back in another",
            Sources.baker("section 3"),
            Measure.NANOSECONDS);
    return shareable(experiment, HandOff.class, drills)
        .add(who.c(C, drills))
        .remark("64 B to 64 KiB, handed over through a ring of 256 places; both threads spin.")
        .remark(
            "A confined arena cannot change threads, and the bare stacks of threads have no way"
                + " between them.");
  }

  private Experiment footprint() {
    return space(
            FOOTPRINT, "Memory held for 1000 blocks of 64 B to 1 MiB", "mix", Measure.FOOTPRINT)
        .remark(
            "For each byte that lived when most did, after 10,000 replacements: the growth of"
                + " resident memory, to which the JVM's own belongs; where blocks lie on the heap,"
                + " the allocator's own count.");
  }

  private Experiment trimmed() {
    return space(
            TRIMMED,
            "Memory held once all blocks were given back and the allocator was asked to trim",
            Footprint.TRIMMED,
            Measure.SPACE)
        .remark(
            "By the allocators' own counts; malloc's is the growth of resident memory. A region of"
                + " Penstock's pools has 8 MiB.");
  }

  private Experiment space(String id, String title, String drill, Measure measure) {
    List<Drill> drills = List.of(extent.drill(drill, Footprint.MOST));
    Experiment experiment = Experiment.drill(id, title, Sources.baker("section 4.1"), measure);
    for (String name : Pools.names(extent)) {
      experiment = experiment.add(who.allocatorAlone(name, By.PENSTOCK, Footprint.class, drills));
    }
    return experiment
        .add(who.allocatorAlone("malloc", By.JDK, Footprint.class, drills))
        .add(who.allocatorAlone("netty-pooled", By.PEER, Footprint.class, drills))
        .add(who.allocatorAlone("netty-adaptive", By.PEER, Footprint.class, drills));
  }

  private Experiment everybody(
      Experiment experiment, Class<? extends Exercise> exercise, List<Drill> drills) {
    return shareable(experiment, exercise, drills)
        .add(jdk("confined-arena", exercise, drills))
        .add(jdk("bare-stack", exercise, drills));
  }

  /// Those whose blocks may be given back by another thread.
  private Experiment shareable(
      Experiment experiment, Class<? extends Exercise> exercise, List<Drill> drills) {
    Experiment all = experiment;
    for (String name : Pools.names(extent)) {
      all = all.add(who.allocator(name, By.PENSTOCK, exercise, drills));
    }
    return all.add(who.allocator(Pools.BLOCKS, By.PENSTOCK, exercise, drills))
        .add(jdk("heap-buffers", exercise, drills))
        .add(jdk("direct-buffers", exercise, drills))
        .add(jdk("shared-arena", exercise, drills))
        .add(jdk("malloc", exercise, drills))
        .add(who.allocator("netty-pooled", By.PEER, exercise, drills))
        .add(who.allocator("netty-adaptive", By.PEER, exercise, drills));
  }

  private Entry jdk(String name, Class<? extends Exercise> exercise, List<Drill> drills) {
    return who.allocator(name, By.JDK, exercise, drills);
  }
}
