package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;

/// The payload of a send, in one or several pieces.
///
/// The last piece is done only when its receive has begun, and with it those of all others: its tag
/// is free for other payloads then, and what nobody receives is not kept by MPI at the receiver.
final class Shipment extends Freight {
  private final Transfer send;
  private final Pieces pieces;

  Shipment(Lane lane, BufferPool pool, Transfer send, Cargo cargo) {
    super(lane, send.peer(), cargo);
    this.send = send;
    this.pieces = new Pieces(send.payload(), pool);
  }

  @Override
  void start(int slot, long at, long length, boolean last, MemorySegment request) {
    MemorySegment data = pieces.outgoing(slot, at, length);
    if (last) {
      lane().synchronousSend(data, length, peer(), tag(), request);
    } else {
      lane().send(data, length, peer(), tag(), request);
    }
  }

  @Override
  void finish(int slot, long at, long length) {
    pieces.release(slot);
  }

  @Override
  boolean isOutgoing(long under) {
    return tag() == under;
  }

  // A send cannot be taken back in all libraries.
  @Override
  void takeBack(MemorySegment request) {}

  @Override
  void release(int slot) {
    pieces.release(slot);
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
