package io.penstock.evaluate.messages;

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

/// A job by one of Penstock's own transports, as its ranks are told about it.
///
/// @param id of the job
/// @param ranks how many there are
/// @param transport that connects the ranks
/// @param contact of ranks that are processes
/// @param coordinator by which they meet, in the process of rank 0
record EmbeddedJob(
    UUID id,
    int ranks,
    String transport,
    Optional<Contact> contact,
    Optional<Coordinator> coordinator)
    implements Job {

  /// A job of threads of this process.
  static Job ofThreads(int ranks) {
    return new EmbeddedJob(UUID.randomUUID(), ranks, "threads", Optional.empty(), Optional.empty());
  }

  /// A job of processes, of which this one is `rank`.
  static Job ofProcesses(Meeting meeting, int rank, int ranks)
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
      return new EmbeddedJob(
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
    return new EmbeddedJob(
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
