package io.penstock.collective;

import io.penstock.array.Elements;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The two-phase read or write at one rank, in rounds of one piece of each file domain.
///
/// In each round of a write, a rank sends its elements of every domain's next piece to the
/// aggregator of that domain; an aggregator puts together the elements that come for its own piece,
/// and writes it. In a read an aggregator reads the piece and sends to each rank its elements of
/// it. Receives are posted a round ahead, so that a rank that is late with its own piece keeps no
/// other from sending.
final class TwoPhaseTransfer {
  /// A read takes the gap between two stretches with them if it is no longer than this, in bytes
  /// (ROMIO's data sieving).
  private static final int SIEVE = 4096;

  /// A read tells apart so many stretches of one piece, for each rank.
  private static final int MOST_STRETCHES = 256;

  /// A write writes holes back, rather than leaving them out, if they lie nearer together than this
  /// on the average, in bytes.
  private static final long WORTH_A_CALL = 4096;

  private final Exchange all;
  private final Direction direction;
  private final int size;
  private final Exchange.Domains domains;
  private final Exchange.Round[] incoming;
  private final Exchange.Round outgoing;
  private final Coverage coverage = new Coverage();
  private final FirstFailure failure = new FirstFailure();

  /// The piece of this rank's own domain, its elements in native byte order, and the position in
  /// the file of the first.
  private MemorySegment piece = MemorySegment.NULL;

  private long start;
  private long end;

  TwoPhaseTransfer(Exchange all, Direction direction) {
    this.all = all;
    this.direction = direction;
    this.size = all.inFile.length;
    this.domains = all.domains;
    int senders = direction == Direction.READ ? domains.count() : size;
    int receivers = direction == Direction.READ ? size : domains.count();
    this.incoming = new Exchange.Round[] {new Exchange.Round(senders), new Exchange.Round(senders)};
    this.outgoing = new Exchange.Round(receivers);
  }

  void run() throws IOException {
    Block block = BufferPool.shared().take(domains.piece() * all.width);
    piece = block.memory();
    try {
      long rounds = domains.rounds();
      if (rounds > 0) {
        receive(0);
      }
      for (long round = 0; round < rounds; round++) {
        if (round + 1 < rounds) {
          receive(round + 1);
        }
        move(round);
      }
    } finally {
      block.release();
      incoming[0].abandon();
      incoming[1].abandon();
      outgoing.abandon();
    }
    failure.rethrow();
  }

  private void receive(long round) {
    Exchange.Round in = incoming(round);
    if (direction == Direction.READ) {
      receiveMine(in, round);
    } else if (all.aggregates()) {
      receivePiece(in, round);
    }
  }

  private void move(long round) {
    Exchange.Round in = incoming(round);
    if (all.aggregates()) {
      start = domains.from(all.domain, round);
      end = domains.to(all.domain, round);
    }
    if (direction == Direction.WRITE) {
      sendMine(round);
    } else if (all.aggregates()) {
      sendPiece(round);
    }
    in.await();
    if (direction == Direction.READ) {
      unpackMine(in);
    } else if (all.aggregates() && !failure.failed()) {
      failure.attempt(() -> writePiece(in));
    }
    in.release();
    outgoing.await();
    outgoing.release();
  }

  private Exchange.Round incoming(long round) {
    return incoming[(int) (round & 1)];
  }

  /// Divides this rank's elements among the pieces of all domains.
  private void divideMine(Exchange.Round messages, long round) {
    for (int domain = 0; domain < domains.count(); domain++) {
      messages.from[domain] = all.before(all.me, domains.from(domain, round));
      messages.to[domain] = all.before(all.me, domains.to(domain, round));
    }
    if (!all.straight()) {
      messages.stage(all.domain, all.width);
    }
  }

  /// Divides the piece of this rank's domain among all ranks.
  private void dividePiece(Exchange.Round messages, long round) {
    for (int rank = 0; rank < size; rank++) {
      messages.from[rank] = all.before(rank, domains.from(all.domain, round));
      messages.to[rank] = all.before(rank, domains.to(all.domain, round));
    }
    messages.stage(all.me, all.width);
  }

  // ---- reading ---------------------------------------------------------------------------------

