package io.penstock.message.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/// The registration of a rank with the coordinator, which answers with the other ranks' addresses.
public final class Registration {
  /// What the coordinator's answer may take longer than the patience that it was told.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private Registration() {}

  /// Registers the rank and waits until all others have done the same.
  ///
  /// @param listener where this rank listens; the wildcard address stands for the one from which
  ///   the coordinator is called
  /// @return where each rank listens, this one too
  /// @throws IOException if the coordinator cannot be reached or refuses, or ranks are missing when
  ///   the patience ends; the message names them
  public static List<InetSocketAddress> register(
      JobDescription job, Contact contact, InetSocketAddress listener) throws IOException {
    Deadline deadline = Deadline.after(contact.patience());
    try (SocketChannel channel = call(job, contact, deadline)) {
      Duration left = Duration.ofMillis(Math.max(1, deadline.remainingMillis()));
      Wire wire = new Wire(channel, Deadline.after(left.plus(GRACE)));
      wire.write(new Entry(listener, left).encode());
      return addresses(AttendanceFrames.read(wire, job.size()), contact);
    } catch (SocketTimeoutException e) {
      throw new IOException(name(contact) + " does not answer", e);
    } catch (EOFException e) {
      throw new IOException(name(contact) + " went away: did the launcher end?", e);
    }
  }

  private static SocketChannel call(JobDescription job, Contact contact, Deadline deadline)
      throws IOException {
    Hello hello = new Hello(Purpose.JOIN, job.job(), job.rank(), Hello.COORDINATOR);
    try {
      return Call.to(contact.coordinator(), hello, contact.secret(), deadline);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (RefusedException e) {
      throw new IOException(name(contact) + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(name(contact) + " cannot be reached: " + e.getMessage(), e);
    }
  }

  private static String name(Contact contact) {
    return "the coordinator at " + Endpoint.text(contact.coordinator());
  }

  private static List<InetSocketAddress> addresses(Attendance attendance, Contact contact)
      throws IOException {
    if (attendance instanceof Attendance.Complete complete) {
      return complete.addresses();
    }
    throw new IOException(
        attendance instanceof Attendance.Missing missing
            ? Ranks.text(missing.ranks())
                + " did not join within "
                + contact.patience().toMillis() / 1e3
                + " s"
            : "rank " + ((Attendance.Ended) attendance).rank() + " ended without having joined");
  }
}
