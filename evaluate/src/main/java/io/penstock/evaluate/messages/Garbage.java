package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.By;
import java.util.List;

/// The garbage that a message leaves.
///
/// @param who takes part
/// @param extent of the drills
record Garbage(Contestants who, Extent extent) {
  static final String TCP = "messages.tcp.garbage";
  static final String THREADS = "messages.threads.garbage";

  private static final long BYTES = 1 << 10;

  List<Experiment> experiments() {
    Drill drill = extent.drill(PingPong.GARBAGE, BYTES);
    return List.of(
        experiment(TCP, "processes", Exchange.MPJ_PROCESSES, drill.processes(2)),
        experiment(THREADS, "threads", Exchange.MPJ_THREADS, drill.threads(2)));
  }

  private Experiment experiment(String id, String ranks, String mpj, Drill drill) {
    return Experiment.drill(
            id,
            "Garbage of a message of 1 KiB between two " + ranks,
            Extent.BAKER + "section 4.1",
            Measure.BYTES)
        .add(penstock(Exchange.ARRAY, drill, Wirings.ARRAY))
        .add(penstock(Exchange.SEGMENT, drill, Wirings.SEGMENT))
        .add(penstock(Exchange.nameOf(Pools.DEFAULT), drill, Pools.DEFAULT))
        .add(who.mpj(mpj, List.of(drill)))
        .remark(
            "Bytes that the ranks' own threads of this process allocate for a message, sending and"
                + " receiving taken together, as the JVM counts them; other threads do not count.");
  }

  private Entry penstock(String name, Drill drill, String wiring) {
    return who.ranks(
        name, By.PENSTOCK, PingPong.class, List.of(drill.with(Wirings.OPTION, wiring)));
  }
}
