package io.penstock.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// Counts in the blocks of a text, by any number of threads: each takes the next block until there
/// is none or one of them has failed, and waits for no other.
///
/// A thread takes longer to start than to count some hundred KiB, and more threads than processors
/// wait for each other: a small text has fewer threads than were asked for, and none has more than
/// there are processors.
final class Counting {
  /// So many blocks are worth a thread.
  private static final int SHARE = 4;

  private Counting() {}

  static <T extends Tally<T>> T of(
      TextOrigin origin, TextOptions options, int threads, Supplier<T> fresh) throws IOException {
    List<T> tallies = new ArrayList<>();
    List<Team.Work> works = new ArrayList<>();
    AtomicBoolean failed = new AtomicBoolean();
    try (BlockSource source = origin.blocks()) {
      long shares = source.bytes() / SHARE / options.chunkBytes();
      int most = Math.min(threads, Runtime.getRuntime().availableProcessors());
      for (int i = 0; i < Math.clamp(shares, 1, most); i++) {
        T tally = fresh.get();
        tallies.add(tally);
        works.add(new Share(source, options, tally, failed));
      }
      Team.run(works);
    }
    T all = tallies.getFirst();
    for (T tally : tallies.subList(1, tallies.size())) {
      all = all.merge(tally);
    }
    return all;
  }

  /// The blocks that one thread takes.
  private record Share(
      BlockSource source, TextOptions options, Tally<?> tally, AtomicBoolean failed)
      implements Team.Work {
    @Override
    public void run() throws IOException {
      count(source, options, tally, failed);
    }
  }

  private static void count(
      BlockSource source, TextOptions options, Tally<?> tally, AtomicBoolean failed)
      throws IOException {
    LongConsumer progress = options.progress();
    boolean done = false;
    try (BlockRoom room = new BlockRoom(options.chunkBytes())) {
      for (int n = 1; n > 0 && !failed.get(); ) {
        n = source.next(room, tally);
        progress.accept(n);
      }
      done = true;
    } finally {
      if (!done) {
        failed.set(true);
      }
    }
  }
}
