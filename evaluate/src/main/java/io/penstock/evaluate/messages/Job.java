package io.penstock.evaluate.messages;

import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.JobSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.UUID;

/// A job of two ranks, as its ranks are told about it.
///
/// @param id of the job
/// @param transport that connects the ranks
/// @param contact of ranks that are processes
/// @param coordinator by which they meet, in the process of rank 0
record Job(UUID id, String transport, Optional<Contact> contact, Optional<Coordinator> coordinator)
    implements AutoCloseable {
  private static final int RANKS = 2;

  /// A job of two threads of this process.
  static Job ofThreads() {
    return new Job(UUID.randomUUID(), "threads", Optional.empty(), Optional.empty());
  }

  /// A job of two processes, of which this one is `rank`.
  static Job ofProcesses(Meeting meeting, int rank) throws IOException, InterruptedException {
    if (rank == 0) {
      Coordinator coordinator =
          Coordinator.open(RANKS, InetAddress.getLoopbackAddress(), System.err::println);
      meeting.announce(
          "%s %d %s"
              .formatted(
                  coordinator.job(), coordinator.address().getPort(), coordinator.secret().hex()));
      return new Job(
          coordinator.job(), "tcp", Optional.of(coordinator.contact()), Optional.of(coordinator));
    }
    String[] words = meeting.await().split(" ", 3);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[1]));
    Contact contact = Contact.local(address, JobSecret.parse(words[2]));
    return new Job(UUID.fromString(words[0]), "tcp", Optional.of(contact), Optional.empty());
  }

  /// What a rank is told.
  JobDescription description(int rank) {
    return new JobDescription(id, transport, rank, RANKS, contact);
  }

  @Override
  public void close() {
    coordinator.ifPresent(Coordinator::close);
  }
}
