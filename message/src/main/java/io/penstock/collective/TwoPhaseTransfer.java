package io.penstock.collective;

import io.penstock.array.Elements;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PageFaults;
import io.penstock.message.Request;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The two-phase read or write at one rank, in rounds of one piece of each file domain.
///
/// In each round of a write, a rank sends its elements of every domain's next piece to the
/// aggregator of that domain; an aggregator puts together the elements that come for its own piece,
/// and writes it. In a read an aggregator reads the piece and sends to each rank its elements of
/// it. Receives are posted a round ahead, so that a rank that is late with its own piece keeps no
/// other from sending.
///
/// A rank that fails goes on to the end, as the others wait for what it sends, and for what they
/// send to be taken: it sends nothing in place of what it does not have, and refuses what it has no
/// room for. Who gets nothing neither writes nor unpacks that round's elements, and is told of the
/// failure afterwards.
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
  private final BufferPool pool;
  private final Elements nothing;
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

  /// @param pool where pieces and staged elements lie
  TwoPhaseTransfer(Exchange all, Direction direction, BufferPool pool) {
    this.all = all;
    this.direction = direction;
    this.pool = pool;
    this.nothing = Elements.of(MemorySegment.NULL, all.type());
    this.size = all.inFile.length;
    this.domains = all.domains;
    int senders = direction == Direction.READ ? domains.count() : size;
    int receivers = direction == Direction.READ ? size : domains.count();
    this.incoming =
        new Exchange.Round[] {new Exchange.Round(senders, pool), new Exchange.Round(senders, pool)};
    this.outgoing = new Exchange.Round(receivers, pool);
  }

  void run() throws IOException {
    @Nullable Block block =
        all.aggregates() ? failure.get(() -> pool.take(domains.piece() * all.width)) : null;
    piece = block == null ? MemorySegment.NULL : block.memory();
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
      if (block != null) {
        block.release();
      }
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
    boolean whole = in.await();
    if (whole && direction == Direction.READ) {
      failure.attempt(() -> unpackMine(in));
    } else if (whole && all.aggregates() && !failure.failed()) {
      failure.attempt(() -> writePiece(in));
    }
    in.release();
    boolean _ = outgoing.await();
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
      stage(messages, all.domain);
    }
  }

  /// Divides the piece of this rank's domain among all ranks.
  private void dividePiece(Exchange.Round messages, long round) {
    for (int rank = 0; rank < size; rank++) {
      messages.from[rank] = all.before(rank, domains.from(all.domain, round));
      messages.to[rank] = all.before(rank, domains.to(all.domain, round));
    }
    stage(messages, all.me);
  }

  private void stage(Exchange.Round messages, int except) {
    failure.attempt(() -> messages.stage(except, all.width));
  }

  private void receive(Exchange.Round in, int index, int rank, Supplier<Elements> room) {
    @Nullable Request request =
        in.lacksMemory()
            ? null
            : failure.get(() -> all.ranks.ireceive(room.get(), rank, Exchange.TAG));
    if (request == null) {
      in.refuse(all.ranks.ireceive(nothing, rank, Exchange.TAG));
    } else {
      in.add(request, in.count(index) * all.width);
    }
  }

  /// @param has whether there is anything to be sent
  private void send(int rank, boolean has, Supplier<Elements> data) {
    @Nullable Request request =
        has ? failure.get(() -> all.ranks.isend(data.get(), rank, Exchange.TAG)) : null;
    outgoing.add(request == null ? all.ranks.isend(nothing, rank, Exchange.TAG) : request, 0);
  }

  // ---- reading ---------------------------------------------------------------------------------

  private void receiveMine(Exchange.Round in, long round) {
    divideMine(in, round);
    for (int domain = 0; domain < domains.count(); domain++) {
      if (domain != all.domain && in.count(domain) > 0) {
        int from = domain;
        receive(in, domain, domains.rank(domain), () -> mine(in, from));
      }
    }
  }

  private void sendPiece(long round) {
    dividePiece(outgoing, round);
    if (!failure.failed()) {
      failure.attempt(this::readPiece);
    }
    for (int i = 0; i < size; i++) {
      int rank = (all.me + i) % size;
      if (outgoing.count(rank) > 0 && rank != all.me) {
        send(rank, !failure.failed(), () -> staged(rank));
      } else if (outgoing.count(rank) > 0 && !failure.failed()) {
        failure.attempt(() -> copy(outgoing, rank));
      }
    }
  }

  private Elements staged(int rank) {
    copy(outgoing, rank);
    return outgoing.staged(rank, all.type());
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
        int from = rank;
        receive(in, rank, rank, () -> in.staged(from, all.type()));
      }
    }
  }

  private void sendMine(long round) {
    divideMine(outgoing, round);
    for (int i = 1; i <= domains.count(); i++) {
      int domain = (Math.max(0, all.domain) + i) % domains.count();
      if (domain != all.domain && outgoing.count(domain) > 0) {
        send(domains.rank(domain), !outgoing.lacksMemory(), () -> packed(domain));
      }
    }
  }

  private Elements packed(int domain) {
    if (!all.straight()) {
      long from = outgoing.from[domain];
      all.pack(from, outgoing.to[domain], outgoing.memory(), outgoing.offset[domain]);
    }
    return mine(outgoing, domain);
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
      PageFaults.await(all.mine.memory(), to - from);
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
