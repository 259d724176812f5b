package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
  void check(int times, long firstStamp, ThreadTeam.Faults faults) {
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

  private void compare(int slot, long firstStamp, ThreadTeam.Faults faults) {
    MemorySegment memory = allocator.memory(blocks.get(slot));
    faults.add(Stamps.difference(memory, sizes[slot], firstStamp + slot));
  }

  // ---- drills ----------------------------------------------------------------------------------

  /// A drill of live blocks by one thread.
  abstract static class Living<T> implements Exercise.Session {
    final Allocator<T> allocator;
    final LiveBlocks<T> blocks;
    final ThreadTeam team;
    final ThreadTeam.Faults faults = new ThreadTeam.Faults();

    Living(Allocator<T> allocator, int number, int most) {
      this.allocator = allocator;
      blocks = new LiveBlocks<>(allocator, number, most);
      team = new ThreadTeam(1, allocator::thread);
    }

    @Override
    public Optional<String> fault(long salt) {
      return faults.take();
    }

    @Override
    public void close() throws IOException {
      try {
        team.run(_ -> blocks.release());
      } catch (Exception e) {
        throw new IOException("blocks could not be given back", e);
      }
      team.close();
      allocator.close();
    }
  }

  /// Replacements of blocks among many of random sizes.
  static final class Mix<T> extends Living<T> {
    /// How many live at a time.
    static final int NUMBER = 500;

    /// The longest.
    static final int MOST = 256 << 10;

    private static final int CHECKS = 5000;

    private final Batch batch;

    Mix(Allocator<T> allocator, DrillTask task) throws Exception {
      super(allocator, NUMBER, MOST);
      batch = new Batch(task);
      team.run(_ -> blocks.fill());
    }

    @Override
    public void arm(long salt) throws Exception {
      team.run(member -> blocks.check(CHECKS, Stamps.first(salt, member), faults));
    }

    @Override
    public Reading run() throws Exception {
      long number = batch.operations();
      return batch.took(team.run(_ -> blocks.replace(number)));
    }
  }

  /// The memory that an allocator has from the system: where many blocks of random sizes have
  /// lived, or where none lives any more and it was told to give back what it can.
  ///
  /// The first is how much of the process the system has to keep more than before, for each byte
  /// that lived when most did: what an allocator never touched costs nothing, and what it counts is
  /// its own affair. Blocks on the heap, which the system cannot tell from garbage, count as their
  /// allocator says.
  ///
  /// @param <T> what the allocator hands out
  static final class Footprint<T> extends Living<T> {
    /// The name of the drill in which nothing lives.
    static final String TRIMMED = "trimmed";

    /// How many live at a time.
    static final int NUMBER = 1000;

    /// The longest.
    static final int MOST = 1 << 20;

    private static final int REPLACED = 10_000;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ANONYMOUS = "RssAnon:";

    private final boolean trimmed;
    private final long before;

    Footprint(Allocator<T> allocator, DrillTask task) {
      super(allocator, NUMBER, MOST);
      trimmed = task.drill().name().equals(TRIMMED);
      before = residentBytes();
    }

    @Override
    public void arm(long salt) throws Exception {
      team.run(
          member -> {
            blocks.fill();
            blocks.check(NUMBER, Stamps.first(salt, member), faults);
            blocks.use(REPLACED);
          });
    }

    @Override
    public Reading run() throws Exception {
      if (!trimmed) {
        long most = Math.max(1, blocks.mostBytes()); // warm-ups come before blocks
        return new Reading(blocks.areNative() ? resident() : held(), most);
      }
      team.run(
          _ -> {
            blocks.release();
            allocator.trim();
          });
      return new Reading(held(), 1);
    }

    private long held() {
      return allocator.heldBytes().orElseGet(this::resident);
    }

    private long resident() {
      return Math.max(0, residentBytes() - before);
    }

    /// The memory of this process that is no file's and that the system has to keep; 0 where it
    /// does not tell.
    private static long residentBytes() {
      try (var lines = Files.lines(STATUS)) {
        return lines
            .filter(line -> line.startsWith(ANONYMOUS))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
            .findFirst()
            .orElse(0);
      } catch (IOException _) {
        return 0;
      }
    }
  }
}
