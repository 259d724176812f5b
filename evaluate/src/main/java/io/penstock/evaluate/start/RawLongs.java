package io.penstock.evaluate.start;

import io.penstock.evaluate.run.TextWork.Corpus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Map;

/// A raw file of longs in this machine's byte order: multiples of an odd constant. The same stands
/// in `start.c` and `numpy_start.py`.
///
/// @param bytes its length
record RawLongs(long bytes) implements Corpus {
  /// The sum of all numbers, each times an odd weight of its place, so that order counts too.
  static final String SUM = "sum";

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  /// The page cache keeps what was written in large pieces in large folios.
  private static final int PIECE_BYTES = 8 << 20;

  /// @throws IllegalArgumentException if the bytes are not positive
  RawLongs {
    if (bytes < 1) {
      throw new IllegalArgumentException("a file of " + bytes + " bytes");
    }
  }

  /// The first `length` numbers.
  static long[] first(int length) {
    long[] numbers = new long[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = (i + 1) * FACTOR;
    }
    return numbers;
  }

  /// The sum of a file that holds just these numbers.
  static long sum(LongBuffer numbers) {
    long sum = 0;
    for (int i = 0; i < numbers.capacity(); i++) {
      sum += numbers.get(i) * (2L * i + 1);
    }
    return sum;
  }

  @Override
  public String fileName() {
    return "numbers-" + bytes + ".raw";
  }

  @Override
  public Map<String, Long> write(OutputStream out) throws IOException {
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES).order(ByteOrder.nativeOrder());
    long sum = 0;
    long index = 0;
    for (long left = bytes; left > 0; left -= PIECE_BYTES) {
      piece.clear();
      while (piece.hasRemaining()) {
        long number = (index + 1) * FACTOR;
        piece.putLong(number);
        sum += index < bytes / Long.BYTES ? number * (2 * index + 1) : 0;
        index++;
      }
      out.write(piece.array(), 0, (int) Math.min(left, PIECE_BYTES));
    }
    return Map.of(SUM, sum);
  }
}
