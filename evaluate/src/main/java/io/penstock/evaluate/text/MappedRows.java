package io.penstock.evaluate.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// The rows of weather stations by hand, for this one kind of text: what can be had in safe Java.
/// Threads take segments of mappings from a counter.
///
/// @param path of the rows
/// @param threads that share the segments
record MappedRows(Path path, int threads) {
  private static final int SEGMENT = 2 << 20;

  /// Of a mapping: whole segments.
  private static final long WINDOW = 1L << 30;

  /// Mapped beyond a window: the rest of its last row, and of the word that it ends in.
  private static final int BEYOND = 256;

  long answer() throws IOException, InterruptedException, ExecutionException {
    AtomicLong next = new AtomicLong();
    List<Future<StationTable>> tables = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        tables.add(pool.submit(() -> new Worker(channel).work(next)));
      }
      StationTable all = new StationTable();
      for (Future<StationTable> table : tables) {
        all.add(table.get());
      }
      return all.answer();
    }
  }

  /// For one thread.
  private static final class Worker {
    private final FileChannel channel;
    private final long size;
    private final StationTable table = new StationTable();
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowAt = -1;

    Worker(FileChannel channel) throws IOException {
      this.channel = channel;
      this.size = channel.size();
    }

    StationTable work(AtomicLong next) throws IOException {
      for (long at = next.getAndAdd(SEGMENT); at < size; at = next.getAndAdd(SEGMENT)) {
        long from = Math.max(0, (at & -WINDOW) - 1); // with the newline before the first row
        if (from != windowAt) {
          map(from, Math.min(size, (at & -WINDOW) + WINDOW + BEYOND));
        }
        segment((int) (at - from));
      }
      return table;
    }

    private void map(long from, long to) throws IOException {
      windowAt = from;
      window = channel.map(FileChannel.MapMode.READ_ONLY, from, to - from);
      window.order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The rows that begin in a segment.
    private void segment(int begin) {
      int at = begin == 0 ? 0 : behindNewline(begin - 1);
      int end = Math.min(begin + SEGMENT, window.limit());
      int safe = Math.min(end, window.limit() - BEYOND);
      while (at < safe) {
        at = table.row(window, at);
      }
      if (at < end) {
        tail(at, end);
      }
    }

    private int behindNewline(int from) {
      int at = from;
      while (window.get(at) != '\n') {
        at++;
      }
      return at + 1;
    }

    /// The last rows, copied so that words can be read beyond them.
    private void tail(int from, int end) {
      byte[] rest = new byte[window.limit() - from + BEYOND];
      window.get(from, rest, 0, window.limit() - from);
      ByteBuffer copy = ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at < end - from; ) {
        at = table.row(copy, at);
      }
    }
  }
}
