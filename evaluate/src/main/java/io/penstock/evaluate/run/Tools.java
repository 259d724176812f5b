package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.machine.CCompiler.Yardstick;
import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.machine.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// The contestants that are no Java, each missing with its reason where the machine lacks what it
/// needs. Each is looked for once: to ask a compiler, a Python or a launcher takes up to a second.
public final class Tools {
  private final CCompiler compiler;
  private final Path folder;
  private final boolean starting;
  private @Nullable List<MpiInstallation> mpi;
  private final Map<List<Object>, Executable> known = new HashMap<>();

  /// @param compiler of the yardstick
  /// @param folder for scripts
  public Tools(CCompiler compiler, Path folder) {
    this(compiler, folder, true, null);
  }

  private Tools(
      CCompiler compiler, Path folder, boolean starting, @Nullable List<MpiInstallation> mpi) {
    this.compiler = compiler;
    this.folder = folder;
    this.starting = starting;
    this.mpi = mpi;
  }

  /// The tools of a worker process, which looks its own way up and starts nobody: only the names of
  /// libraries are known.
  static Tools ofWorker(List<MpiInstallation> libraries) {
    return new Tools(CCompiler.ofThisUser(), Path.of(""), false, libraries);
  }

  /// A program, or why it is missing.
  ///
  /// @param what tells it from all others
  private synchronized Executable made(
      String kind, List<Object> what, Callable<List<String>> words) {
    if (!starting) {
      return new Executable.Missing(kind + ": not started by a worker");
    }
    return known.computeIfAbsent(what, _ -> found(kind, words));
  }

  private static Executable found(String kind, Callable<List<String>> words) {
    try {
      return new Executable.Native(words.call());
    } catch (IOException e) {
      return new Executable.Missing(kind + ": " + e.getMessage());
    } catch (Exception e) {
      throw new IllegalStateException(kind + ": " + e, e);
    }
  }

  private Executable c(Yardstick yardstick) {
    return made("C", List.of(yardstick), () -> List.of(compiler.program(yardstick).toString()));
  }

  private Executable c(Yardstick yardstick, MpiInstallation library) {
    return made(
        "C",
        List.of(yardstick, library),
        () -> List.of(compiler.of(library).program(yardstick).toString()));
  }

  /// The C yardstick. It knows the options `method` (`transfer`, `kept-map`, `direct`) and
  /// `preallocate` (`true` or absent); without a request size it asks for 1 MiB.
  public Executable yardstick() {
    return c(Yardstick.FILES);
  }

  /// The C yardstick by a ring of the kernel's, for reads at scattered places.
  public Executable rings() {
    return c(Yardstick.RINGS);
  }

  /// The C yardstick by the MPI-IO of a library, as the ranks of a job of it. It moves parts of
  /// distributed arrays together, and pieces in turn, each rank for itself. Where the option `kept`
  /// is `true` the file stays open.
  public Executable yardstick(MpiInstallation library) {
    return new Executable.Launched(library, c(Yardstick.MPI_FILES, library));
  }

  /// The C program for drills. Which ones it knows is said in `drill.h`, and their options where
  /// they are done.
  public Executable drills() {
    return c(Yardstick.DRILLS);
  }

  /// The C program for drills by an MPI library, as the ranks of a job of it. It knows `ping-pong`
  /// in two processes, `all-reduce` and `all-to-all`.
  public Executable drills(MpiInstallation library) {
    return new Executable.Launched(library, c(Yardstick.MPI_DRILLS, library));
  }

  /// The C program of two ranks that start MPI, send a message to and fro and end MPI. It speaks no
  /// protocol.
  public Executable start(MpiInstallation library) {
    return c(Yardstick.MPI_START, library);
  }

  /// The MPI libraries of this machine, in an order that stays.
  public synchronized List<MpiInstallation> mpi() {
    if (mpi == null) {
      mpi = MpiInstallation.find();
    }
    return mpi;
  }

  /// A Python script of this module, `numpy_arrays.py`, with NumPy.
  public Executable python(String script) {
    return made(
        "NumPy",
        List.of(script),
        () -> {
          Path python = Python.find().executable();
          Path file = Python.script(script, folder);
          return List.of(python.toString(), "-u", file.toString());
        });
  }

  /// A Python script of this module with NumPy and mpi4py, as the ranks of a job of a library whose
  /// Python has mpi4py; missing as such where it has not.
  public Executable python(String script, MpiInstallation library) {
    Executable program =
        made("mpi4py", List.of(script, library), () -> withMpi4py(script, library));
    return program instanceof Executable.Missing
        ? program
        : new Executable.Launched(library, program);
  }

  private List<String> withMpi4py(String script, MpiInstallation library) throws IOException {
    Path python =
        library.python().orElseThrow(() -> new IOException("no Python with mpi4py for it"));
    String path = "PYTHONPATH=" + Python.find().packages();
    Python.require(python, path, "numpy, mpi4py");
    Path file = Python.script(script, folder);
    return List.of("env", path, python.toString(), "-u", file.toString());
  }
}
