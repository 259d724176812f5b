package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.ANY;
import static io.penstock.evaluate.run.Findings.bytes;
import static io.penstock.evaluate.run.Findings.threads;
import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import io.penstock.report.Result;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The cost of getting memory and of giving it back: the document's Figure 4 drawn again, and what
/// it does not ask.
final class Allocation implements Question {
  static final String BY_SIZE = "messages.allocate";
  private static final String TWO_THREADS = "messages.allocate.two-threads";
  private static final String THREADS = "messages.allocate.threads";
  private static final String MIX = "messages.allocate.mix";
  private static final String HAND_OFF = "messages.allocate.hand-off";
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

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    return new Table(setting.tools().drills(), Extent.of(setting)).experiments();
  }

  @Override
  public List<String> advice(Findings findings) {
    Predicate<Result> size = bytes(64 << 10);
    OptionalDouble lease = findings.median(BY_SIZE, Pools.DEFAULT, size);
    OptionalDouble direct = findings.leastRatio(BY_SIZE, Pools.DEFAULT, "direct-buffers", size);
    OptionalDouble arena = findings.leastRatio(BY_SIZE, Pools.DEFAULT, "confined-arena", size);
    return lease.isPresent() && direct.isPresent() && arena.isPresent()
        ? List.of(
            String.format(
                Locale.ROOT,
                "Lease memory from the shared pool: 64 KiB cost %.0f ns, %.0f times less than in an"
                    + " arena of their own and %.0f times less than as a direct buffer.",
                lease.getAsDouble(),
                arena.getAsDouble(),
                direct.getAsDouble()))
        : List.of();
  }

  /// A source of allocators.
  @FunctionalInterface
  private interface Source {
    Allocator<?> open() throws AbsentException;
  }

  /// A drill of any allocator.
  @FunctionalInterface
  private interface Drilling {
    <T> Exercise.Session session(Allocator<T> allocator, DrillTask task) throws Exception;
  }

  /// The ways of a drill.
  ///
  /// @param drilling of each allocator
  /// @param options of each JVM
  private record Ways(Drilling drilling, List<String> options) {
    Experiment plus(Experiment experiment, String name, By by, Source source, String... more) {
      String[] all = Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new);
      return experiment.exercise(
          name,
          by,
          task -> drilling.session(source.open(), task),
          entry -> Extent.heap(entry).options(all));
    }
  }

  /// The experiments of a setting.
  ///
  /// @param c the program of drills in C
  /// @param extent of the drills
  private record Table(Program c, Extent extent) {
    Stream<Experiment> experiments() {
      return Stream.of(
          goals(bySize(BY_SIZE, "Getting a block and giving it back, by size", extent.blocks(), 1)),
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
          Experiment.drill(id, title, Extent.BAKER + "Figure 4", Measure.NANOSECONDS)
              .along(Axis.BYTES);
      return everybody(experiment.on(drills), Pairs::new)
          .add(Entry.of("c-malloc", C, c, drills))
          .remark(
              "The time of one pair of calls, in each thread. Nothing is written to the blocks.")
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
                  Extent.BAKER + "section 3",
                  Measure.OPERATIONS)
              .along(Axis.THREADS);
      return everybody(experiment.on(drills), Pairs::new)
          .add(Entry.of("c-malloc", C, c, drills))
          .goal(
              "allocation, rate of two threads / one",
              1.8,
              findings -> findings.gain(THREADS, Pools.DEFAULT, threads(2), threads(1)));
    }

    private Experiment mix() {
      List<Drill> drills = List.of(extent.drill("mix", LiveBlocks.Mix.MOST));
      Experiment experiment =
          Experiment.drill(
              MIX,
              "Replacing one of 500 blocks of 64 B to 256 KiB",
              Extent.BAKER + "section 3",
              Measure.NANOSECONDS);
      return everybody(experiment.on(drills), LiveBlocks.Mix::new)
          .add(Entry.of("c-malloc", C, c, drills))
          .remark(
              "As many small as large sizes, in the sense of powers; the order is always the same.")
          .goal(
              "random mix: lease / Netty pooled",
              1 / 0.15,
              findings -> findings.leastRatio(MIX, Pools.DEFAULT, "netty-pooled", ANY));
    }

    private Experiment handOff() {
      List<Drill> drills = List.of(extent.drill("hand-off", HandOff.MOST).threads(2));
      Experiment experiment =
          Experiment.drill(
              HAND_OFF,
              "Getting a block in one thread and giving it back in another",
              Extent.BAKER + "section 3",
              Measure.NANOSECONDS);
      return shareable(experiment.on(drills), HandOff::new)
          .add(Entry.of("c-malloc", C, c, drills))
          .remark("64 B to 64 KiB, handed over through a ring of 256 places; both threads spin.")
          .remark(
              "A confined arena cannot change threads, and the bare stacks of threads have no way"
                  + " between them.")
          .goal(
              "hand-off: lease / Netty adaptive",
              2,
              findings -> findings.leastRatio(HAND_OFF, Pools.DEFAULT, "netty-adaptive", ANY));
    }

    private Experiment footprint() {
      return space(
              FOOTPRINT, "Memory held for 1000 blocks of 64 B to 1 MiB", "mix", Measure.FOOTPRINT)
          .remark(
              "For each byte that lived when most did, after 10,000 replacements: the growth of"
                  + " resident memory, to which the JVM's own belongs; where blocks lie on the heap,"
                  + " the allocator's own count.")
          .history("Buddy2 over Buddy1, memory", 1.2, "x", "penstock-buddy2")
          .goal("footprint: 1.5 / held bytes for each live one", 1, within(1.5, FOOTPRINT));
    }

    private Experiment trimmed() {
      return space(
              TRIMMED,
              "Memory held once all blocks were given back and the allocator was asked to trim",
              LiveBlocks.Footprint.TRIMMED,
              Measure.SPACE)
          .remark(
              "By the allocators' own counts; malloc's is the growth of resident memory. A region of"
                  + " Penstock's pools has 8 MiB.")
          .goal(
              "footprint after trim: one region / held bytes",
              1,
              within(REGION_MEBIBYTES, TRIMMED));
    }

    private Experiment space(String id, String title, String drill, Measure measure) {
      List<Drill> drills = List.of(extent.drill(drill, LiveBlocks.Footprint.MOST));
      Ways alone = new Ways(LiveBlocks.Footprint::new, List.of("-Xmn8m"));
      Experiment all =
          Experiment.drill(id, title, Extent.BAKER + "section 4.1", measure).on(drills);
      return netty(alone, alone.plus(pools(alone, all), "malloc", JDK, JdkAllocators.Malloc::new));
    }

    private static Experiment goals(Experiment bySize) {
      String sizes = ", 256 B to 64 KiB: lease / ";
      return Stream.of(
              new Lease(sizes + "Netty adaptive", 2, "netty-adaptive", USUAL),
              new Lease(sizes + "Netty pooled", 4, "netty-pooled", USUAL),
              new Lease(", 8 MiB: lease / Netty adaptive", 100, "netty-adaptive", REGION),
              new Lease(", 8 MiB: lease / Netty pooled", 100, "netty-pooled", REGION),
              new Lease(sizes + "bare stack of a thread", 1 / 7.0, "bare-stack", USUAL))
          .reduce(bySize, (experiment, lease) -> lease.goal(experiment), (one, _) -> one);
    }

    private static Function<Findings, OptionalDouble> within(double allowed, String experiment) {
      return findings -> Extent.within(allowed, findings.median(experiment, Pools.DEFAULT, ANY));
    }

    private Experiment everybody(Experiment experiment, Drilling drilling) {
      Ways ways = new Ways(drilling, List.of());
      Experiment all = shareable(experiment, drilling);
      all =
          ways.plus(all, "confined-arena", JDK, () -> new JdkAllocators.Arenas(Arena::ofConfined));
      return ways.plus(all, "bare-stack", JDK, JdkAllocators.BareStack::new);
    }

    /// Those whose blocks may be given back by another thread.
    private Experiment shareable(Experiment experiment, Drilling drilling) {
      Ways ways = new Ways(drilling, List.of());
      Experiment all = pools(ways, experiment);
      all =
          ways.plus(
              all,
              Pools.DEFAULT + "-blocks",
              PENSTOCK,
              () -> new Pools.Blocks(Pools.named(Pools.DEFAULT)));
      all = ways.plus(all, "heap-buffers", JDK, JdkAllocators.HeapBuffers::new);
      all = ways.plus(all, "direct-buffers", JDK, JdkAllocators.DirectBuffers::new);
      all = ways.plus(all, "shared-arena", JDK, () -> new JdkAllocators.Arenas(Arena::ofShared));
      all = netty(ways, ways.plus(all, "malloc", JDK, JdkAllocators.Malloc::new));
      return mpjbuf(ways, all);
    }

    /// The document's own, where it is installed.
    private static Experiment mpjbuf(Ways ways, Experiment experiment) {
      return MpjExpress.Home.classPath()
          .map(
              jars ->
                  experiment.exercise(
                      "mpjbuf-buddy1",
                      CLASSIC,
                      task -> ways.drilling().session(new Mpjbuf(), task),
                      entry -> Extent.heap(entry).classPath(List.of(jars))))
          .orElseGet(
              () ->
                  experiment.add(
                      Entry.of(
                          "mpjbuf-buddy1",
                          CLASSIC,
                          new Program.Missing(MpjExpress.Home.MISSING),
                          experiment.works())));
    }

    /// The default pool by leases, the others by blocks that nothing guards.
    private Experiment pools(Ways ways, Experiment experiment) {
      Experiment all = experiment;
      for (String name : Pools.names(extent)) {
        Source source =
            name.equals(Pools.DEFAULT)
                ? () -> new Pools.Leases(Pools.named(name))
                : () -> new Pools.Blocks(Pools.named(name));
        all = ways.plus(all, name, PENSTOCK, source);
      }
      return all;
    }

    /// By lambdas, which need Netty only where they run: the table is also built without it.
    private static Experiment netty(Ways ways, Experiment experiment) {
      String[] options = NETTY.toArray(String[]::new);
      Experiment all = ways.plus(experiment, "netty-pooled", PEER, () -> Netty.pooled(), options);
      return ways.plus(all, "netty-adaptive", PEER, () -> Netty.adaptive(), options);
    }
  }

  /// A goal of leases beside another allocator over sizes.
  private record Lease(String name, double wanted, String other, Predicate<Result> place) {
    Experiment goal(Experiment experiment) {
      return experiment.goal(
          "allocation" + name,
          wanted,
          findings -> findings.leastRatio(BY_SIZE, Pools.DEFAULT, other, place));
    }
  }
}
