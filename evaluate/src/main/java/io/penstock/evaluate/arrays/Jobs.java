package io.penstock.evaluate.arrays;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Tools;
import io.penstock.report.By;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The approaches of the ranks of an MPI job, each under a name that ends in the library's.
///
/// @param mpi the library; empty where the machine has none
/// @param c the C program by its MPI-IO
/// @param mpi4py a Python script by it, where Python has a module for this library
record Jobs(Optional<MpiInstallation> mpi, Executable c, Optional<Executable> mpi4py) {
  static final String TWO_PHASE = "two-phase";
  static final String MPI_IO = "mpi-io";

  private static final String C = "c-mpi-io";

  /// The option that keeps files open.
  private static final String KEPT = "kept";

  private static final Executable NO_LIBRARY =
      new Executable.Missing("MPI: no library with its launcher was found");

  /// Jobs of each library; where there is none, one that says so.
  static List<Jobs> all(Tools tools) {
    List<Jobs> all = tools.mpi().stream().map(library -> of(tools, library)).toList();
    return all.isEmpty() ? List.of(new Jobs(Optional.empty(), NO_LIBRARY, Optional.empty())) : all;
  }

  /// Jobs of a library.
  static Jobs of(Tools tools, MpiInstallation library) {
    return new Jobs(
        Optional.of(library),
        tools.yardstick(library),
        library.python().map(_ -> tools.python("mpi_arrays.py", library)));
  }

  /// Works on a file that stays open.
  static List<FileWork> kept(List<FileWork> works) {
    return Extent.each(works, work -> work.with(KEPT, "true"));
  }

  /// Penstock, Python where it has a module for this library, and C, each by collective calls.
  List<Entry> together(List<FileWork> works) {
    return Stream.of(
            Stream.of(shared(TWO_PHASE, works), shared(MPI_IO, works), c(works)),
            mpi4py.map(program -> entry("mpi4py", By.PEER, program, works)).stream())
        .flatMap(entries -> entries)
        .toList();
  }

  private Entry shared(String engine, List<FileWork> works) {
    boolean kept = works.getFirst().option(KEPT, "").equals("true");
    Approach way = kept ? SharedWays.kept(engine) : SharedWays.opened(engine);
    return java("penstock-" + engine, By.PENSTOCK, way, works);
  }

  /// C by the library's MPI-IO.
  Entry c(List<FileWork> works) {
    return entry(C, By.C, c, works);
  }

  /// Pieces through a shared file of an engine, each rank for itself.
  Entry pieces(String engine, List<FileWork> works) {
    return java("penstock-shared-" + engine, By.PENSTOCK, SharedWays.pieces(engine), works);
  }

  /// Pieces through a shared file of an engine, all ranks together.
  Entry piecesTogether(String engine, List<FileWork> works) {
    return java(
        "penstock-shared-" + engine + "-all",
        By.PENSTOCK,
        SharedWays.piecesTogether(engine),
        works);
  }

  /// An approach in Java, whether it knows of ranks or not.
  Entry java(String approach, By by, Approach way, List<FileWork> works) {
    Executable program =
        mpi.map(library -> Executable.launched(library, Executable.of(way))).orElse(NO_LIBRARY);
    return entry(approach, by, program, works);
  }

  /// All are compared with C by the same library.
  private Entry entry(String approach, By by, Executable program, List<FileWork> works) {
    Entry entry = Entry.of(name(approach), by, program, works).against(name(C));
    return mpi.map(library -> entry.note(library.name())).orElse(entry);
  }

  private String name(String approach) {
    return mpi.map(library -> approach + "-" + library.key()).orElse(approach);
  }
}
