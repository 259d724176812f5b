package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.machine.Python;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The contestants that are no Java, each missing with its reason where the machine lacks what it
/// needs.
public class Tools {
  private final CCompiler compiler;
  private final Path folder;
  private Optional<List<MpiInstallation>> mpi = Optional.empty();

  /// @param compiler of the yardstick
  /// @param folder for scripts
  public Tools(CCompiler compiler, Path folder) {
    this.compiler = compiler;
    this.folder = folder;
  }

  /// The tools of a worker process, which looks its own way up and starts nobody: only the names of
  /// libraries are known.
  static Tools ofWorker(List<MpiInstallation> libraries) {
    return new Names(libraries);
  }

  private static final class Names extends Tools {
    Names(List<MpiInstallation> libraries) {
      super(CCompiler.ofThisUser(), Path.of(""));
      super.mpi = Optional.of(libraries);
    }

    @Override
    Program made(String kind, Recipe recipe) {
      return new Program.Missing(kind + ": not started by a worker");
    }
  }

  /// The making of a program.
  interface Recipe {
    Program make() throws IOException;
  }

  /// A program, or why it is missing.
  Program made(String kind, Recipe recipe) {
    try {
      return recipe.make();
    } catch (IOException e) {
      return new Program.Missing(kind + ": " + e.getMessage());
    }
  }

  /// The C yardstick. It knows the options `method` (`transfer`, `kept-map`, `fresh-map`,
  /// `direct`), `preallocate`, `sync` (both `true` or absent) and `hugepages` (`off` or absent);
  /// without a request size it asks for 1 MiB.
  public Program yardstick() {
    return c(compiler::yardstick);
  }

  /// The C yardstick by the MPI-IO of a library, as the ranks of a job of it. It moves parts of
  /// distributed arrays together, and pieces in turn: together where the option `collective` is
  /// `true`, else each rank for itself. Where `kept` is `true` the file stays open.
  public Program yardstick(MpiInstallation library) {
    return new Program.Launched(library, c(() -> compiler.yardstick(library)));
  }

  /// The C program for drills. Which ones it knows is said in `drill.h`, and their options where
  /// they are done.
  public Program drills() {
    return c(compiler::drills);
  }

  /// The MPI libraries of this machine, in an order that stays.
  public List<MpiInstallation> mpi() {
    List<MpiInstallation> found = mpi.orElseGet(MpiInstallation::find);
    mpi = Optional.of(found);
    return found;
  }

  /// The C program for drills by an MPI library, as the ranks of a job of it. It knows `ping-pong`
  /// in two processes, `all-reduce` and `all-to-all`.
  public Program drills(MpiInstallation library) {
    return new Program.Launched(library, c(() -> compiler.drills(library)));
  }

  /// The C program of two ranks that start MPI, send a message to and fro and end MPI. It speaks no
  /// protocol.
  public Program start(MpiInstallation library) {
    return c(() -> compiler.start(library));
  }

  private interface Build {
    Path program() throws IOException;
  }

  private Program c(Build build) {
    return made("C", () -> new Program.Native(List.of(build.program().toString())));
  }

  /// A Python script of this module, `numpy_arrays.py`, with NumPy.
  public Program python(String script) {
    return made(
        "NumPy",
        () -> {
          Path python = Python.find().executable();
          Path file = Python.script(script, folder);
          return new Program.Native(List.of(python.toString(), "-u", file.toString()));
        });
  }

  /// A Python script of this module with NumPy and mpi4py, as the ranks of a job of a library whose
  /// Python has mpi4py.
  public Program python(String script, MpiInstallation library) {
    return made("mpi4py", () -> launchedPython(script, library));
  }

  private Program launchedPython(String script, MpiInstallation library) throws IOException {
    Path python =
        library.python().orElseThrow(() -> new IOException("no Python with mpi4py for it"));
    String path = "PYTHONPATH=" + Python.find().packages();
    Python.require(python, path, "numpy, mpi4py");
    Path file = Python.script(script, folder);
    return new Program.Launched(
        library,
        new Program.Native(List.of("env", path, python.toString(), "-u", file.toString())));
  }
}
