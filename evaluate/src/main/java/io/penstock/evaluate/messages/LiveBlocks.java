package io.penstock.evaluate.messages;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Blocks of many sizes that live side by side and are replaced one by one. For one thread.
///
/// @param <T> what the allocator hands out
final class LiveBlocks<T> {
  /// How many live at a time.
  static final int NUMBER = 500;

  static final int LEAST = 64;
  static final int MOST = 256 << 10;

  private final Allocator<T> allocator;
  private final RandomMix mix = new RandomMix(LEAST, MOST, NUMBER);
  private final List<T> blocks = new ArrayList<>(NUMBER);
  private final int[] sizes = new int[NUMBER];

  LiveBlocks(Allocator<T> allocator) {
    this.allocator = allocator;
  }

  /// Gets all blocks.
  void fill() {
    while (blocks.size() < NUMBER) {
      sizes[blocks.size()] = mix.size();
      blocks.add(allocator.allocate(mix.size()));
      mix.advance();
    }
  }

  /// Gives a block back and gets another one, so many times.
  void replace(long times) {
    for (long i = 0; i < times; i++) {
      int slot = mix.slot();
      allocator.release(blocks.get(slot));
      sizes[slot] = mix.size();
      blocks.set(slot, allocator.allocate(mix.size()));
      mix.advance();
    }
  }

  /// Does the same with marks in every block, and looks at each before it goes.
  void check(int times, long firstStamp, Faults faults) {
    for (int slot = 0; slot < NUMBER; slot++) {
      mark(slot, firstStamp);
    }
    for (int i = 0; i < times; i++) {
      int slot = mix.slot();
      compare(slot, firstStamp, faults);
      replace(1);
      mark(slot, firstStamp);
    }
    for (int slot = 0; slot < NUMBER; slot++) {
      compare(slot, firstStamp, faults);
    }
  }

  /// Writes to every byte, so that the system must provide it.
  void touch() {
    for (int slot = 0; slot < NUMBER; slot++) {
      MemorySegment memory = allocator.memory(blocks.get(slot));
      memory.asSlice(0, sizes[slot]).fill((byte) 1);
    }
  }

  /// The bytes that were asked for in all blocks.
  long bytes() {
    long sum = 0;
    for (int size : sizes) {
      sum += size;
    }
    return sum;
  }

  /// Gives all blocks back.
  void release() {
    blocks.forEach(allocator::release);
    blocks.clear();
  }

  private void mark(int slot, long firstStamp) {
    Stamps.mark(allocator.memory(blocks.get(slot)), sizes[slot], firstStamp + slot);
  }

  private void compare(int slot, long firstStamp, Faults faults) {
    MemorySegment memory = allocator.memory(blocks.get(slot));
    faults.add(Stamps.difference(memory, sizes[slot], firstStamp + slot));
  }
}
