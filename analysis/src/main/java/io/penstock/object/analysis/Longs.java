package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.Arrays;

/// A growing array of 64-bit numbers.
final class Longs {
  private final Budget budget;
  private long[] values = new long[16];
  private int size;

  Longs(Budget budget) {
    this.budget = budget;
  }

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }

  void set(int index, long value) {
    values[index] = value;
  }

  void increase(int index, long by) {
    values[index] += by;
  }

  void add(long value) throws ObjectException {
    if (size == values.length) {
      values = Arrays.copyOf(values, budget.grown(size, Long.BYTES));
    }
    values[size++] = value;
  }

  void removeLast() {
    size--;
  }
}
