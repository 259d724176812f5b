package io.penstock.evaluate.files.serving;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Requests for files: the n-th most wanted file is asked for 1/n as often as the first, as on most
/// sites (Zipf's law). The same for all contestants.
final class Requests {
  private static final int NUMBER = 1 << 18;
  private static final long SEED = 20;

  private final int[] files = new int[NUMBER];
  private int next;

  Requests(int number) {
    double[] sums = new double[number];
    double sum = 0;
    for (int n = 0; n < number; n++) {
      sum += 1.0 / (n + 1);
      sums[n] = sum;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < NUMBER; i++) {
      int found = Arrays.binarySearch(sums, random.nextDouble() * sum);
      files[i] = Math.min(number - 1, found < 0 ? -found - 1 : found);
    }
  }

  /// The number of the file that is wanted next; they come round again.
  int next() {
    int file = files[next];
    next = (next + 1) % NUMBER;
    return file;
  }
}
