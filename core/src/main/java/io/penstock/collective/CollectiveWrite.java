package io.penstock.collective;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;

/// The two-phase write at one rank: in each round it sends its elements of the next piece of each
/// domain to the rank that has it, puts together what comes for its own, and writes that.
///
/// Receives are posted a round ahead, so that a rank that is late with its own piece keeps nobody
/// from sending.
final class CollectiveWrite {
  /// Where holes are on the average nearer than this, they are written back rather than left out.
  private static final long WORTH_A_CALL = 4096;

  private final Exchange all;
  private final Round[] incoming;
  private final Round outgoing;
  private final Coverage coverage = new Coverage();
  private final Outcome outcome = new Outcome();
  private final boolean mayRead;

  /// @param mayRead whether the file may be read
  CollectiveWrite(Exchange all, boolean mayRead) {
    this.all = all;
    this.mayRead = mayRead;
    int size = all.inFile.length;
    this.incoming = new Round[] {new Round(size), new Round(size)};
    this.outgoing = new Round(all.domains.count());
  }

  void run() throws IOException {
    Block block = BufferPool.shared().take(all.domains.piece() * all.width);
    try {
      run(block);
    } finally {
      block.release();
      incoming[0].abandon();
      incoming[1].abandon();
      outgoing.abandon();
    }
    outcome.rethrow();
  }

  private void run(Block block) {
    long rounds = all.domains.rounds();
    if (rounds > 0) {
      receive(0);
    }
    for (long round = 0; round < rounds; round++) {
      if (round + 1 < rounds) {
        receive(round + 1);
      }
      send(round);
      incoming(round).await();
      if (all.aggregates() && !outcome.failed()) {
        write(block, round);
      }
      incoming(round).release();
      outgoing.await();
      outgoing.release();
    }
  }

  private Round incoming(long round) {
    return incoming[(int) (round & 1)];
  }

  private void receive(long round) {
    if (!all.aggregates()) {
      return;
    }
    Round in = incoming(round);
    long start = all.domains.from(all.domain, round);
    long end = all.domains.to(all.domain, round);
    for (int rank = 0; rank < all.inFile.length; rank++) {
      in.from[rank] = all.before(rank, start);
      in.to[rank] = all.before(rank, end);
    }
    in.stage(all.me, all.width);
    for (int rank = 0; rank < all.inFile.length; rank++) {
      if (rank != all.me && in.count(rank) > 0) {
        in.add(all.ranks.ireceive(in.staged(rank, all), rank, Exchange.TAG));
      }
    }
  }

  private void send(long round) {
    for (int domain = 0; domain < all.domains.count(); domain++) {
      outgoing.from[domain] = all.before(all.me, all.domains.from(domain, round));
      outgoing.to[domain] = all.before(all.me, all.domains.to(domain, round));
    }
    if (!all.straight()) {
      outgoing.stage(all.domain, all.width);
    }
    for (int i = 1; i <= all.domains.count(); i++) {
      int domain = (Math.max(0, all.domain) + i) % all.domains.count();
      if (domain != all.domain && outgoing.count(domain) > 0) {
        send(domain);
      }
    }
  }

  private void send(int domain) {
    long from = outgoing.from[domain];
    long to = outgoing.to[domain];
    if (!all.straight()) {
      all.pack(from, to, outgoing.memory(), outgoing.offset[domain]);
    }
    Object data = all.straight() ? all.inPlace(from, to) : outgoing.staged(domain, all);
    outgoing.add(all.ranks.isend(data, all.domains.rank(domain), Exchange.TAG));
  }

  private void write(Block block, long round) {
    Piece piece = new Piece(block.memory(), all.domains.from(all.domain, round), all.width);
    long end = all.domains.to(all.domain, round);
    outcome.add(() -> write(piece, end, incoming(round)));
  }

  private void write(Piece piece, long end, Round in) throws IOException {
    cover(piece, end, in);
    boolean writtenBack = coverage.count() == 0;
    if (writtenBack) {
      coverage.whole(first(in), last(in));
    }
    if (coverage.count() == 0) {
      return;
    }
    if (writtenBack) {
      piece.read(all.file, coverage.start(0), coverage.end(0));
    }
    for (int rank = 0; rank < all.inFile.length; rank++) {
      put(piece, in, rank);
    }
    for (int i = 0; i < coverage.count(); i++) {
      piece.write(all.file, coverage.start(i), coverage.end(i));
    }
  }

  /// Finds what is to be written; nothing if it is to be written with what lies between.
  private void cover(Piece piece, long end, Round in) {
    if (all.pattern.meeting().isEmpty() && total(in) == end - piece.start()) {
      coverage.whole(piece.start(), end);
      return;
    }
    boolean patient = !mayRead || all.hints.holes() == Holes.LEFT_ALONE;
    long most = 1 + (end - piece.start()) * all.width / WORTH_A_CALL;
    if (!coverage.find(
        all.inFile, in.from, in.to, 0, patient ? Long.MAX_VALUE : most * all.inFile.length)) {
      coverage.whole(0, 0);
    }
  }

  private long total(Round in) {
    long total = 0;
    for (int rank = 0; rank < all.inFile.length; rank++) {
      total += in.count(rank);
    }
    return total;
  }

  private long first(Round in) {
    long first = Long.MAX_VALUE;
    for (int rank = 0; rank < all.inFile.length; rank++) {
      if (in.count(rank) > 0) {
        all.inFile[rank].seek(in.from[rank]);
        first = Math.min(first, all.inFile[rank].position());
      }
    }
    return first;
  }

  private long last(Round in) {
    long last = Long.MIN_VALUE;
    for (int rank = 0; rank < all.inFile.length; rank++) {
      if (in.count(rank) > 0) {
        all.inFile[rank].seek(in.to[rank] - 1);
        last = Math.max(last, all.inFile[rank].position() + 1);
      }
    }
    return last;
  }

  private void put(Piece piece, Round in, int rank) {
    long from = in.from[rank];
    long to = in.to[rank];
    if (from == to) {
      return;
    }
    if (rank == all.me) {
      piece.put(all.own, all.mine.memory(), all.inMemory, from, all.inFile[rank], from, to);
    } else {
      all.inStaging.range(in.offset[rank] / all.width, to - from);
      piece.put(all.staged, in.memory(), all.inStaging, 0, all.inFile[rank], from, to);
    }
  }
}
