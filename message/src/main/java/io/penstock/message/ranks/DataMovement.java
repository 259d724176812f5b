package io.penstock.message.ranks;

import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import io.penstock.message.Shares;
import io.penstock.message.Wire;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// The collective operations that move data and combine nothing: broadcast, gather, scatter,
/// all-gather, all-to-all, and the barrier, which moves none.
final class DataMovement {
  /// A longer broadcast goes piece by piece.
  private static final long PIECE_BYTES = 1 << 20;

  /// All-gathers of less take as few steps as possible.
  private static final long SMALL = 32 << 10;

  /// Parts of an all-to-all up to so many bytes are worth being copied at each of few steps rather
  /// than sent on their own, where there are at least [#MANY] ranks.
  private static final long TINY = 256;

  private static final int MANY = 8;

  private final Collective collective;
  private final int rank;
  private final int size;

  DataMovement(Collective collective) {
    this.collective = collective;
    this.rank = collective.rank();
    this.size = collective.size();
  }

  // ---- from one rank to all --------------------------------------------------------------------

  /// Broadcasts down a binomial tree, piece by piece, so that the levels of the tree work at the
  /// same time.
  void broadcast(Region data, int root) {
    long piece = PIECE_BYTES / data.width();
    long count = data.count();
    long at = 0;
    do {
      long n = Math.min(piece, count - at);
      pass(data.slice(at, n), root);
      at += n;
    } while (at < count);
  }

  private void pass(Region piece, int root) {
    int place = Math.floorMod(rank - root, size);
    if (place != 0) {
      int parent = place & (place - 1);
      collective.receiveAll(piece, (parent + root) % size);
    }
    List<Collective.Step> sends = new ArrayList<>();
    for (int bit = topBit(place); bit > 0; bit >>= 1) {
      if (place + bit < size) {
        sends.add(collective.send(piece, (place + bit + root) % size));
      }
    }
    sends.forEach(collective::await);
  }

  /// The largest step down from a place: children add one bit below the place's lowest.
  private int topBit(int place) {
    return place == 0
        ? Integer.highestOneBit(Math.max(1, size - 1))
        : Integer.lowestOneBit(place) >> 1;
  }

  /// Takes up a message buffer for a broadcast.
  ///
  /// @return what is left to do, in any thread
  Runnable broadcast(MessageBuffer buffer, int root) {
    collective.hold(buffer.wire());
    if (rank != root) {
      BufferPayload _ = new BufferPayload().incoming(buffer);
      return () -> receive(buffer.wire(), root);
    }
    BufferPayload payload = new BufferPayload().outgoing(buffer);
    Region bytes = collective.scratch(MessageKind.BYTE, payload.bytes());
    payload.copyTo(0, bytes.memory(), 0, bytes.bytes());
    return () -> {
      broadcast(Region.of(new long[] {bytes.bytes()}), root);
      broadcast(bytes, root);
    };
  }

  private void receive(Wire wire, int root) {
    long[] length = new long[1];
    broadcast(Region.of(length), root);
    wire.arriving(length[0]);
    MemorySegment room = wire.memory(0).asSlice(wire.offset(0), length[0]);
    broadcast(new Region(room, MessageKind.BYTE), root);
    wire.arrived();
  }

  // ---- to and from one rank --------------------------------------------------------------------

