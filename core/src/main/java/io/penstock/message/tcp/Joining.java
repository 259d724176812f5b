package io.penstock.message.tcp;

import io.penstock.message.MessageException;
import io.penstock.message.launch.Call;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Deadline;
import io.penstock.message.launch.Doorkeeper;
import io.penstock.message.launch.Hello;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.Purpose;
import io.penstock.message.launch.Registration;
import io.penstock.message.launch.SocketThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/// One rank's way into its job. It calls the ranks below it and is called by those above.
final class Joining implements AutoCloseable {
  private final JobDescription job;
  private final Contact contact;
  private final Deadline deadline;
  private final Peers peers;
  private final Doorkeeper doorkeeper;

  private Joining(JobDescription job, Contact contact, Consumer<String> report) throws IOException {
    this.job = job;
    this.contact = contact;
    this.deadline = Deadline.after(contact.patience());
    this.peers = new Peers(job);
    this.doorkeeper =
        Doorkeeper.open(
            new InetSocketAddress(contact.bind(), 0),
            contact.secret(),
            peers,
            "rank " + job.rank(),
            report);
  }

  static Joining begin(JobDescription job, Consumer<String> report) {
    Contact contact =
        job.contact()
            .orElseThrow(
                () ->
                    new MessageException(
                        name(job)
                            + " was told no coordinator, which "
                            + job.transport()
                            + " needs; set PENSTOCK_COORDINATOR and PENSTOCK_SECRET"));
    try {
      return new Joining(job, contact, report);
    } catch (IOException e) {
      throw failed(job, e, "bind it to an address of this machine");
    }
  }

  Mesh mesh() {
    try {
      callBelow(Registration.register(job, contact, doorkeeper.address()));
      return new Mesh(job.rank(), peers.await(deadline));
    } catch (IOException e) {
      throw failed(job, e, "see what these ranks or the launcher say");
    }
  }

  // Each in a thread of its own: one that does not answer must not hide who else is missing.
  private void callBelow(List<InetSocketAddress> addresses) {
    for (int below = 0; below < job.rank(); below++) {
      int peer = below;
      SocketThreads.forAsManyAs(job.rank())
          .name("penstock-call-" + peer)
          .start(() -> call(peer, addresses.get(peer)));
    }
  }

  private void call(int peer, InetSocketAddress address) {
    try {
      Hello hello = new Hello(Purpose.PEER, job.job(), job.rank(), peer);
      peers.connected(peer, Call.to(address, hello, contact.secret(), deadline));
    } catch (IOException | RuntimeException | Error e) {
      peers.failed(peer, e);
    }
  }

  private static MessageException failed(JobDescription job, IOException e, String remedy) {
    return new MessageException(
        name(job) + " cannot join its job: " + e.getMessage() + "; " + remedy, e);
  }

  private static String name(JobDescription job) {
    return "rank " + job.rank() + " of " + job.size();
  }

  /// Listens no more. What has connected and was not handed over is closed.
  @Override
  public void close() {
    doorkeeper.close();
    peers.close();
  }
}
