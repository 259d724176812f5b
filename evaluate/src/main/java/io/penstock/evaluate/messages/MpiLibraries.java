package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.Tools;
import io.penstock.report.By;
import java.util.List;
import java.util.stream.Collectors;

/// The MPI libraries that take part in an evaluation.
///
/// @param list of them
/// @param tools of the evaluation
record MpiLibraries(List<MpiInstallation> list, Tools tools) {
  static final String SOURCE =
      "Dickens and Thakur, An Evaluation of Java's I/O Capabilities for High-Performance Computing,"
          + " section 6";

  /// The beginnings of names that end in a library's key.
  static final String C = "c-";

  static final String PENSTOCK = "penstock-";

  /// Penstock's own transport between processes.
  static final String TCP = "penstock-tcp";

  private static final String NONE =
      "MPI: none was found; run ./penstock setup mpi, or install Open MPI or MPICH";

  /// All that this machine has; one where minutes count.
  static MpiLibraries of(Setting setting) {
    List<MpiInstallation> all = setting.tools().mpi();
    long most = Extent.of(setting).quick() ? 1 : Long.MAX_VALUE;
    return new MpiLibraries(all.stream().limit(most).toList(), setting.tools());
  }

  /// With what their keys stand for.
  Experiment named(Experiment experiment) {
    return experiment.remark(
        list.isEmpty()
            ? NONE
            : list.stream()
                .map(library -> library.key() + ": " + library.name())
                .collect(Collectors.joining("; ", "", ".")));
  }

  /// With those that are missing, where there is no library.
  Experiment orMissing(Experiment experiment, List<Drill> drills) {
    return list.isEmpty()
        ? experiment
            .add(Entry.of("c-mpi", By.C, new Program.Missing(NONE), drills))
            .add(Entry.of("penstock-mpi", By.PENSTOCK, new Program.Missing(NONE), drills))
        : experiment;
  }

  /// The C program by a library.
  Entry c(MpiInstallation library, List<Drill> drills) {
    return Entry.of(C + library.key(), By.C, tools.drills(library), drills);
  }

  /// Ranks of Penstock that a library's launcher starts.
  static Entry ranks(String name, MpiInstallation library, Exercise way, List<Drill> drills) {
    return Extent.rank(Entry.of(name + library.key(), By.PENSTOCK, way, drills))
        .launchedBy(library)
        .against(C + library.key());
  }
}
