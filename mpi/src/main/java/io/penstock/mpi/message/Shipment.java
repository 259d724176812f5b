package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;

/// What a send sends.
final class Shipment extends Freight {
  private final Transfer send;
  private final Pieces pieces;

  Shipment(Lane lane, BufferPool pool, Transfer send, Cargo cargo) {
    super(lane, send.peer(), cargo);
    this.send = send;
    this.pieces = new Pieces(send.payload(), pool);
  }

  @Override
  void start(int slot, long at, long length, MemorySegment request) {
    MemorySegment data = pieces.outgoing(slot, at, length);
    if (send.isSynchronous() && at == 0) {
      lane().synchronousSend(data, length, peer(), number(), request);
    } else {
      lane().send(data, length, peer(), number(), request);
    }
  }

  @Override
  void finish(int slot, long at, long length) {
    pieces.release(slot);
  }

  @Override
  boolean isOutgoing(int under) {
    return number() == under;
  }

  @Override
  void refused(RuntimeException why) {
    send.spoil(why);
  }

  @Override
  void end() {
    super.end();
    send.end();
  }

  @Override
  void abandon(RuntimeException why) {
    send.end(why);
  }
}
