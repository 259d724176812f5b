package io.penstock.evaluate.run;

import java.util.Arrays;
import java.util.Locale;

/// The times of single requests, in nanoseconds: what 50, 99 and 99.9 of a hundred of them do not
/// exceed.
///
/// @param p50 of half of them
/// @param p99 of all but one of a hundred
/// @param p999 of all but one of a thousand
public record Percentiles(long p50, long p99, long p999) {
  /// @throws IllegalArgumentException if one is negative, or less than the one before
  public Percentiles {
    if (p50 < 0 || p99 < p50 || p999 < p99) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "p50 %d, p99 %d, p99.9 %d", p50, p99, p999));
    }
  }

  /// Those of some times, which are sorted by this.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Percentiles of(long[] times) {
    if (times.length == 0) {
      throw new IllegalArgumentException("no request was timed");
    }
    Arrays.sort(times);
    return new Percentiles(at(times, 500), at(times, 990), at(times, 999));
  }

  private static long at(long[] sorted, int perMille) {
    return sorted[Math.max(1, (int) Math.ceilDiv((long) perMille * sorted.length, 1000)) - 1];
  }

  /// Those that a process has answered: three numbers with spaces between them.
  ///
  /// @throws IllegalArgumentException if the words are something else
  static Percentiles parse(String words) {
    long[] numbers = Arrays.stream(words.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    if (numbers.length != 3) {
      throw new IllegalArgumentException("not three percentiles: " + words);
    }
    return new Percentiles(numbers[0], numbers[1], numbers[2]);
  }

  /// The opposite of [#parse].
  String words() {
    return p50 + " " + p99 + " " + p999;
  }
}
