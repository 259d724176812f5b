package io.penstock.text;

import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A loop over the chunks of a text that threads share: each adds the lines of the chunks that it
/// takes to a result.
///
/// The first error in the order of the text is the one that is thrown, however the threads run:
/// after an error no chunk is begun, but what precedes it was begun before and is brought to its
/// end. A worker takes the next chunk and waits for no other but for its turn to deliver
/// ([Sequencer]); so that all end when the chunks do. Belongs to the thread that runs it.
///
/// @param <R> of a result
final class ChunkLoop<R> extends ParallelRegion {
  private final String name;
  private final ChunkSource source;
  private final TextOptions options;
  private final IntFunction<R> results;
  private final LineAccumulator<R> accumulator;
  private final @Nullable ResultConsumer<R> sink;
  private final List<LineCursor> cursors = new ArrayList<>();
  private final Sequencer sequencer = new Sequencer();

  /// The newlines of chunks that were done ahead of one before. Chunks are begun in their order, so
  /// that there are few.
  private final Map<Long, Long> ahead = new HashMap<>();

  /// The first chunk that is not done, and the newlines of all before, which an error needs to give
  /// the number of its line.
  private long firstUndone;

  private long newlines;

  /// @param name of the text, for messages
  /// @param results gives the result of a chunk to the thread that has this number
  /// @param sink gets the result of each chunk, in the order of the text; null if results are not
  ///   delivered
  ChunkLoop(
      String name,
      ChunkSource source,
      TextOptions options,
      IntFunction<R> results,
      LineAccumulator<R> accumulator,
      @Nullable ResultConsumer<R> sink) {
    this.name = name;
    this.source = source;
    this.options = options;
    this.results = results;
    this.accumulator = accumulator;
    this.sink = sink;
  }

  /// Runs the loop.
  ///
  /// @throws LineException if the accumulator or the pattern throws an unchecked exception
  /// @throws IOException if the text cannot be read, or the accumulator or the sink throws it
  void runOn(int threads) throws IOException {
    for (int i = 0; i < threads; i++) {
      cursors.add(options.cursor());
    }
    try {
      run(threads);
    } catch (RefusedLine e) {
      throw new LineException(name, newlines + e.preceding + 1, e.offset, e.reason);
    }
  }

  @Override
  void work(int thread) {
    Chunk chunk = new Chunk(name, options);
    try {
      while (!stopped() && source.next(chunk)) {
        R result = results.apply(thread);
        accumulate(chunk, cursors.get(thread), result);
        deliver(chunk.index, result);
        done(chunk.index, ByteCounts.newlines(chunk.bytes(), chunk.from, chunk.to));
        options.progress().accept(chunk.to - chunk.from);
      }
    } catch (Throwable e) {
      fail(chunk.index, e);
      sequencer.breakOff(chunk.index);
    }
  }

  private void accumulate(Chunk chunk, LineCursor cursor, R result) throws IOException {
    cursor.start(chunk);
    try {
      while (cursor.next()) {
        accumulator.accept(result, cursor.line());
      }
    } catch (RuntimeException e) {
      throw new RefusedLine(cursor.preceding(), cursor.line().offset(), e);
    }
  }

  private void deliver(long index, R result) throws IOException {
    if (sink != null && sequencer.await(index)) {
      sink.accept(result);
      sequencer.done(index);
    }
  }

  private synchronized void done(long index, long count) {
    ahead.put(index, count);
    for (Long next = ahead.remove(firstUndone); next != null; next = ahead.remove(firstUndone)) {
      firstUndone++;
      newlines += next;
    }
  }

  /// The user's code has thrown something at a line, which has no number yet.
  private static final class RefusedLine extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    /// Lines before it in the same chunk.
    final long preceding;

    final long offset;
    final transient RuntimeException reason;

    RefusedLine(long preceding, long offset, RuntimeException reason) {
      super(reason.getMessage(), reason, false, false);
      this.preceding = preceding;
      this.offset = offset;
      this.reason = reason;
    }
  }
}