  void gatherHere(Region mine, Region all, Shares shares) {
    List<Collective.Step> receives = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        receives.add(collective.receive(all.share(shares, other), other));
      }
    }
    keep(mine, all.share(shares, rank));
    receives.forEach(collective::await);
  }

  void scatterFromHere(Region all, Shares shares, Region mine) {
    List<Collective.Step> sends = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        sends.add(collective.send(all.share(shares, other), other));
      }
    }
    keep(all.share(shares, rank), mine);
    sends.forEach(collective::await);
  }

  // ---- to all ranks ----------------------------------------------------------------------------

  void gatherEverywhere(Region mine, Region all, Shares shares) {
    keep(mine, all.share(shares, rank));
    if (isSmall(all, shares)) {
      doubling(mine, all, shares);
    } else {
      ring(all, shares);
    }
  }

  private boolean isSmall(Region all, Shares shares) {
    return all.bytes() <= SMALL && shares.equals(Shares.equal(shares.count(0), size));
  }

  /// Bruck's algorithm: each step doubles what a rank has, from its own share on upwards.
  private void doubling(Region mine, Region all, Shares shares) {
    long n = shares.count(0);
    Region found = collective.scratch(all.kind(), n * size);
    found.slice(0, n).fill(mine);
    for (int have = 1; have < size; have *= 2) {
      int more = Math.min(have, size - have);
      collective.exchange(
          found.slice(0, more * n),
          Math.floorMod(rank - have, size),
          found.slice(have * n, more * n),
          (rank + have) % size);
    }
    for (int i = 1; i < size; i++) {
      all.share(shares, (rank + i) % size).fill(found.slice(i * n, n));
    }
  }

  /// Shares go round: each is sent on to the right as it came from the left.
  private void ring(Region all, Shares shares) {
    int right = (rank + 1) % size;
    int left = Math.floorMod(rank - 1, size);
    for (int step = 0; step < size - 1; step++) {
      int sent = Math.floorMod(rank - step, size);
      int received = Math.floorMod(rank - step - 1, size);
      collective.exchange(all.share(shares, sent), right, all.share(shares, received), left);
    }
  }

  // ---- from all ranks to all -------------------------------------------------------------------

  /// After step k a rank has heard of the 2 to the k ranks before it.
  void barrier() {
    Region nothing = Region.of(new byte[0]);
    for (int distance = 1; distance < size; distance *= 2) {
      collective.exchange(
          nothing, (rank + distance) % size, nothing, Math.floorMod(rank - distance, size));
    }
  }

  /// All-to-all of parts that have the same length at all ranks.
  void allToAll(Region send, Region receive) {
    Shares equal = Shares.equal(send.count() / size, size);
    if (size >= MANY && equal.count(0) * send.width() <= TINY) {
      inFewSteps(send, receive, equal);
    } else {
      allToAll(send, equal, receive, Shares.equal(receive.count() / size, size));
    }
  }

  /// Bruck's algorithm. The part for the i-th rank above takes the steps of which i is the sum:
  /// each step is a power of two, and moves the parts that take it in one message.
  private void inFewSteps(Region send, Region receive, Shares equal) {
    long part = equal.count(0);
    Region parts = collective.scratch(send.kind(), send.count());
    for (int i = 0; i < size; i++) {
      parts.share(equal, i).fill(send.share(equal, (rank + i) % size));
    }
    Region out = collective.scratch(send.kind(), send.count());
    Region in = collective.scratch(send.kind(), send.count());
    for (int step = 1; step < size; step *= 2) {
      long moved = part * gather(parts, equal, step, out);
      collective.exchange(
          out.slice(0, moved),
          (rank + step) % size,
          in.slice(0, moved),
          Math.floorMod(rank - step, size));
      scatter(in, parts, equal, step);
    }
    for (int i = 0; i < size; i++) {
      receive.share(equal, Math.floorMod(rank - i, size)).fill(parts.share(equal, i));
    }
  }

  /// @return how many parts take the step
  private int gather(Region parts, Shares equal, int step, Region out) {
    int next = 0;
    for (int i = step; i < size; i++) {
      if ((i & step) != 0) {
        out.share(equal, next).fill(parts.share(equal, i));
        next++;
      }
    }
    return next;
  }

  private void scatter(Region in, Region parts, Shares equal, int step) {
    int next = 0;
    for (int i = step; i < size; i++) {
      if ((i & step) != 0) {
        parts.share(equal, i).fill(in.share(equal, next));
        next++;
      }
    }
  }

  /// All-to-all of shares. Memory that is sent from and received into at once holds in its second
  /// half of steps what came in the first half.
  void allToAll(Region send, Shares sent, Region receive, Shares received) {
    IntFunction<Region> out = other -> send.share(sent, other);
    IntFunction<Region> in = other -> receive.share(received, other);
    allToAll(send.isAt(receive) ? keptFor(out) : out, in);
  }

  /// Copies of what is overwritten before it is sent.
  private IntFunction<Region> keptFor(IntFunction<Region> out) {
    Region[] kept = new Region[size];
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      kept[to] = out.apply(to);
      if (step >= size - step) {
        kept[to] = collective.scratch(kept[to].kind(), kept[to].count());
        kept[to].fill(out.apply(to));
      }
    }
    kept[rank] = out.apply(rank);
    return other -> kept[other];
  }

  /// All-to-all of parts by rank. In step k each rank sends to the k-th above it: no rank is sent
  /// to by two at once.
  void allToAll(IntFunction<Region> send, IntFunction<Region> receive) {
    keep(send.apply(rank), receive.apply(rank));
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      int from = Math.floorMod(rank - step, size);
      collective.exchange(send.apply(to), to, receive.apply(from), from);
    }
  }

  private static void keep(Region from, Region to) {
    if (!from.isAt(to)) {
      to.fill(from);
    }
  }
}
