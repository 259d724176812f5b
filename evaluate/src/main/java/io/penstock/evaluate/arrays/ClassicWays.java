package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Task;
import io.penstock.evaluate.run.Task.Block;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The ways of the publication without data streams: raw bytes, and conversion by shifts, on the
/// calling thread and in the background.
final class ClassicWays {
  static final int AT_A_TIME = 32 << 20;

  private static final Future<?> DONE = CompletableFuture.completedFuture(0);

  private ClassicWays() {}

  /// The data is in bytes already: each thread opens a RandomAccessFile of its own, seeks and moves
  /// its part, 32 MiB at a time as on the Origin2000, or in requests where the task names their
  /// size. Dickens and Thakur, section 4.1.
  static Move rawByteArrays(Task task, Object array) throws AbsentException {
    byte[] bytes = Steps.bytes(array);
    return Move.byThreads(task, block -> raw(task, block, bytes, AT_A_TIME));
  }

  /// The same with the whole part in one call.
  static Move rawByteArraysAtOnce(Task task, Object array) throws AbsentException {
    byte[] bytes = Steps.bytes(array);
    return Move.byThreads(task, block -> raw(task, block, bytes, Long.MAX_VALUE));
  }

  private static void raw(Task task, Block block, byte[] bytes, long atATime) throws IOException {
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      Steps.of(task, atATime).forEach(block, raw(task, file, bytes));
    }
  }

  /// From where the file stands.
  private static Steps.Step raw(Task task, RandomAccessFile file, byte[] bytes) {
    return (_, index, count) -> {
      if (Steps.reads(task)) {
        file.readFully(bytes, index, count);
      } else {
        file.write(bytes, index, count);
      }
    };
  }

  /// From where each part begins.
  private static void inPieces(Task task, RandomAccessFile file, long atATime, Steps.Step step)
      throws IOException {
    Steps.of(task, atATime)
        .forEach(
            task.share(),
            (first, index, count) -> {
              file.seek(first * task.work().type().bytes());
              step.move(first, index, count);
            });
  }

  /// Raw bytes, of which each process moves one piece after the other, as on the SP.
  static Move rawPieces(Task task, Object array) throws AbsentException {
    byte[] bytes = Steps.bytes(array);
    return () -> {
      try (RandomAccessFile file = Steps.openAt(task, 0)) {
        inPieces(task, file, Long.MAX_VALUE, raw(task, file, bytes));
      }
    };
  }

  /// Integers are turned into bytes by shifts, 32 MiB at a time as on the Origin2000, and moved as
  /// bytes. Dickens and Thakur, section 4.2.
  static Move convertShifts(Task task, Object array) throws AbsentException {
    return convertShifts(task, array, AT_A_TIME);
  }

  /// The same in pieces of another size.
  ///
  /// @param atATime bytes of a piece
  static Approach convertShifts(int atATime) {
    return (task, array) -> convertShifts(task, array, atATime);
  }

  private static Move convertShifts(Task task, Object array, int atATime) throws AbsentException {
    int[] ints = Steps.ints(array);
    return Move.byThreads(task, block -> shifts(task, block, ints, atATime));
  }

  private static void shifts(Task task, Block block, int[] ints, int atATime) throws IOException {
    byte[] bytes = new byte[(int) Math.min(atATime, 4L * block.count())];
    try (RandomAccessFile file = Steps.openAt(task, block.first())) {
      new Steps(task, atATime).forEach(block, shifts(task, file, ints, bytes));
    }
  }

  /// From where the file stands.
  private static Steps.Step shifts(Task task, RandomAccessFile file, int[] ints, byte[] bytes) {
    return (_, index, count) -> {
      if (Steps.reads(task)) {
        file.readFully(bytes, 0, 4 * count);
        decode(bytes, ints, index, count);
      } else {
        encode(ints, index, count, bytes);
        file.write(bytes, 0, 4 * count);
      }
    };
  }

  /// Conversion by shifts, by which each process moves one piece after the other, as on the SP.
  static Move convertPieces(Task task, Object array) throws AbsentException {
    int[] ints = Steps.ints(array);
    byte[] bytes = new byte[(int) task.inTurn(0).length()];
    return () -> {
      try (RandomAccessFile file = Steps.openAt(task, 0)) {
        inPieces(task, file, bytes.length, shifts(task, file, ints, bytes));
      }
    };
  }

  /// Conversion by shifts in a background thread while the thread itself moves bytes: two buffers
  /// take turns. Dickens and Thakur, section 7.
  ///
  /// @param atATime bytes of a buffer
  static Approach convertBackground(int atATime) {
    return (task, array) -> {
      int[] ints = Steps.ints(array);
      return Move.byThreads(task, block -> background(task, block, ints, atATime));
    };
  }

  private static void background(Task task, Block block, int[] ints, int atATime) throws Exception {
    List<Block> parts = new ArrayList<>();
    new Steps(task, atATime)
        .forEach(
            block,
            (first, index, count) -> parts.add(new Block(block.member(), first, index, count)));
    byte[][] buffers = {new byte[atATime], new byte[atATime]};
    try (ExecutorService background = Executors.newSingleThreadExecutor();
        RandomAccessFile file = Steps.openAt(task, block.first())) {
      if (Steps.reads(task)) {
        read(parts, ints, buffers, background, file);
      } else {
        write(parts, ints, buffers, background, file);
      }
    }
  }

  private static void read(
      List<Block> parts,
      int[] ints,
      byte[][] buffers,
      ExecutorService background,
      RandomAccessFile file)
      throws Exception {
    Future<?>[] decoded = {DONE, DONE};
    for (int k = 0; k < parts.size(); k++) {
      Block part = parts.get(k);
      byte[] bytes = buffers[k % 2];
      decoded[k % 2].get();
      file.readFully(bytes, 0, 4 * part.count());
      decoded[k % 2] =
          background.submit(task(() -> decode(bytes, ints, part.index(), part.count())));
    }
    for (Future<?> last : decoded) {
      last.get();
    }
  }

  private static void write(
      List<Block> parts,
      int[] ints,
      byte[][] buffers,
      ExecutorService background,
      RandomAccessFile file)
      throws Exception {
    Future<?>[] encoded = {DONE, DONE};
    for (int k = 0; k <= parts.size(); k++) {
      if (k < parts.size()) {
        Block part = parts.get(k);
        byte[] bytes = buffers[k % 2];
        encoded[k % 2] =
            background.submit(task(() -> encode(ints, part.index(), part.count(), bytes)));
      }
      if (k > 0) {
        encoded[(k - 1) % 2].get();
        file.write(buffers[(k - 1) % 2], 0, 4 * parts.get(k - 1).count());
      }
    }
  }

  private static Callable<Boolean> task(Runnable work) {
    return () -> {
      work.run();
      return true;
    };
  }

  // ---- integers to bytes and back by shifts, least significant byte first, as Dickens and Thakur
  // write it in section 4.2

  private static void encode(int[] ints, int from, int count, byte[] bytes) {
    for (int i = 0; i < count; i++) {
      int value = ints[from + i];
      for (int b = 0; b < 4; b++) {
        bytes[4 * i + b] = (byte) (value >> (b * 8));
      }
    }
  }

  private static void decode(byte[] bytes, int[] ints, int from, int count) {
    for (int i = 0; i < count; i++) {
      int value = 0;
      for (int b = 0; b < 4; b++) {
        int temp = bytes[4 * i + b];
        temp = temp & 255; // takes care of the sign without a branch
        temp = temp << (b * 8);
        value = value | temp;
      }
      ints[from + i] = value;
    }
  }
}
