package io.penstock.text;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Workers that share the chunks of a text, and the caller's thread is one of them.
///
/// The first error in the order of the text is the one that is thrown, however the threads run:
/// after an error no chunk is begun, but what precedes it was begun before and is brought to its
/// end. A worker takes the next chunk and waits for no other but for its turn to deliver ([Turns]);
/// so all end when the chunks do. Belongs to the thread that runs it.
final class Crew {
  private final String name;
  private final ChunkSource source;
  private final LongConsumer progress;
  private final Census census = new Census();
  private volatile boolean stopped;

  /// What ended the chunk that comes first in the text, and its index. Kept without taking memory:
  /// there may be none left.
  private @Nullable Throwable fault;

  private long faultIndex;

  /// @param progress is told the length of each chunk that is done, by any thread
  Crew(String name, ChunkSource source, LongConsumer progress) {
    this.name = name;
    this.source = source;
    this.progress = progress;
  }

  /// Runs as many threads as there are works.
  ///
  /// @throws LineException if a user's code throws something at a line
  /// @throws IOException if the text cannot be read or a work fails
  void run(List<? extends ChunkWork> works, TextOptions options) throws IOException {
    Team.run(
        works.stream()
            .map(work -> (Team.Work) () -> work(work, new Chunk(name, options)))
            .toList());
    rethrow();
  }

  private void work(ChunkWork work, Chunk chunk) {
    try {
      while (!stopped && source.next(chunk)) {
        workOn(work, chunk);
      }
    } catch (Throwable e) {
      fail(work, chunk.index, e);
    }
  }

  private void workOn(ChunkWork work, Chunk chunk) {
    try {
      work.on(chunk);
      census.add(chunk.index, ByteCounts.newlines(chunk.bytes(), chunk.from, chunk.to));
      progress.accept(chunk.to - chunk.from);
    } catch (Throwable e) {
      fail(work, chunk.index, e);
    }
  }

  private synchronized void fail(ChunkWork work, long index, Throwable cause) {
    stopped = true;
    work.breakOff(index);
    if (fault == null || index < faultIndex) {
      fault = cause;
      faultIndex = index;
    }
  }

  private synchronized void rethrow() throws IOException {
    if (fault instanceof Refusal refusal) {
      throw refusal.numbered(name, census.lines());
    }
    if (fault != null) {
      throw Team.thrown(fault);
    }
  }

  /// A count of the lines before the first chunk that is not done, which an error needs to give the
  /// number of its line.
  ///
  /// Chunks may be done in any order, but are begun in theirs: little has to be remembered. Safe
  /// for any thread.
  private static final class Census {
    private final Map<Long, Long> ahead = new HashMap<>();
    private long next;
    private long lines;

    /// A chunk is done.
    synchronized void add(long index, long count) {
      if (index != next) {
        ahead.put(index, count);
        return;
      }
      next++;
      lines += count;
      for (Long known = ahead.remove(next); known != null; known = ahead.remove(next)) {
        next++;
        lines += known;
      }
    }

    /// The lines of all chunks before the first that is not done.
    synchronized long lines() {
      return lines;
    }
  }
}
