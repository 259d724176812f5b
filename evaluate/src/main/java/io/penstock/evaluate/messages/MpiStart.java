package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.By;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// The cost of starting two ranks and of ending them, with one message to and fro between.
///
/// @param who takes part
/// @param extent of the drills
record MpiStart(Contestants who, Extent extent) {
  static final String ID = "messages.mpi.start";
  static final String PENSTOCK = MpiCollectives.PENSTOCK;
  static final String C = MpiExchange.C;

  private static final String DRILL = "start";

  List<Experiment> experiments() {
    Drill drill = Drill.of(DRILL, FirstMessage.BYTES, Duration.ZERO);
    Experiment all =
        Experiment.drill(
            ID,
            "From the launcher's start to its end, with one message to and fro",
            MpiExchange.SOURCE,
            Measure.MILLISECONDS);
    for (MpiInstallation mpi : who.mpi(extent)) {
      Drill one = drill.with(Start.LIBRARY, mpi.key());
      all =
          all.add(who.startOfC(C + mpi.key(), mpi, one))
              .add(
                  who.java(
                          PENSTOCK + mpi.key(),
                          By.PENSTOCK,
                          Start.class,
                          Start.options(),
                          List.of(one))
                      .against(C + mpi.key()));
    }
    return List.of(
        who.orNoMpi(all, List.of(drill))
            .remark(who.libraries(extent))
            .remark(
                String.format(
                        Locale.ROOT,
                        "Two ranks start MPI, send a message of %d B to and fro and end MPI. The JVMs are as",
                        FirstMessage.BYTES)
                    + " they are without options, but for leave to call native code."));
  }
}
