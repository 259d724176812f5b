package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;

/// The matched payload of a receive.
final class Delivery extends Freight {
  private final Transfer receive;
  private final Pieces pieces;

  /// @param receive has admitted the message
  Delivery(Lane lane, BufferPool pool, Transfer receive, int source, Cargo cargo) {
    super(lane, source, cargo);
    this.receive = receive;
    this.pieces = new Pieces(receive.payload(), pool);
  }

  @Override
  void start(int slot, long at, long length, boolean last, MemorySegment request) {
    lane().receive(pieces.incoming(slot, at, length), length, peer(), tag(), request);
  }

  @Override
  void finish(int slot, long at, long length) {
    try {
      pieces.bring(slot, at, length);
    } catch (RuntimeException e) { // the rest comes nonetheless
      receive.spoil(e);
    } finally {
      pieces.release(slot);
    }
  }

  @Override
  void end() {
    super.end();
    if (receive.isSpoilt()) {
      receive.end();
    } else {
      receive.arrived();
    }
  }

  @Override
  void takeBack(MemorySegment request) {
    lane().takeBack(request);
  }

  @Override
  void release(int slot) {
    pieces.release(slot);
  }

  @Override
  void abandon(RuntimeException why) {
    receive.end(why);
  }
}
