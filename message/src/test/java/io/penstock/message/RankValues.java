package io.penstock.message;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Contents that say which rank they are of, and what operations of all ranks make of them.
final class RankValues {
  /// Small, around the limits between algorithms, and larger than their pieces.
  static final int[] COUNTS = {0, 1, 5, 1000, 8192, 8193, 40_000, 300_000};

  private RankValues() {}

  static long[] of(int rank, int count) {
    return LongStream.range(0, count).map(i -> 1000L * i + rank).toArray();
  }

  static long[] all(int ranks, int count) {
    return IntStream.range(0, ranks)
        .mapToObj(rank -> of(rank, count))
        .flatMapToLong(Arrays::stream)
        .toArray();
  }

  static long[] sum(int ranks, int count) {
    long[] sum = new long[count];
    for (int rank = 0; rank < ranks; rank++) {
      long[] values = of(rank, count);
      for (int i = 0; i < count; i++) {
        sum[i] += values[i];
      }
    }
    return sum;
  }

  static int[] filled(int length, int value) {
    int[] data = new int[length];
    Arrays.fill(data, value);
    return data;
  }
}