  private void receiveMine(Exchange.Round in, long round) {
    divideMine(in, round);
    for (int domain = 0; domain < domains.count(); domain++) {
      if (domain != all.domain && in.count(domain) > 0) {
        Elements room = mine(in, domain);
        in.add(all.ranks.ireceive(room, domains.rank(domain), Exchange.TAG));
      }
    }
  }

  /// After a failure the others get something nonetheless: they wait for it, and are told of the
  /// failure afterwards.
  private void sendPiece(long round) {
    dividePiece(outgoing, round);
    if (!failure.failed()) {
      failure.attempt(this::readPiece);
    }
    for (int i = 0; i < size; i++) {
      int rank = (all.me + i) % size;
      if (outgoing.count(rank) > 0 && (rank != all.me || !failure.failed())) {
        copy(outgoing, rank);
        if (rank != all.me) {
          outgoing.add(all.ranks.isend(outgoing.staged(rank, all.type()), rank, Exchange.TAG));
        }
      }
    }
  }

  private void readPiece() throws IOException {
    long most = (long) MOST_STRETCHES * size;
    long gap = SIEVE / all.width;
    if (!coverage.find(all.inFile, outgoing.from, outgoing.to, gap, most)) {
      coverage.whole(start, end);
    }
    for (int i = 0; i < coverage.count(); i++) {
      all.file.readAt(coverage.start(i), stretch(i));
    }
  }

  private void unpackMine(Exchange.Round in) {
    if (!all.straight()) {
      for (int domain = 0; domain < domains.count(); domain++) {
        if (domain != all.domain && in.count(domain) > 0) {
          all.unpack(in.memory(), in.offset[domain], in.from[domain], in.to[domain]);
        }
      }
    }
  }

  // ---- writing ---------------------------------------------------------------------------------

  private void receivePiece(Exchange.Round in, long round) {
    dividePiece(in, round);
    for (int rank = 0; rank < size; rank++) {
      if (rank != all.me && in.count(rank) > 0) {
        in.add(all.ranks.ireceive(in.staged(rank, all.type()), rank, Exchange.TAG));
      }
    }
  }

  private void sendMine(long round) {
    divideMine(outgoing, round);
    for (int i = 1; i <= domains.count(); i++) {
      int domain = (Math.max(0, all.domain) + i) % domains.count();
      if (domain != all.domain && outgoing.count(domain) > 0) {
        if (!all.straight()) {
          all.pack(
              outgoing.from[domain],
              outgoing.to[domain],
              outgoing.memory(),
              outgoing.offset[domain]);
        }
        Elements data = mine(outgoing, domain);
        outgoing.add(all.ranks.isend(data, domains.rank(domain), Exchange.TAG));
      }
    }
  }

  private void writePiece(Exchange.Round in) throws IOException {
    boolean writesBack = !cover(in);
    if (writesBack) {
      coverWithHoles(in);
    }
    if (coverage.count() == 0) {
      return;
    }
    if (writesBack) {
      all.file.readAt(coverage.start(0), stretch(0));
    }
    for (int rank = 0; rank < size; rank++) {
      if (in.count(rank) > 0) {
        copy(in, rank);
      }
    }
    for (int i = 0; i < coverage.count(); i++) {
      all.file.writeAt(coverage.start(i), stretch(i));
    }
  }

  /// Finds the stretches that are to be written.
  ///
  /// @return whether there are any; if not, all is to be written with the holes between
  private boolean cover(Exchange.Round in) {
    if (!all.pattern.overlaps() && total(in) == end - start) {
      coverage.whole(start, end);
      return end > start;
    }
    boolean leavesHoles = !all.file.mode().reads() || all.hints.holes() == Holes.LEFT_ALONE;
    long most = (1 + (end - start) * all.width / WORTH_A_CALL) * size;
    return coverage.find(all.inFile, in.from, in.to, 0, leavesHoles ? Long.MAX_VALUE : most)
        && coverage.count() > 0;
  }

  private long total(Exchange.Round in) {
    long total = 0;
    for (int rank = 0; rank < size; rank++) {
      total += in.count(rank);
    }
    return total;
  }

