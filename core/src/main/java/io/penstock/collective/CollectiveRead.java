package io.penstock.collective;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;

/// The two-phase read at one rank: in each round it reads the next piece of its own domain and
/// sends to each other rank its elements of it, and gets its own from theirs.
final class CollectiveRead {
  /// What lies between two stretches is read with them if it is no more than this.
  private static final int SIEVE = 4096;

  /// So many stretches of one piece are told apart, for each rank.
  private static final int MOST_STRETCHES = 256;

  private final Exchange all;
  private final Round[] incoming;
  private final Round outgoing;
  private final Coverage coverage = new Coverage();
  private final Outcome outcome = new Outcome();

  CollectiveRead(Exchange all) {
    this.all = all;
    int domains = all.domains.count();
    this.incoming = new Round[] {new Round(domains), new Round(domains)};
    this.outgoing = new Round(all.inFile.length);
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
      if (all.aggregates()) {
        Piece piece = new Piece(block.memory(), all.domains.from(all.domain, round), all.width);
        serve(piece, all.domains.to(all.domain, round));
      }
      incoming(round).await();
      deliver(incoming(round));
      outgoing.await();
      outgoing.release();
    }
  }

  private Round incoming(long round) {
    return incoming[(int) (round & 1)];
  }

  private void receive(long round) {
    Round in = incoming(round);
    for (int domain = 0; domain < all.domains.count(); domain++) {
      in.from[domain] = all.before(all.me, all.domains.from(domain, round));
      in.to[domain] = all.before(all.me, all.domains.to(domain, round));
    }
    if (!all.straight()) {
      in.stage(all.domain, all.width);
    }
    for (int domain = 0; domain < all.domains.count(); domain++) {
      if (domain != all.domain && in.count(domain) > 0) {
        Object room =
            all.straight() ? all.inPlace(in.from[domain], in.to[domain]) : in.staged(domain, all);
        in.add(all.ranks.ireceive(room, all.domains.rank(domain), Exchange.TAG));
      }
    }
  }

  /// Reads a piece and sends it out. After a failure the others get something nonetheless: they
  /// wait for it, and are told afterwards.
  private void serve(Piece piece, long end) {
    for (int rank = 0; rank < all.inFile.length; rank++) {
      outgoing.from[rank] = all.before(rank, piece.start());
      outgoing.to[rank] = all.before(rank, end);
    }
    outgoing.stage(all.me, all.width);
    if (!outcome.failed()) {
      outcome.add(() -> read(piece, end));
    }
    for (int i = 0; i < all.inFile.length; i++) {
      int rank = (all.me + i) % all.inFile.length;
      if (outgoing.count(rank) > 0) {
        serve(piece, rank);
      }
    }
  }

  private void read(Piece piece, long end) throws IOException {
    long patience = (long) MOST_STRETCHES * all.inFile.length;
    long gap = SIEVE / all.width;
    if (!coverage.find(all.inFile, outgoing.from, outgoing.to, gap, patience)) {
      coverage.whole(piece.start(), end);
    }
    for (int i = 0; i < coverage.count(); i++) {
      piece.read(all.file, coverage.start(i), coverage.end(i));
    }
  }

  private void serve(Piece piece, int rank) {
    long from = outgoing.from[rank];
    long to = outgoing.to[rank];
    if (rank == all.me) {
      if (!outcome.failed()) {
        piece.get(all.own, all.mine.memory(), all.inMemory, from, all.inFile[rank], from, to);
      }
      return;
    }
    all.inStaging.range(outgoing.offset[rank] / all.width, to - from);
    piece.get(all.staged, outgoing.memory(), all.inStaging, 0, all.inFile[rank], from, to);
    outgoing.add(all.ranks.isend(outgoing.staged(rank, all), rank, Exchange.TAG));
  }

  private void deliver(Round in) {
    if (!all.straight()) {
      for (int domain = 0; domain < all.domains.count(); domain++) {
        if (domain != all.domain && in.count(domain) > 0) {
          all.unpack(in.memory(), in.offset[domain], in.from[domain], in.to[domain]);
        }
      }
    }
    in.release();
  }
}
