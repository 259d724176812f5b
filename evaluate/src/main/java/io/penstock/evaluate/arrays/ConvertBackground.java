package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Block;
import io.penstock.evaluate.run.Move;
import io.penstock.evaluate.run.Task;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Conversion by shifts in a background thread while the thread itself moves bytes: two buffers
/// take turns. Dickens and Thakur, section 7.
final class ConvertBackground implements Approach {
  private static final long AT_A_TIME = 1L << 20;

  /// A buffer, and what the background thread does or did with it last.
  private static final class Buffer {
    private final byte[] bytes = new byte[(int) AT_A_TIME];
    private Future<?> work = CompletableFuture.completedFuture(0);
  }

  /// Consecutive elements of the array.
  private record Part(int index, int count) {}

  @Override
  public Move prepare(Task task, Object array) throws AbsentException {
    int[] ints = Demand.ints(array);
    return Move.byThreads(task, block -> move(task, block, ints));
  }

  private static void move(Task task, Block block, int[] ints) throws Exception {
    List<Part> parts = new ArrayList<>();
    new Steps(task, AT_A_TIME).forEach(block, (_, i, count) -> parts.add(new Part(i, count)));
    Buffer[] buffers = {new Buffer(), new Buffer()};
    try (ExecutorService background = Executors.newSingleThreadExecutor();
        RandomAccessFile file = Demand.openAt(task, block.first())) {
      if (Demand.reads(task)) {
        read(parts, ints, buffers, background, file);
      } else {
        write(parts, ints, buffers, background, file);
      }
    }
  }

  private static void read(
      List<Part> parts,
      int[] ints,
      Buffer[] buffers,
      ExecutorService background,
      RandomAccessFile file)
      throws Exception {
    for (int k = 0; k < parts.size(); k++) {
      Part part = parts.get(k);
      Buffer buffer = buffers[k % 2];
      buffer.work.get();
      file.readFully(buffer.bytes, 0, 4 * part.count);
      buffer.work =
          background.submit(task(() -> Shifts.decode(buffer.bytes, ints, part.index, part.count)));
    }
    for (Buffer buffer : buffers) {
      buffer.work.get();
    }
  }

  private static void write(
      List<Part> parts,
      int[] ints,
      Buffer[] buffers,
      ExecutorService background,
      RandomAccessFile file)
      throws Exception {
    for (int k = 0; k <= parts.size(); k++) {
      if (k < parts.size()) {
        Part part = parts.get(k);
        Buffer buffer = buffers[k % 2];
        buffer.work =
            background.submit(
                task(() -> Shifts.encode(ints, part.index, part.count, buffer.bytes)));
      }
      if (k > 0) {
        Buffer encoded = buffers[(k - 1) % 2];
        encoded.work.get();
        file.write(encoded.bytes, 0, 4 * parts.get(k - 1).count);
      }
    }
  }

  private static Callable<Boolean> task(Runnable work) {
    return () -> {
      work.run();
      return true;
    };
  }
}
