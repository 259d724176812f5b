package io.penstock.evaluate.messages;

import static io.penstock.evaluate.run.Findings.bytes;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import io.penstock.message.Window;
import io.penstock.report.Axis;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The memory of another rank, which one rank writes, reads and adds to, by each MPI library that
/// is here and by Penstock's own transports.
final class Windows implements Question {
  private static final List<Long> SIZES =
      List.of(8L, 4 * MessageSizes.KIBIBYTE, 64 * MessageSizes.KIBIBYTE, MessageSizes.MEBIBYTE);

  /// What messages to another rank and back take, with the wait for a thread of that rank.
  private static final double MOST_MICROS = 20;

  /// A long put is copied three times where C copies it once.
  private static final double LEAST_OF_C = 0.3;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MessageSizes sizes = MessageSizes.of(setting);
    return Stream.of(
        put(sizes),
        experiment(sizes, "get", "Words got from another rank", Access.GET, SIZES),
        experiment(
            sizes,
            "fetch-and-operate",
            "A counter of another rank, read and increased",
            Access.FETCH,
            List.of(8L)));
  }

  private static Experiment put(MessageSizes sizes) {
    Experiment all =
        experiment(
            sizes, "put", "Words put to another rank, until they are there", Access.PUT, SIZES);
    for (MpiInstallation library : MpiJobs.libraries(sizes)) {
      all =
          all.leastGoalOfC(
              library.key() + ", put of 1 MiB: Penstock / C",
              LEAST_OF_C,
              MpiJobs.PENSTOCK + library.key(),
              bytes(MessageSizes.MEBIBYTE));
    }
    return all;
  }

  private static Experiment experiment(
      MessageSizes sizes, String name, String title, Access access, List<Long> bytes) {
    String id = "messages.window." + name;
    Experiment asked =
        Experiment.drill(id, title, access.source, Measure.MICROSECONDS)
            .along(Axis.BYTES)
            .on(sizes.drills(access.drill, bytes, drill -> drill.processes(2)));
    Experiment all = MpiJobs.everywhere(asked, sizes, Accessor::new);
    for (MpiInstallation library : MpiJobs.libraries(sizes)) {
      String penstock = MpiJobs.PENSTOCK + library.key();
      all =
          all.goal(
              String.format(
                  Locale.ROOT,
                  "%s, %s of 8 B: %.0f µs / latency",
                  library.key(),
                  name,
                  MOST_MICROS),
              1,
              findings ->
                  MessageSizes.within(MOST_MICROS, findings.median(id, penstock, bytes(8))));
    }
    return all.remark(
        "Rank 0 accesses memory of rank 1, which waits in a barrier, and completes each access"
            + " before the next one. Both have locked all windows for that, together with"
            + " others. C calls "
            + access.functions
            + " and MPI_Win_flush, with memory of MPI_Win_allocate; Penstock is compared with C"
            + " by the same library under the same launcher.");
  }

  /// What rank 0 does.
  private enum Access {
    PUT("window-put", "osu_put_latency", "MPI_Put"),
    GET("window-get", "osu_get_latency", "MPI_Get"),
    FETCH("window-fetch", "osu_fop_latency", "MPI_Fetch_and_op");

    /// Like the C program's.
    private final String drill;

    private final String source;
    private final String functions;

    Access(String drill, String source, String functions) {
      this.drill = drill;
      this.source = "Ohio State University, OSU Micro-Benchmarks, " + source;
      this.functions = functions;
    }

    static Access of(Drill drill) {
      return Stream.of(values())
          .filter(access -> access.drill.equals(drill.name()))
          .findFirst()
          .orElseThrow();
    }
  }

  /// One of two ranks: rank 0 accesses what rank 1 has.
  ///
  /// Before each put and get rank 0 changes both ends of its data: what was put last, or got at
  /// all, differs from what was there before. The same stands in `mpi_windows.c`.
  private static final class Accessor implements RankSession.Rank {
    private static final int TARGET = 1;
    private static final long PAGE = 4096;

    private final Communicator world;
    private final Access access;
    private final Window window;
    private final MemorySegment data;
    private final Elements elements;
    private final long count;
    private long operations;

    /// @param world of both ranks, closed with this
    /// @param drill whose bytes are those of the window
    Accessor(Communicator world, Drill drill) {
      this.world = world;
      access = Access.of(drill);
      count = drill.bytes() / Long.BYTES;
      data = Arena.ofAuto().allocate(drill.bytes(), PAGE);
      elements = Elements.of(data, ElementType.LONG);
      window = world.allocateWindow(drill.bytes());
      window.lockAll();
    }

    @Override
    public void arm(long salt) {
      operations = 0;
      long flip = access == Access.PUT ? 0 : -1;
      for (long i = 0; i < count; i++) {
        data.setAtIndex(JAVA_LONG, i, PingPong.word(i, salt) ^ flip);
        window.memory().setAtIndex(JAVA_LONG, i, PingPong.word(i, salt) ^ ~flip);
      }
      window.sync();
    }

    @Override
    public long play(long wanted) {
      long agreed = RankSession.agree(world, wanted);
      operations += agreed;
      long start = System.nanoTime();
      if (world.rank() != TARGET) {
        for (long i = 0; i < agreed; i++) {
          operate();
        }
      }
      world.barrier();
      return System.nanoTime() - start;
    }

    private void operate() {
      switch (access) {
        case PUT -> {
          change();
          window.put(elements, TARGET, 0);
          window.flush(TARGET);
        }
        case GET -> {
          change();
          window.get(elements, TARGET, 0);
        }
        case FETCH -> data.set(JAVA_LONG, 0, window.fetchAndOperate(1, Reduction.SUM, TARGET, 0));
      }
    }

    private void change() {
      increase(0);
      if (count > 1) {
        increase(count - 1);
      }
    }

    private void increase(long index) {
      data.setAtIndex(JAVA_LONG, index, data.getAtIndex(JAVA_LONG, index) + 1);
    }

    @Override
    public Optional<String> fault(long salt) {
      window.sync();
      MemorySegment there = world.rank() == TARGET ? window.memory() : data;
      for (long i = 0; i < count; i++) {
        if (there.getAtIndex(JAVA_LONG, i) != expected(i, salt)) {
          return Optional.of(
              String.format(
                  Locale.ROOT,
                  "at rank %d word %d is %d instead of %d",
                  world.rank(),
                  i,
                  there.getAtIndex(JAVA_LONG, i),
                  expected(i, salt)));
        }
      }
      return Optional.empty();
    }

    /// Rank 0 has what was in the memory before its last addition.
    private long expected(long i, long salt) {
      long word = PingPong.word(i, salt);
      boolean end = i == 0 || i == count - 1;
      return switch (access) {
        case PUT -> end ? word + operations : word;
        case GET -> word;
        case FETCH -> word + operations - (world.rank() == TARGET ? 0 : 1);
      };
    }

    @Override
    public void close() {
      window.unlockAll();
      window.close();
      world.close();
    }
  }
}
