package io.penstock.simulation.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A network of byte streams in virtual time: what is written comes after a delay, in order, in
/// pieces of any length, with room for so many bytes under way.
///
/// A stream can be held up for a time, be reset, or go silent for ever, as when the other machine
/// has lost its power.
public final class SimulatedNetwork {
  private static final int MOST_ROOM = 1 << 19;

  private final Simulation simulation;
  private final long delayNanos;
  private final int room;
  private final boolean breaks;
  private final boolean local;
  private final List<Link> links = new ArrayList<>();

  /// A network of a kind drawn from the run's seed.
  public SimulatedNetwork(Simulation simulation) {
    this.simulation = simulation;
    Draws draws = simulation.draws();
    this.delayNanos = draws.spread(1_000, 20_000_000);
    this.room = (int) draws.spread(2_000, MOST_ROOM);
    this.breaks = draws.below(2) == 0;
    this.local = draws.below(2) == 0;
    simulation.note(
        "network: up to "
            + delayNanos / 1000
            + " us, room for "
            + room
            + (breaks ? ", breaks" : ""));
  }

  /// The longest delay.
  public long delayNanos() {
    return delayNanos;
  }

  /// How many bytes may be under way.
  public int room() {
    return room;
  }

  /// A connection of two processes: both ends of it.
  public record Link(int one, int other, SimulatedSocket mine, SimulatedSocket theirs) {
    boolean joins(int a, int b) {
      return (one == a && other == b) || (one == b && other == a);
    }

    boolean has(int rank) {
      return one == rank || other == rank;
    }
  }

  /// Connects two processes.
  public Link connect(int one, int other) {
    Flow there = new Flow();
    Flow back = new Flow();
    SocketAddress mine = address(one, other);
    SocketAddress theirs = address(other, one);
    Link link =
        new Link(
            one,
            other,
            new SimulatedSocket(back, there, mine, theirs),
            new SimulatedSocket(there, back, theirs, mine));
    links.add(link);
    return link;
  }

  private SocketAddress address(int of, int to) {
    byte[] bytes = {127, 0, 0, (byte) (local ? 1 : of + 1)};
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), 1000 + 100 * of + to);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Holds up what two processes send each other.
  public void part(int one, int other, long forNanos) {
    simulation.note(
        one
            + " and "
            + other
            + " are parted for "
            + TimeUnit.NANOSECONDS.toMillis(forNanos)
            + " ms");
    for (Link link : links) {
      if (link.joins(one, other)) {
        link.mine.in.hold(forNanos);
        link.theirs.in.hold(forNanos);
      }
    }
  }

  /// What the others see of a process that was killed: its streams end with what is on its way.
  public void end(int rank) {
    for (Link link : links) {
      if (link.has(rank)) {
        SimulatedSocket dead = link.one == rank ? link.mine : link.theirs;
        dead.out.end();
        dead.in.broken = true;
      }
    }
  }

  /// What the others see of a machine that has lost its power: nothing.
  public void silence(int rank) {
    for (Link link : links) {
      if (link.has(rank)) {
        link.mine.in.silent = true;
        link.theirs.in.silent = true;
      }
    }
  }

  /// Resets the connection of two processes.
  public void reset(int one, int other) {
    simulation.note("the connection of " + one + " and " + other + " is reset");
    for (Link link : links) {
      if (link.joins(one, other)) {
        link.mine.in.reset();
        link.theirs.in.reset();
      }
    }
  }

  private record Coming(long due, Runnable what) {}

  /// One direction of a connection.
  final class Flow {
    private final ArrayDeque<Coming> onTheWay = new ArrayDeque<>();
    private final ArrayDeque<ByteBuffer> come = new ArrayDeque<>();
    private int under;
    private long last;
    private long heldUntil;
    private boolean silent;
    private boolean broken;
    private boolean wasReset;
    private boolean ended;
    private boolean endCame;
    private @Nullable SimulatedSelector reader;
    private @Nullable SimulatedSelector writer;

    void readBy(SimulatedSelector selector) {
      reader = selector;
    }

    void writtenBy(SimulatedSelector selector) {
      writer = selector;
    }

    private void hold(long forNanos) {
      heldUntil = Math.max(heldUntil, simulation.nanos() + forNanos);
    }

    private void reset() {
      wasReset = true;
      notify(reader);
      notify(writer);
    }

    private static void notify(@Nullable SimulatedSelector selector) {
      if (selector != null) {
        selector.look();
      }
    }

    boolean isReadable() {
      return wasReset || endCame || !come.isEmpty();
    }

    boolean isWritable() {
      return wasReset || broken || under < room;
    }

    /// Takes some bytes, or none where there is no room.
    ///
    /// @return how many
    int write(ByteBuffer source) throws IOException {
      if (wasReset || broken) {
        throw new IOException("Connection reset by peer");
      }
      if (ended) {
        throw new ClosedChannelException();
      }
      int n = Math.min(source.remaining(), room - under);
      if (n > 1 && breaks && simulation.draws().onceIn(3)) {
        n = 1 + simulation.draws().below(n);
      }
      if (n > 0) {
        byte[] bytes = new byte[n];
        source.get(bytes);
        under += n;
        arrive(() -> come.add(ByteBuffer.wrap(bytes)));
      }
      return n;
    }

    private void arrive(Runnable what) {
      if (silent) {
        return;
      }
      long delay = 1 + simulation.draws().below(delayNanos);
      last = Math.max(last, simulation.nanos() + delay);
      onTheWay.add(new Coming(last, what));
      simulation.at(last, this::deliver);
    }

    private void deliver() {
      if (silent) {
        return;
      }
      if (heldUntil > simulation.nanos()) {
        simulation.at(heldUntil, this::deliver);
        return;
      }
      while (!onTheWay.isEmpty() && onTheWay.getFirst().due <= simulation.nanos()) {
        onTheWay.removeFirst().what.run();
        notify(reader);
      }
    }

    /// Hands out what has come.
    ///
    /// @return how many bytes; -1 at the end
    int read(ByteBuffer target) throws IOException {
      if (wasReset) {
        throw new IOException("Connection reset by peer");
      }
      if (come.isEmpty()) {
        return endCame ? -1 : 0;
      }
      int most = target.remaining();
      if (most > 1 && breaks && simulation.draws().onceIn(3)) {
        most = 1 + simulation.draws().below(most);
      }
      int n = 0;
      while (n < most && !come.isEmpty()) {
        ByteBuffer first = come.getFirst();
        int part = Math.min(most - n, first.remaining());
        target.put(first.slice(first.position(), part));
        first.position(first.position() + part);
        n += part;
        if (!first.hasRemaining()) {
          come.removeFirst();
        }
      }
      boolean wasFull = under >= room;
      under -= n;
      if (wasFull) {
        notify(writer);
      }
      return n;
    }

    /// The writer says nothing more.
    void end() {
      if (!ended) {
        ended = true;
        arrive(() -> endCame = true);
      }
    }

    /// The reader is gone.
    void breakOff() {
      broken = true;
      notify(writer);
    }
  }
}
