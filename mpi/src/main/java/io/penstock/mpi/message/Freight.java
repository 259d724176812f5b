package io.penstock.mpi.message;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// A payload on its way between two ranks, in pieces that follow each other under one number.
/// Belongs to the thread that has the endpoint's pump.
abstract class Freight {
  /// How many pieces are under way at a time.
  static final int WINDOW = 4;

  private final Lane lane;
  private final int peer;
  private final Cargo cargo;
  private final MemorySegment[] requests;
  private long started;
  private long finished;

  Freight(Lane lane, int peer, Cargo cargo) {
    this.lane = lane;
    this.peer = peer;
    this.cargo = cargo;
    this.requests = new MemorySegment[(int) Math.min(WINDOW, cargo.pieces())];
    Arrays.setAll(requests, _ -> lane.takeRequest());
  }

  final Lane lane() {
    return lane;
  }

  final int peer() {
    return peer;
  }

  /// Of all pieces.
  final int tag() {
    return cargo.tag();
  }

  /// Starts and finishes what pieces can be.
  ///
  /// @return whether there were any
  final boolean progress() {
    long before = started + finished;
    while (finished < started && lane.isDone(request(finished))) {
      finish(slot(finished), cargo.start(finished), cargo.length(finished));
      finished++;
    }
    while (started < cargo.pieces() && started - finished < WINDOW) {
      boolean last = started == cargo.pieces() - 1;
      start(slot(started), cargo.start(started), cargo.length(started), last, request(started));
      started++;
    }
    return started + finished > before;
  }

  final boolean isDone() {
    return finished == cargo.pieces();
  }

  private static int slot(long piece) {
    return (int) (piece % WINDOW);
  }

  private MemorySegment request(long piece) {
    return requests[slot(piece)];
  }

  /// Has a piece travel.
  abstract void start(int slot, long at, long length, boolean last, MemorySegment request);

  /// A piece has travelled.
  abstract void finish(int slot, long at, long length);

  /// All pieces have travelled.
  void end() {
    for (MemorySegment request : requests) {
      lane.giveRequest(request);
    }
  }

  /// The job has failed: MPI is to leave the memory of the pieces that travel.
  final void takeBack() {
    for (long piece = finished; piece < started; piece++) {
      if (!lane.isDone(request(piece))) {
        takeBack(request(piece));
      }
    }
  }

  /// Has MPI leave the memory of a piece, where it can.
  abstract void takeBack(MemorySegment request);

  /// Finds out whether MPI has left the memory of all pieces.
  final boolean isLeft() {
    for (; finished < started && lane.isDone(request(finished)); finished++) {
      release(slot(finished));
    }
    return hasNothingUnderWay();
  }

  /// Whether MPI was found to have left the memory of all pieces.
  final boolean hasNothingUnderWay() {
    return finished == started;
  }

  /// MPI has left the memory of a piece.
  abstract void release(int slot);

  /// The job has failed: no more will travel.
  abstract void abandon(RuntimeException why);

  /// Whether it goes from here under a tag.
  boolean isOutgoing(long under) {
    return false;
  }

  /// The receiver leaves without receiving it.
  void refused(RuntimeException why) {}
}
