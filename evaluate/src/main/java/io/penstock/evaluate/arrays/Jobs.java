package io.penstock.evaluate.arrays;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Executable.Started;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Tools;
import io.penstock.report.By;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The approaches of the ranks of a job: of MPI, each under a name that ends in the library's
/// (where the machine has no library they say so), and of Penstock's own, under the transport's.
final class Jobs {
  static final String TWO_PHASE = "two-phase";
  static final String MPI_IO = "mpi-io";

  private static final String C = "c-mpi-io";

  /// The option that keeps files open.
  private static final String KEPT = "kept";

  private static final Executable NO_LIBRARY =
      new Executable.Missing("MPI: no library with its launcher was found");

  private final @Nullable MpiInstallation mpi;

  /// The C program by the library's MPI-IO.
  private final Executable c;

  /// A Python script by the library, where Python has a module for it.
  private final @Nullable Executable mpi4py;

  private Jobs() {
    mpi = null;
    c = NO_LIBRARY;
    mpi4py = null;
  }

  /// Jobs of a library.
  Jobs(Tools tools, MpiInstallation library) {
    mpi = library;
    c = tools.yardstick(library);
    mpi4py = library.python().isPresent() ? tools.python("mpi_arrays.py", library) : null;
  }

  /// Jobs of each library; where there is none, one that says so.
  static List<Jobs> all(Tools tools) {
    List<Jobs> all = tools.mpi().stream().map(library -> new Jobs(tools, library)).toList();
    return all.isEmpty() ? List.of(new Jobs()) : all;
  }

  /// Works on a file that stays open.
  static List<FileWork> kept(List<FileWork> works) {
    return Extent.each(works, work -> work.with(KEPT, "true"));
  }

  /// Penstock, Python where it has a module for this library, and C, each by collective calls.
  List<Entry> together(List<FileWork> works) {
    List<Entry> all =
        new ArrayList<>(List.of(shared(TWO_PHASE, works), shared(MPI_IO, works), c(works)));
    if (mpi4py != null) {
      all.add(entry("mpi4py", By.PEER, mpi4py, works));
    }
    return all;
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
        mpi == null ? NO_LIBRARY : new Executable.Launched(mpi, Executable.of(way));
    return entry(approach, by, program, works);
  }

  /// All are compared with C by the same library.
  private Entry entry(String approach, By by, Executable program, List<FileWork> works) {
    Entry entry = Entry.of(name(approach), by, program, works).against(name(C));
    return mpi == null ? entry : entry.note(mpi.name());
  }

  private String name(String approach) {
    return mpi == null ? approach : approach + "-" + mpi.key();
  }

  // ---- ranks that need no MPI library
  // ------------------------------------------------------------

  /// With Penstock's collective calls on a file that stays open.
  static Experiment withKept(Experiment experiment, List<FileWork> works) {
    return with(experiment, "penstock-collective", SharedWays.kept(TWO_PHASE), works);
  }

  /// The same on a file that the ranks open for each run.
  static Experiment withOpened(Experiment experiment, List<FileWork> works) {
    return with(experiment, "penstock-collective", SharedWays.opened(TWO_PHASE), works);
  }

  /// With pieces through a shared file, each rank for itself.
  static Experiment withPieces(Experiment experiment, List<FileWork> works) {
    return with(experiment, "penstock-shared", SharedWays.pieces(TWO_PHASE), works);
  }

  private static Experiment with(
      Experiment experiment, String approach, Approach way, List<FileWork> works) {
    return experiment.addAll(
        Stream.of(Started.THREADS, Started.TCP)
            .map(
                transport ->
                    Entry.of(
                            approach + "-" + transport,
                            By.PENSTOCK,
                            new Started(transport, Executable.of(way)),
                            works)
                        .note(note(transport))));
  }

  private static String note(String transport) {
    return transport.equals(Started.THREADS)
        ? "two-phase; ranks are threads of one JVM, without MPI"
        : "two-phase; ranks are JVMs connected by TCP, without MPI";
  }
}