  /// Covers everything from the first element of any rank to the last.
  private void coverWithHoles(Exchange.Round in) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (int rank = 0; rank < size; rank++) {
      if (in.count(rank) > 0) {
        Walk inFile = all.inFile[rank];
        inFile.seek(in.from[rank]);
        first = Math.min(first, inFile.position());
        inFile.seek(in.to[rank] - 1);
        last = Math.max(last, inFile.position());
      }
    }
    coverage.whole(first, last + 1);
  }

  // ---- the memory on both sides ----------------------------------------------------------------

  /// This rank's elements in a domain: where they lie, or staged.
  private Elements mine(Exchange.Round messages, int domain) {
    return all.straight()
        ? all.inPlace(messages.from[domain], messages.to[domain])
        : messages.staged(domain, all.type());
  }

  private MemorySegment stretch(int i) {
    long from = coverage.start(i);
    return piece.asSlice((from - start) * all.width, (coverage.end(i) - from) * all.width);
  }

  /// Copies a rank's elements between the piece and its own or staging memory.
  private void copy(Exchange.Round messages, int rank) {
    long from = messages.from[rank];
    long to = messages.to[rank];
    if (rank == all.me) {
      copy(all.own, all.mine.memory(), all.inMemory, from, rank, from, to);
    } else {
      all.inStaging.range(messages.offset[rank] / all.width, to - from);
      copy(all.staged, messages.memory(), all.inStaging, 0, rank, from, to);
    }
  }

  private void copy(
      Kernel kernel, Object memory, Walk inMemory, long first, int rank, long from, long to) {
    Walk inFile = all.inFile[rank];
    inFile.seek(from);
    inMemory.seek(first);
    while (inFile.element() < to) {
      long n = Math.min(Math.min(inFile.run(), inMemory.run()), to - inFile.element());
      long at = (inFile.position() - start) * all.width;
      long step = inFile.step() * all.width;
      if (direction == Direction.READ) {
        kernel.unpack(piece, at, step, memory, inMemory.position(), inMemory.step(), n);
      } else {
        kernel.pack(memory, inMemory.position(), inMemory.step(), piece, at, step, n);
      }
      inFile.advance(n);
      inMemory.advance(n);
    }
  }

  /// The stretches of a piece in which some rank has elements. Reused from piece to piece.
  private static final class Coverage {
    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private int count;

    /// The number of stretches.
    int count() {
      return count;
    }

    /// The position at which a stretch begins.
    long start(int stretch) {
      return starts[stretch];
    }

    /// The position at which a stretch ends.
    long end(int stretch) {
      return ends[stretch];
    }

    /// Takes all of a range as covered.
    void whole(long start, long end) {
      count = 0;
      if (end > start) {
        add(start, end);
      }
    }

    /// Finds the stretches, in ascending order.
    ///
    /// @param walks by rank, over positions in the file
    /// @param from each rank's first element
    /// @param to one past each rank's last element
    /// @param gap elements of others that a stretch may contain in one place
    /// @param most steps that this may take
    /// @return whether it took no more; otherwise the stretches are incomplete
    boolean find(Walk[] walks, long[] from, long[] to, long gap, long most) {
      count = 0;
      for (int rank = 0; rank < walks.length; rank++) {
        walks[rank].seek(from[rank]);
      }
      long steps = 0;
      for (int rank = lowest(walks, to); rank >= 0; rank = lowest(walks, to)) {
        if (++steps > most) {
          return false;
        }
        take(walks[rank], to[rank], gap);
      }
      return true;
    }

    /// The rank whose next element lies lowest; -1 if none has any left.
    private static int lowest(Walk[] walks, long[] to) {
      int lowest = -1;
      for (int rank = 0; rank < walks.length; rank++) {
        boolean left = walks[rank].element() < to[rank];
        if (left && (lowest < 0 || walks[rank].position() < walks[lowest].position())) {
          lowest = rank;
        }
      }
      return lowest;
    }

    private void take(Walk walk, long to, long gap) {
      long step = walk.step();
      long n = step - 1 > gap ? 1 : Math.min(walk.run(), to - walk.element());
      long start = walk.position();
      long end = start + (n - 1) * step + 1;
      if (count > 0 && start - ends[count - 1] <= gap) {
        ends[count - 1] = Math.max(ends[count - 1], end);
      } else {
        add(start, end);
      }
      walk.advance(n);
    }

    private void add(long start, long end) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
      }
      starts[count] = start;
      ends[count] = end;
      count++;
    }
  }
}
