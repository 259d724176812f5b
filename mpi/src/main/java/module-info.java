import io.penstock.collective.SharedEngine;
import io.penstock.message.Transport;
import io.penstock.mpi.file.MpiIoEngine;
import io.penstock.mpi.message.MpiTransport;

/// Messages and files by the MPI library that is there: Open MPI, MPICH, Intel MPI, or any with the
/// standard ABI of MPI 5.
@SuppressWarnings("module") // the command is built after this one
module io.penstock.mpi {
  requires static org.jspecify;
  requires transitive io.penstock.message;

  exports io.penstock.mpi;
  exports io.penstock.mpi.abi;
  exports io.penstock.mpi.launch to
      io.penstock.cli;

  provides SharedEngine with
      MpiIoEngine;
  provides Transport with
      MpiTransport;
}
