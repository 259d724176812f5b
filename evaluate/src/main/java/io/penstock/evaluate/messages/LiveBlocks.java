package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Replacements of blocks, one by one, among many of random sizes that live side by side. By one
/// thread.
///
/// @param <T> what the allocator hands out
class LiveBlocks<T> extends BlockDrill<T> {
  /// The longest.
  static final int MOST = 256 << 10;

  private static final int LEAST = 64;
  private static final int NUMBER = 500;
  private static final int CHECKS = 5000;

  private final int number;
  private final RandomSizes random;
  private final List<T> blocks;
  private final int[] sizes;
  private long bytes;
  private long mostBytes;

  LiveBlocks(Allocator<T> allocator, DrillTask task) throws Exception {
    this(allocator, task, NUMBER, MOST);
    team.run(_ -> fill());
  }

  private LiveBlocks(Allocator<T> allocator, DrillTask task, int number, int most) {
    super(allocator, task);
    this.number = number;
    random = new RandomSizes(LEAST, most, number);
    blocks = new ArrayList<>(number);
    sizes = new int[number];
  }

  @Override
  public void arm(long salt) throws Exception {
    team.run(member -> check(CHECKS, firstStamp(salt, member)));
  }

  @Override
  public Reading run() throws Exception {
    long times = batch.operations();
    return batch.took(team.run(_ -> replace(times)));
  }

  @Override
  public final void close() throws IOException {
    try {
      team.run(_ -> releaseAll());
    } catch (Exception e) {
      throw new IOException("blocks could not be given back", e);
    }
    super.close();
  }

  private void fill() {
    while (blocks.size() < number) {
      lives(blocks.size(), random.size());
      blocks.add(allocator.allocate(random.size()));
      random.advance();
    }
  }

  /// Gives a block back and gets another one, so many times.
  private void replace(long times) {
    for (long i = 0; i < times; i++) {
      int slot = random.slot();
      allocator.release(blocks.get(slot));
      lives(slot, random.size());
      blocks.set(slot, allocator.allocate(random.size()));
      random.advance();
    }
  }

  private void lives(int slot, int size) {
    bytes += size - sizes[slot];
    sizes[slot] = size;
    mostBytes = Math.max(mostBytes, bytes);
  }

  /// Replaces blocks with marks in every one, and looks at each before it goes.
  private void check(int times, long firstStamp) {
    for (int slot = 0; slot < number; slot++) {
      mark(blocks.get(slot), sizes[slot], firstStamp + slot);
    }
    for (int i = 0; i < times; i++) {
      int slot = random.slot();
      compare(blocks.get(slot), sizes[slot], firstStamp + slot);
      replace(1);
      mark(blocks.get(slot), sizes[slot], firstStamp + slot);
    }
    for (int slot = 0; slot < number; slot++) {
      compare(blocks.get(slot), sizes[slot], firstStamp + slot);
    }
  }

  private void releaseAll() {
    blocks.forEach(allocator::release);
    blocks.clear();
    Arrays.fill(sizes, 0);
    bytes = 0;
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
  static final class Footprint<T> extends LiveBlocks<T> {
    /// The name of the drill in which nothing lives.
    static final String TRIMMED = "trimmed";

    /// The longest.
    static final int MOST = 1 << 20;

    private static final int NUMBER = 1000;
    private static final int REPLACED = 10_000;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ANONYMOUS = "RssAnon:";

    private final boolean trimmed;
    private final long before;

    Footprint(Allocator<T> allocator, DrillTask task) {
      super(allocator, task, NUMBER, MOST);
      trimmed = task.drill().name().equals(TRIMMED);
      before = residentBytes();
    }

    @Override
    public void arm(long salt) throws Exception {
      team.run(
          member -> {
            super.fill();
            super.check(NUMBER, firstStamp(salt, member));
            use();
          });
    }

    /// Replaces blocks, and writes to every byte of each, so that the system must provide it.
    private void use() {
      for (int slot = 0; slot < NUMBER; slot++) {
        write(slot);
      }
      for (int i = 0; i < REPLACED; i++) {
        int slot = super.random.slot();
        super.replace(1);
        write(slot);
      }
    }

    private void write(int slot) {
      allocator.memory(super.blocks.get(slot)).asSlice(0, super.sizes[slot]).fill((byte) 1);
    }

    @Override
    public Reading run() throws Exception {
      if (!trimmed) {
        long most = Math.max(1, super.mostBytes); // warm-ups come before blocks
        return new Reading(areNative() ? resident() : held(), most);
      }
      team.run(
          _ -> {
            super.releaseAll();
            allocator.trim();
          });
      return new Reading(held(), 1);
    }

    private boolean areNative() {
      return super.blocks.stream().allMatch(block -> allocator.memory(block).isNative());
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
