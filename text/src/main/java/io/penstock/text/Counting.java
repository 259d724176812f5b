package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A count over the blocks of a text, by any number of threads: each takes the next block until
/// there is none or one of them has failed, and waits for no other.
///
/// A thread takes longer to start than to count some hundred KiB, and more threads than processors
/// wait for each other: a small text has fewer threads than were asked for, and none has more than
/// there are processors.
final class Counting extends ParallelRegion implements Closeable {
  /// So many blocks are worth a thread.
  private static final int SHARE = 4;

  /// Processors copy fastest to where a page begins.
  private static final long PAGE = 4096;

  /// A regular file, which threads read side by side; null for an input, from which they take
  /// turns.
  private final @Nullable TextFile file;

  private final InputStream input;
  private final Lines lines;
  private final List<BlockTally> tallies = new ArrayList<>();
  private final AtomicLong next = new AtomicLong();
  private boolean ended;

  /// Counts in a file.
  ///
  /// @param words whether words and characters are counted too
  Counting(TextFile file, Lines lines, int threads, boolean words) {
    this(file, InputStream.nullInputStream(), lines, threads, file.size(), words);
  }

  /// Counts in an input.
  ///
  /// @param words whether words and characters are counted too
  Counting(InputStream input, Lines lines, int threads, boolean words) {
    this(null, input, lines, threads, Long.MAX_VALUE, words);
  }

  private Counting(
      @Nullable TextFile file,
      InputStream input,
      Lines lines,
      int threads,
      long bytes,
      boolean words) {
    this.file = file;
    this.input = input;
    this.lines = lines;
    long shares = bytes / SHARE / lines.chunkBytes;
    int most = Math.min(threads, Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < Math.clamp(shares, 1, most); i++) {
      tallies.add(new BlockTally(lines.chunkBytes, words));
    }
  }

  /// How many threads share the count.
  int threads() {
    return tallies.size();
  }

  /// Counts all blocks, once.
  ///
  /// @return the counts; those of words and characters mean nothing if they were not asked for
  /// @throws IOException if the text cannot be read
  TextCount count() throws IOException {
    run(file == null ? 1 : threads(), threads());
    BlockTally all = tallies.getFirst();
    for (BlockTally other : tallies.subList(1, threads())) {
      all.merge(other);
    }
    return all.count();
  }

  @Override
  void work(int thread) throws IOException {
    BlockTally tally = tallies.get(thread);
    try (Arena arena = Arena.ofConfined()) {
      for (int n = 1; n > 0 && !stopped(); ) {
        n = file == null ? nextOfInput(tally) : nextOfFile(file, tally, arena);
        if (file == null && n > 0) {
          another();
        }
        lines.progress.accept(n);
      }
    }
  }

  /// The first blocks that a process counts newlines of go the way that needs no compiler to be
  /// good.
  ///
  /// @return how many bytes there were; 0 for all threads from the end on
  private int nextOfFile(TextFile from, BlockTally tally, Arena arena) throws IOException {
    long index = next.getAndIncrement();
    long start = index * lines.chunkBytes;
    if (start >= from.size()) {
      return 0;
    }
    int length = (int) Math.min(lines.chunkBytes, from.size() - start);
    if (from instanceof ChannelTextFile channel && !tally.words && ByteScan.isEarly()) {
      channel.read(start, tally.early(), length);
      tally.addEarly(index, length);
    } else {
      MemorySegment block = tally.memory(arena);
      from.read(start, block, length);
      tally.add(index, block.asSlice(0, length));
    }
    return length;
  }

  private int nextOfInput(BlockTally tally) throws IOException {
    byte[] block = tally.array();
    long index;
    int n;
    synchronized (input) {
      index = next.getAndIncrement();
      boolean over = ended;
      ended = true; // where the read fails nobody goes on behind it
      n = over ? 0 : input.readNBytes(block, 0, block.length);
      ended = n < block.length;
    }
    if (n > 0) {
      tally.add(index, block, n);
    }
    return n;
  }

  @Override
  public void close() throws IOException {
    try (input) {
      if (file != null) {
        file.close();
      }
    }
  }

  /// The counts of the blocks that one thread takes, and its memory for a block, as far as that is
  /// wanted.
  ///
  /// A word may go on from block to block, and would be counted in each: the tally remembers which
  /// blocks begin and which end inside a word.
  private static final class BlockTally {
    final boolean words;
    private final int blockBytes;
    private byte[] array = {};
    private long[] early = {};
    private @Nullable MemorySegment memory;

    private long newlines;
    private long lastBlock = -1;
    private boolean endsOpen;
    private long bytes;
    private long wordStarts;
    private long continuations;
    private final BitSet beginInside = new BitSet();
    private final BitSet endInside = new BitSet();

    BlockTally(int blockBytes, boolean words) {
      this.blockBytes = blockBytes;
      this.words = words;
    }

    byte[] array() {
      if (array.length == 0) {
        array = new byte[blockBytes];
      }
      return array;
    }

    long[] early() {
      if (early.length == 0) {
        early = new long[Math.ceilDiv(blockBytes, Long.BYTES)];
      }
      return early;
    }

    MemorySegment memory(Arena arena) {
      if (memory == null) {
        memory = arena.allocate(blockBytes, PAGE);
      }
      return memory;
    }

    /// Counts a block that lies in [#early] in native order, with zeros behind the last byte.
    void addEarly(long index, int length) {
      newlines += ByteScan.newlinesEarly(early, length);
      end(index, ByteScan.byteAt(early, length - 1) != '\n');
    }

    /// Counts a block of at least one byte off the heap.
    void add(long index, MemorySegment block) {
      int length = (int) block.byteSize();
      if (words) {
        MemorySegment.copy(block, ValueLayout.JAVA_BYTE, 0, array(), 0, length);
        add(index, array, length);
      } else {
        newlines += ByteScan.newlines(block);
        end(index, block.get(ValueLayout.JAVA_BYTE, length - 1L) != '\n');
      }
    }

    /// Counts a block of at least one byte in an array.
    void add(long index, byte[] block, int length) {
      newlines += ByteScan.newlines(block, 0, length);
      end(index, block[length - 1] != '\n');
      if (words) {
        bytes += length;
        wordStarts += ByteScan.wordStarts(block, 0, length);
        continuations += ByteScan.continuations(block, 0, length);
        int number = Math.toIntExact(index);
        beginInside.set(number, !ByteScan.isSpace(block[0]));
        endInside.set(number + 1, !ByteScan.isSpace(block[length - 1]));
      }
    }

    private void end(long index, boolean open) {
      if (index > lastBlock) {
        lastBlock = index;
        endsOpen = open;
      }
    }

    void merge(BlockTally other) {
      newlines += other.newlines;
      end(other.lastBlock, other.endsOpen);
      bytes += other.bytes;
      wordStarts += other.wordStarts;
      continuations += other.continuations;
      beginInside.or(other.beginInside);
      endInside.or(other.endInside);
    }

    /// What follows the last newline is a line as well.
    TextCount count() {
      BitSet goesOn = (BitSet) beginInside.clone();
      goesOn.and(endInside);
      return new TextCount(
          bytes,
          newlines,
          endsOpen ? newlines + 1 : newlines,
          wordStarts - goesOn.cardinality(),
          bytes - continuations);
    }
  }
}
