package io.penstock.message.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// The registration of a rank with the coordinator, which answers with the other ranks' addresses.
///
/// On the wire it has 25 bytes, after the [Handshake].
///
/// @param listener where the rank listens; the wildcard address stands for the one it calls from
/// @param patience how long it waits for the others
public record Registration(InetSocketAddress listener, Duration patience) {
  private static final int ADDRESS_BYTES = 21;
  private static final int LONGEST_ADDRESS = 16;
  private static final int MOST_NAMED = 16;

  static final int BYTES = ADDRESS_BYTES + Integer.BYTES;

  /// The time that the coordinator's answer may take beyond the patience in the registration.
  private static final Duration GRACE = Duration.ofSeconds(5);

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
    String coordinator = "the coordinator at " + Sockets.text(contact.coordinator());
    try (SocketChannel channel = call(job, contact, deadline, coordinator)) {
      Duration left = Duration.ofMillis(Math.max(1, deadline.remainingMillis()));
      TimedChannel timed = new TimedChannel(channel, Deadline.after(left.plus(GRACE)));
      timed.write(new Registration(listener, left).encode());
      return Attendance.read(timed, job.size()).requireComplete(contact.patience());
    } catch (SocketTimeoutException e) {
      throw new IOException(coordinator + " does not answer", e);
    } catch (EOFException e) {
      throw new IOException(coordinator + " went away: did the launcher end?", e);
    }
  }

  private static SocketChannel call(
      JobDescription job, Contact contact, Deadline deadline, String coordinator)
      throws IOException {
    Hello hello = new Hello(Hello.Purpose.JOIN, job.job(), job.rank(), Hello.COORDINATOR);
    try {
      return Handshake.connect(contact.coordinator(), hello, contact.secret(), deadline);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (RefusedException e) {
      throw new IOException(coordinator + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(coordinator + " cannot be reached: " + e.getMessage(), e);
    }
  }

  /// A list of a few of many ranks for a line of text: `rank 3`, `ranks 1 and 5`, `ranks 1, 5 and
  /// 6`; after the first sixteen `and 84 more`.
  public static String ranks(Collection<Integer> ranks) {
    List<String> names =
        ranks.stream().sorted().limit(MOST_NAMED).map(rank -> Integer.toString(rank)).toList();
    if (names.size() == 1) {
      return "rank " + names.getFirst();
    }
    int more = ranks.size() - names.size();
    String last = more > 0 ? more + " more" : names.getLast();
    List<String> listed = more > 0 ? names : names.subList(0, names.size() - 1);
    return "ranks " + String.join(", ", listed) + " and " + last;
  }

  byte[] encode() {
    ByteBuffer frame = ByteBuffer.allocate(BYTES);
    put(frame, listener);
    return frame.putInt(Math.toIntExact(patience.toMillis())).array();
  }

  /// @throws RefusedException if the address or the patience makes no sense
  static Registration decode(byte[] bytes) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    InetSocketAddress listener = address(frame);
    int millis = frame.getInt();
    if (millis < 1) {
      throw new RefusedException("said that it waits for " + millis + " ms");
    }
    return new Registration(listener, Duration.ofMillis(millis));
  }

  /// The listener's address for other ranks, where the rank itself calls from `caller`.
  InetSocketAddress reachableFrom(InetAddress caller) {
    return listener.getAddress().isAnyLocalAddress()
        ? new InetSocketAddress(caller, listener.getPort())
        : listener;
  }

  private static void put(ByteBuffer frame, InetSocketAddress address) {
    byte[] bytes = address.getAddress().getAddress();
    frame
        .put((byte) bytes.length)
        .put(Arrays.copyOf(bytes, LONGEST_ADDRESS))
        .putInt(address.getPort());
  }

  /// @throws RefusedException if there is no such address
  private static InetSocketAddress address(ByteBuffer frame) throws IOException {
    int length = frame.get();
    byte[] bytes = new byte[LONGEST_ADDRESS];
    frame.get(bytes);
    int port = frame.getInt();
    if ((length != 4 && length != LONGEST_ADDRESS) || port < 1 || port > 65_535) {
      throw new RefusedException(
          "names an address of " + length + " bytes with port " + port + ", which is none");
    }
    return new InetSocketAddress(InetAddress.getByAddress(Arrays.copyOf(bytes, length)), port);
  }

  /// The coordinator's answer: where all ranks listen; or that some did not come in time; or that
  /// one ended without having come.
  ///
  /// On the wire: a code, a count, and as many addresses or ranks.
  ///
  /// @param code [#COMPLETE], [#MISSING] or [#ENDED]
  /// @param addresses by rank if all came, else empty
  /// @param absent the ranks that did not come
  record Attendance(int code, List<InetSocketAddress> addresses, List<Integer> absent) {
    private static final int COMPLETE = 0;
    private static final int MISSING = 1;
    private static final int ENDED = 2;
    private static final int HEAD_BYTES = 2 * Integer.BYTES;

    static Attendance complete(List<InetSocketAddress> addresses) {
      return new Attendance(COMPLETE, addresses, List.of());
    }

    static Attendance missing(List<Integer> ranks) {
      return new Attendance(MISSING, List.of(), ranks);
    }

    static Attendance ended(int rank) {
      return new Attendance(ENDED, List.of(), List.of(rank));
    }

    private List<InetSocketAddress> requireComplete(Duration patience) throws IOException {
      return switch (code) {
        case COMPLETE -> addresses;
        case MISSING ->
            throw new IOException(
                Registration.ranks(absent)
                    + " did not join within "
                    + patience.toMillis() / 1e3
                    + " s");
        default ->
            throw new IOException("rank " + absent.getFirst() + " ended without having joined");
      };
    }

    byte[] encode() {
      int count = addresses.size() + absent.size();
      int each = code == COMPLETE ? ADDRESS_BYTES : Integer.BYTES;
      ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + count * each).putInt(code).putInt(count);
      for (InetSocketAddress address : addresses) {
        put(frame, address);
      }
      for (int rank : absent) {
        frame.putInt(rank);
      }
      return frame.array();
    }

    /// @param size the number of ranks, which limits what is read
    /// @throws IOException if the answer is malformed
    static Attendance read(TimedChannel channel, int size) throws IOException {
      ByteBuffer head = ByteBuffer.wrap(channel.read(HEAD_BYTES));
      int code = head.getInt();
      int count = head.getInt();
      if (count < 1 || count > size || (code == COMPLETE && count != size)) {
        throw malformed("kind " + code + " with " + count + " of " + size + " ranks");
      }
      return switch (code) {
        case COMPLETE -> complete(addresses(channel, count));
        case MISSING -> missing(ranks(channel, count, size));
        case ENDED -> ended(ranks(channel, count, size).getFirst());
        default -> throw malformed("kind " + code);
      };
    }

    private static List<InetSocketAddress> addresses(TimedChannel channel, int count)
        throws IOException {
      ByteBuffer frame = ByteBuffer.wrap(channel.read(count * ADDRESS_BYTES));
      List<InetSocketAddress> addresses = new ArrayList<>(count);
      try {
        while (frame.hasRemaining()) {
          addresses.add(address(frame));
        }
      } catch (RefusedException e) {
        throw malformed("it " + e.getMessage());
      }
      return List.copyOf(addresses);
    }

    private static List<Integer> ranks(TimedChannel channel, int count, int size)
        throws IOException {
      ByteBuffer frame = ByteBuffer.wrap(channel.read(count * Integer.BYTES));
      List<Integer> ranks = new ArrayList<>(count);
      while (frame.hasRemaining()) {
        int rank = frame.getInt();
        if (rank < 0 || rank >= size) {
          throw malformed("rank " + rank + " of " + size);
        }
        ranks.add(rank);
      }
      return List.copyOf(ranks);
    }

    private static IOException malformed(String what) {
      return new IOException("the coordinator's answer is malformed: " + what);
    }
  }
}
