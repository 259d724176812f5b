package io.penstock.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A loop over the chunks of a text that threads share: each adds the lines of the chunks that it
/// takes to a result.
///
/// The first error in the order of the text is the one that is thrown, however the threads run:
/// after an error no chunk is begun, but what precedes it was begun before and is brought to its
/// end. A worker takes the next chunk and waits for no other but for its turn to deliver; so that
/// all end when the chunks do. Belongs to the thread that runs it.
///
/// No worker waits for its turn for ever: chunks are taken in their order, so that the first one
/// that is not delivered yet has been taken, and its worker does not wait, but delivers it or
/// breaks it off. A delivery wakes the worker of the next chunk, and no other, however many wait.
///
/// @param <R> of a result
final class ChunkLoop<R> extends ParallelRegion {
  private final Lines lines;
  private final ChunkSource source;
  private final IntFunction<R> results;
  private final LineAccumulator<R> accumulator;
  private final @Nullable ResultConsumer<R> sink;
  private final List<LineCursor> cursors = new ArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Long, Condition> waiting = new HashMap<>();
  private long next;
  private long brokenAt = Long.MAX_VALUE;

  /// The newlines of chunks that were done ahead of one before. Chunks are begun in their order, so
  /// that there are few.
  private final Map<Long, Long> ahead = new HashMap<>();

  /// The first chunk that is not done, and the newlines of all before, which an error needs to give
  /// the number of its line.
  private long firstUndone;

  private long newlines;

  /// @param results gives the result of a chunk to the thread that has this number
  /// @param sink gets the result of each chunk, in the order of the text; null if results are not
  ///   delivered
  ChunkLoop(
      Lines lines,
      ChunkSource source,
      IntFunction<R> results,
      LineAccumulator<R> accumulator,
      @Nullable ResultConsumer<R> sink) {
    this.lines = lines;
    this.source = source;
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
      cursors.add(new LineCursor(lines));
    }
    try {
      run(source.isSized() ? threads : 1, threads);
    } catch (LineException e) {
      throw e.number() > 0 ? e : e.numberedBehind(lines.name, newlines);
    }
  }

  @Override
  void work(int thread) {
    LineCursor chunk = cursors.get(thread).withChunk(lines.chunkBytes);
    try {
      while (!stopped() && source.next(chunk)) {
        if (!source.isSized()) {
          another();
        }
        R result = results.apply(thread);
        accumulate(chunk, result);
        deliver(chunk.index, result);
        done(chunk.index, chunk.newlines());
        lines.progress.accept(chunk.to - chunk.from);
      }
    } catch (Throwable e) {
      fail(chunk.index, e);
      breakOff(chunk.index);
    }
  }

  private void accumulate(LineCursor chunk, R result) throws IOException {
    chunk.start();
    try {
      while (chunk.next()) {
        accumulator.accept(result, chunk.line());
      }
    } catch (RuntimeException e) {
      throw LineException.inChunk(lines.name, chunk.preceding() + 1, chunk.line().offset(), e);
    }
  }

  private void deliver(long index, R result) throws IOException {
    if (sink != null && awaitTurn(index)) {
      sink.accept(result);
      delivered(index);
    }
  }

  private synchronized void done(long index, long count) {
    ahead.put(index, count);
    for (Long next = ahead.remove(firstUndone); next != null; next = ahead.remove(firstUndone)) {
      firstUndone++;
      newlines += next;
    }
  }

  // ---- turns -----------------------------------------------------------------------------------

  /// Waits until all chunks before have been delivered.
  ///
  /// @return false if one of them never will be
  boolean awaitTurn(long index) {
    lock.lock();
    try {
      while (next < index && index < brokenAt) {
        waiting.computeIfAbsent(index, _ -> lock.newCondition()).awaitUninterruptibly();
      }
      waiting.remove(index);
      return next == index;
    } finally {
      lock.unlock();
    }
  }

  /// This chunk has been delivered.
  void delivered(long index) {
    lock.lock();
    try {
      next = index + 1;
      Condition turn = waiting.get(next);
      if (turn != null) {
        turn.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /// A chunk will not be delivered: nothing that follows it will.
  void breakOff(long index) {
    lock.lock();
    try {
      brokenAt = Math.min(brokenAt, index);
      waiting.values().forEach(Condition::signal);
    } finally {
      lock.unlock();
    }
  }
}
