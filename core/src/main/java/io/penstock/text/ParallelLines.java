package io.penstock.text;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/// The lines of a text, shared out to threads; otherwise as [Lines] says.
///
/// A regular file is read by all of them side by side; from a pipe or a stream they take in turns.
/// An error ends it: that of the line which comes first in the text is thrown, however the threads
/// ran, and nothing is begun after it.
public final class ParallelLines {
  private final TextOrigin origin;
  private final TextOptions options;
  private final int threads;

  ParallelLines(TextOrigin origin, TextOptions options, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%d threads; there must be one", threads));
    }
    this.origin = origin;
    this.options = options;
    this.threads = threads;
  }

  /// Sums the lines up: each thread has a result of its own, to which it adds the lines that it
  /// meets, in any order; at the end the results are merged into one.
  ///
  /// @param fresh makes a result to begin with
  /// @param accumulator adds a line
  /// @param merge makes one result of two, and may change both
  /// @throws LineException if the accumulator or the pattern throws an unchecked exception
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the text cannot be read, or the accumulator throws it
  public <A> A mapReduce(Supplier<A> fresh, LineAccumulator<A> accumulator, BinaryOperator<A> merge)
      throws IOException {
    List<A> results = new ArrayList<>();
    List<CutWork> works = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      A result = fresh.get();
      results.add(result);
      works.add(new CutWork(options.cursor(), line -> accumulator.accept(result, line)));
    }
    run(works);
    return results.stream().reduce(merge).orElseThrow();
  }

  /// Makes a result of each part of the text, some hundred KiB of whole lines, and hands the
  /// results out in the order of the text, one at a time. As many are held as there are threads. A
  /// result may refer to the bytes of its lines, by [ByteSlice#set] or [Line#withEnd]: these stay
  /// as they are until it has been handed out.
  ///
  /// @param fresh makes a result to begin with
  /// @param accumulator adds a line; the lines of a part come in order
  /// @param sink gets the results, in any of the threads
  /// @throws LineException if the accumulator or the pattern throws an unchecked exception; what
  ///   precedes its part has been handed out
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the text cannot be read, or one of the two throws it
  public <R> void mapInOrder(
      Supplier<R> fresh, LineAccumulator<R> accumulator, ResultConsumer<R> sink)
      throws IOException {
    Turns turns = new Turns();
    List<InOrderWork<R>> works = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      works.add(new InOrderWork<>(options.cursor(), fresh, accumulator, sink, turns));
    }
    run(works);
  }

  private void run(List<? extends ChunkWork> works) throws IOException {
    try (ChunkSource source = origin.chunks(options.chunkBytes())) {
      new Crew(origin.name(), source, options.progress()).run(works, options);
    }
  }

  /// How many lines there are, or match. Where all are counted they may be of any length; where
  /// those that match are, lengths and errors are those of [#mapReduce].
  ///
  /// @throws IOException if the text cannot be read
  public long count() throws IOException {
    return options.pattern() == null
        ? Counting.of(origin, options, threads, LineTally::new).lines()
        : countMatching().lines();
  }

  /// How many newlines, lines, words, characters and bytes there are, in one pass; with a pattern,
  /// those of the lines that match, with what ends each.
  ///
  /// @throws IOException if the text cannot be read
  public TextCount countAll() throws IOException {
    return options.pattern() == null
        ? Counting.of(origin, options, threads, FullTally::new).count()
        : countMatching();
  }

  /// How many newlines there are: what `wc -l` says; with a pattern, of the lines that match.
  ///
  /// @throws IOException if the text cannot be read
  public long newlines() throws IOException {
    return options.pattern() == null
        ? Counting.of(origin, options, threads, LineTally::new).newlines()
        : countMatching().newlines();
  }

  private TextCount countMatching() throws IOException {
    TextCount[] none = {new TextCount(0, 0, 0, 0, 0)};
    return mapReduce(
        none::clone,
        (sum, line) -> sum[0] = sum[0].plus(count(line.withEnd())),
        (one, other) -> new TextCount[] {one[0].plus(other[0])})[0];
  }

  private static TextCount count(ByteSlice line) {
    byte[] bytes = line.array();
    int from = line.from();
    int to = line.to();
    return new TextCount(
        line.length(),
        ByteCounts.newlines(bytes, to - 1, to),
        1,
        ByteCounts.wordStarts(bytes, from, to),
        line.length() - ByteCounts.continuations(bytes, from, to));
  }

  /// Counts everything.
  ///
  /// A word may go on from block to block, and would be counted in each: so it is remembered which
  /// blocks begin and which end inside a word.
  private static final class FullTally implements Tally<FullTally> {
    private final LineTally lines = new LineTally();
    private final BitSet beginInside = new BitSet();
    private final BitSet endInside = new BitSet();
    private long bytes;
    private long words;
    private long continuations;
    private byte[] copy = {};

    @Override
    public void add(long index, byte[] block, int length) {
      lines.add(index, block, length);
      bytes += length;
      words += ByteCounts.wordStarts(block, 0, length);
      continuations += ByteCounts.continuations(block, 0, length);
      int number = Math.toIntExact(index);
      beginInside.set(number, !ByteCounts.isSpace(block[0]));
      endInside.set(number + 1, !ByteCounts.isSpace(block[length - 1]));
    }

    @Override
    public void add(long index, MemorySegment block) {
      int length = (int) block.byteSize();
      if (copy.length < length) {
        copy = new byte[length];
      }
      MemorySegment.copy(block, ValueLayout.JAVA_BYTE, 0, copy, 0, length);
      add(index, copy, length);
    }

    @Override
    public FullTally merge(FullTally other) {
      lines.merge(other.lines);
      beginInside.or(other.beginInside);
      endInside.or(other.endInside);
      bytes += other.bytes;
      words += other.words;
      continuations += other.continuations;
      return this;
    }

    TextCount count() {
      BitSet goesOn = (BitSet) beginInside.clone();
      goesOn.and(endInside);
      return new TextCount(
          bytes,
          lines.newlines(),
          lines.lines(),
          words - goesOn.cardinality(),
          bytes - continuations);
    }
  }

  /// Makes a result of each chunk, and delivers it when all before it have been.
  private static final class InOrderWork<R> implements ChunkWork {
    private final LineCursor cursor;
    private final Supplier<R> fresh;
    private final LineAccumulator<R> accumulator;
    private final ResultConsumer<R> sink;
    private final Turns turns;

    InOrderWork(
        LineCursor cursor,
        Supplier<R> fresh,
        LineAccumulator<R> accumulator,
        ResultConsumer<R> sink,
        Turns turns) {
      this.cursor = cursor;
      this.fresh = fresh;
      this.accumulator = accumulator;
      this.sink = sink;
      this.turns = turns;
    }

    @Override
    public void on(Chunk chunk) throws IOException {
      R result = fresh.get();
      new CutWork(cursor, line -> accumulator.accept(result, line)).on(chunk);
      if (turns.await(chunk.index)) {
        sink.accept(result);
        turns.done(chunk.index);
      }
    }

    @Override
    public void breakOff(long index) {
      turns.breakOff(index);
    }
  }
}
