package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.message.Communicator;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.JobSecret;
import io.penstock.message.launch.RankContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// A job, as those of its ranks see it that this process has.
interface Job extends AutoCloseable {
  /// A way in which the ranks of a task come to their job.
  @FunctionalInterface
  interface Source {
    /// Opens the job of a task.
    Job open(DrillTask task) throws IOException, InterruptedException;
  }

  /// The job of a task: of one process's threads, or of processes with one thread each.
  static Job of(DrillTask task) throws IOException, InterruptedException {
    Drill drill = task.drill();
    return drill.processes() == 1
        ? Embedded.ofThreads(drill.threads())
        : Embedded.ofProcesses(new Rendezvous(task.meeting()), task.rank(), drill.processes());
  }

  /// The job that MPI's own launcher has started.
  static Job launched(DrillTask task) {
    return new Launched();
  }

  /// How many of its ranks this process has.
  static int ranksHere(DrillTask task) {
    return task.drill().processes() == 1 ? task.drill().threads() : 1;
  }

  /// A thread that is to be a rank, not started.
  Thread thread(int rank, Runnable task);

  /// All ranks, for the one that the calling thread is, to be closed when the drill is over.
  Communicator world();

  @Override
  void close();

  /// A job by one of Penstock's own transports, as its ranks are told about it.
  ///
  /// @param id of the job
  /// @param ranks how many there are
  /// @param transport that connects the ranks
  /// @param contact of ranks that are processes
  /// @param coordinator by which they meet, in the process of rank 0
  record Embedded(
      UUID id,
      int ranks,
      String transport,
      Optional<Contact> contact,
      Optional<Coordinator> coordinator)
      implements Job {

    /// A job of threads of this process.
    static Job ofThreads(int ranks) {
      return new Embedded(UUID.randomUUID(), ranks, "threads", Optional.empty(), Optional.empty());
    }

    /// A job of processes, of which this one is `rank`.
    static Job ofProcesses(Rendezvous meeting, int rank, int ranks)
        throws IOException, InterruptedException {
      if (rank == 0) {
        Coordinator coordinator =
            Coordinator.open(ranks, InetAddress.getLoopbackAddress(), System.err::println);
        meeting.announce(
            String.format(
                Locale.ROOT,
                "%s %d %s",
                coordinator.job(),
                coordinator.address().getPort(),
                coordinator.secret().hex()));
        return new Embedded(
            coordinator.job(),
            ranks,
            "tcp",
            Optional.of(coordinator.contact()),
            Optional.of(coordinator));
      }
      String[] words = meeting.await().split(" ", 3);
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[1]));
      Contact contact = Contact.local(address, JobSecret.parse(words[2]));
      return new Embedded(
          UUID.fromString(words[0]), ranks, "tcp", Optional.of(contact), Optional.empty());
    }

    @Override
    public Thread thread(int rank, Runnable task) {
      JobDescription description = new JobDescription(id, transport, rank, ranks, contact);
      return Thread.ofPlatform()
          .name("rank-" + rank)
          .unstarted(() -> RankContext.run(description, task));
    }

    @Override
    public Communicator world() {
      return Communicator.world();
    }

    @Override
    public void close() {
      coordinator.ifPresent(Coordinator::close);
    }
  }

  /// Ranks that MPI's own launcher has started. Their process has one world as long as it lives, so
  /// each drill has a duplicate of it.
  record Launched() implements Job {
    @Override
    public Thread thread(int rank, Runnable task) {
      return Thread.ofPlatform().name("rank-" + rank).unstarted(task);
    }

    @Override
    public Communicator world() {
      return Communicator.world().duplicate();
    }

    @Override
    public void close() {}
  }
}
