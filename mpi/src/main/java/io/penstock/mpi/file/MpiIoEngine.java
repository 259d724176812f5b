package io.penstock.mpi.file;

import io.penstock.collective.Hints;
import io.penstock.collective.SharedEngine;
import io.penstock.collective.SharedEngineFile;
import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// The MPI library's own collective I/O: ROMIO or OMPIO, which know parallel file systems.
public final class MpiIoEngine implements SharedEngine {
  /// For [java.util.ServiceLoader].
  public MpiIoEngine() {}

  @Override
  public String name() {
    return "mpi-io";
  }

  @Override
  public String toString() {
    return "engine " + name();
  }

  @Override
  public Optional<String> obstacle(Communicator ranks) {
    return Mpi.launcher().isPresent()
        ? Optional.empty()
        : Optional.of(
            "this process is no rank of an MPI job; start it with mpirun, mpiexec or penstock run --transport mpi");
  }

  /// @throws IOException also if two ranks are one process of the MPI job
  @Override
  public SharedEngineFile open(Communicator ranks, ArrayFile file, Hints hints) throws IOException {
    Mpi mpi = Mpi.start();
    try (ProcessCommunicator processes = ProcessCommunicator.of(mpi, ranks)) {
      return MpiIoFile.open(mpi, processes, file, hints, ranks);
    } catch (MpiException e) {
      throw new IOException(
          String.format(Locale.ROOT, "%s: %s%s", file.path(), e.getMessage(), hint(file.path())),
          e);
    }
  }

  /// ROMIO up to MPICH 4 and in Open MPI sees `ufs:` or `nfs:` before any colon, and says of others
  /// no more than that it cannot open the file.
  private static String hint(Path path) {
    return path.toString().indexOf(':') < 0
        ? ""
        : "; some libraries take what stands before a ':' in a path for the name of a file system: use a path without one, or the engine two-phase";
  }
}
