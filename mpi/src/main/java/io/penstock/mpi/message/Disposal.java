package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;

/// A payload that the receiver refused and must drain, since its sender cannot take it back.
final class Disposal extends Freight {
  private final Blocks blocks;

  Disposal(Lane lane, BufferPool pool, int source, Cargo cargo) {
    super(lane, source, cargo);
    this.blocks = new Blocks(pool, WINDOW);
  }

  @Override
  void start(int slot, long at, long length, boolean last, MemorySegment request) {
    lane().receive(blocks.take(slot, length), length, peer(), tag(), request);
  }

  @Override
  void finish(int slot, long at, long length) {
    blocks.release(slot);
  }

  @Override
  void takeBack(MemorySegment request) {
    lane().takeBack(request);
  }

  @Override
  void release(int slot) {
    blocks.release(slot);
  }

  @Override
  void abandon(RuntimeException why) {}
}
