package io.penstock.mpi.message;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A payload on its way between two ranks, in pieces that follow each other under one number.
///
/// Pieces let memory on the heap pass through a little memory that MPI may see, while what was
/// copied before is already travelling; and they keep MPI's counts, which are C's `int`, small.
/// Belongs to the thread that has the endpoint's pump.
abstract class Freight {
  /// The length of all pieces but the last. Both sides know it.
  static final long PIECE = 1 << 20;

  /// How many pieces are under way at a time.
  static final int WINDOW = 4;

  private final Lane lane;
  private final int peer;
  private final int number;
  private final long bytes;
  private final MemorySegment[] requests = new MemorySegment[WINDOW];
  private final long pieces;
  private long started;
  private long finished;

  /// @param bytes of the payload; one of none has one empty piece
  Freight(Lane lane, int peer, int number, long bytes) {
    this.lane = lane;
    this.peer = peer;
    this.number = number;
    this.bytes = bytes;
    this.pieces = Math.max(1, Math.ceilDiv(bytes, PIECE));
    Arrays.setAll(requests, _ -> lane.takeRequest());
  }

  final Lane lane() {
    return lane;
  }

  final int peer() {
    return peer;
  }

  final int number() {
    return number;
  }

  final long bytes() {
    return bytes;
  }

  /// Starts and finishes what pieces can be.
  ///
  /// @return whether there were any
  final boolean progress() {
    long before = started + finished;
    while (finished < started && lane.isDone(request(finished))) {
      finish(slot(finished), finished * PIECE, length(finished));
      finished++;
    }
    while (started < pieces && started - finished < WINDOW) {
      start(slot(started), started * PIECE, length(started), request(started));
      started++;
    }
    return started + finished > before;
  }

  final boolean isDone() {
    return finished == pieces;
  }

  private long length(long piece) {
    return Math.min(PIECE, bytes - piece * PIECE);
  }

  private static int slot(long piece) {
    return (int) (piece % WINDOW);
  }

  private MemorySegment request(long piece) {
    return requests[slot(piece)];
  }

  /// Has a piece travel.
  abstract void start(int slot, long at, long length, MemorySegment request);

  /// A piece has travelled.
  abstract void finish(int slot, long at, long length);

  /// All pieces have travelled.
  void end() {
    for (MemorySegment request : requests) {
      lane.giveRequest(request);
    }
  }

  /// The job has failed: no more will travel.
  abstract void abandon(RuntimeException why);

  /// Whether it goes from here under a number.
  boolean isOutgoing(int under) {
    return false;
  }

  /// The receiver leaves without receiving it.
  void refused(RuntimeException why) {}
}
