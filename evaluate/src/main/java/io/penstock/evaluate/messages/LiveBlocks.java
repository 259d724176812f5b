package io.penstock.evaluate.messages;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Blocks of many sizes that live side by side and are replaced one by one. For one thread.
///
/// @param <T> what the allocator hands out
final class LiveBlocks<T> {
  static final int LEAST = 64;

  private final Allocator<T> allocator;
  private final int number;
  private final RandomMix mix;
  private final List<T> blocks;
  private final int[] sizes;
  private long bytes;
  private long mostBytes;

  /// @param number how many live at a time
  /// @param most the longest
  LiveBlocks(Allocator<T> allocator, int number, int most) {
    this.allocator = allocator;
    this.number = number;
    mix = new RandomMix(LEAST, most, number);
    blocks = new ArrayList<>(number);
    sizes = new int[number];
  }

  /// Gets all blocks.
  void fill() {
    while (blocks.size() < number) {
      lives(blocks.size(), mix.size());
      blocks.add(allocator.allocate(mix.size()));
      mix.advance();
    }
  }

  /// Gives a block back and gets another one, so many times.
  void replace(long times) {
    for (long i = 0; i < times; i++) {
      int slot = mix.slot();
      allocator.release(blocks.get(slot));
      lives(slot, mix.size());
      blocks.set(slot, allocator.allocate(mix.size()));
      mix.advance();
    }
  }

  private void lives(int slot, int size) {
    bytes += size - sizes[slot];
    sizes[slot] = size;
    mostBytes = Math.max(mostBytes, bytes);
  }

  /// Does the same with marks in every block, and looks at each before it goes.
  void check(int times, long firstStamp, Faults faults) {
    for (int slot = 0; slot < number; slot++) {
      mark(slot, firstStamp);
    }
    for (int i = 0; i < times; i++) {
      int slot = mix.slot();
      compare(slot, firstStamp, faults);
      replace(1);
      mark(slot, firstStamp);
    }
    for (int slot = 0; slot < number; slot++) {
      compare(slot, firstStamp, faults);
    }
  }

  /// Replaces blocks, and writes to every byte of each, so that the system must provide it.
  void use(int times) {
    for (int slot = 0; slot < number; slot++) {
      write(slot);
    }
    for (int i = 0; i < times; i++) {
      int slot = mix.slot();
      replace(1);
      write(slot);
    }
  }

  private void write(int slot) {
    allocator.memory(blocks.get(slot)).asSlice(0, sizes[slot]).fill((byte) 1);
  }

  /// The most bytes that were asked for at a time.
  long mostBytes() {
    return mostBytes;
  }

  /// Whether the blocks lie off the heap.
  boolean areNative() {
    return blocks.stream().allMatch(block -> allocator.memory(block).isNative());
  }

  /// Gives all blocks back.
  void release() {
    blocks.forEach(allocator::release);
    blocks.clear();
    Arrays.fill(sizes, 0);
    bytes = 0;
  }

  private void mark(int slot, long firstStamp) {
    Stamps.mark(allocator.memory(blocks.get(slot)), sizes[slot], firstStamp + slot);
  }

  private void compare(int slot, long firstStamp, Faults faults) {
    MemorySegment memory = allocator.memory(blocks.get(slot));
    faults.add(Stamps.difference(memory, sizes[slot], firstStamp + slot));
  }
}
