import io.penstock.collective.SharedEngine;
import io.penstock.collective.TwoPhaseEngine;
import io.penstock.message.Transport;
import io.penstock.message.tcp.TcpTransport;
import io.penstock.message.threads.ThreadsTransport;

/// Messages between ranks, which are threads or processes, and array files that they share.
///
/// ```java
/// try (Communicator world = Communicator.world()) {
///   if (world.rank() == 0) {
///     world.send(data, 1, TAG);
///   } else {
///     world.receive(data, 0, TAG);
///   }
/// }
/// ```
///
/// - [io.penstock.message.Communicator]: point-to-point messages, requests and collectives over
///   threads, TCP, or MPI with the module `mpi`.
/// - [io.penstock.message.Intercommunicator]: two groups of ranks that send to each other.
/// - [io.penstock.message.Window] and [io.penstock.message.SharedWindow]: memory that other ranks
///   access without the owner's calls, and memory that all ranks of a machine see.
/// - [io.penstock.message.MessageBuffer]: typed sections and objects in one message.
/// - [io.penstock.message.threads.RankThreads]: ranks as threads of this JVM.
/// - [io.penstock.collective.SharedArrayFile]: one array file of all ranks, by independent and
///   collective calls.
///
/// A rank that departs is an error for those that wait for it.
@SuppressWarnings("module") // the modules that launch ranks are built after this one
module io.penstock.message {
  requires static org.jspecify;
  requires static jdk.jfr;
  requires java.management;
  requires jdk.management; // which threads live, where ranks wait for each other
  requires jdk.net; // how soon an idle connection is probed
  requires transitive io.penstock;
  requires transitive io.penstock.object;

  exports io.penstock.collective;
  exports io.penstock.message;
  exports io.penstock.message.launch to
      io.penstock.cli,
      io.penstock.evaluate,
      io.penstock.mpi;
  exports io.penstock.message.match to
      io.penstock.mpi;
  exports io.penstock.message.ranks to
      io.penstock.mpi;
  exports io.penstock.message.threads;

  uses SharedEngine;
  uses Transport;

  provides SharedEngine with
      TwoPhaseEngine;
  provides Transport with
      ThreadsTransport,
      TcpTransport;
}
