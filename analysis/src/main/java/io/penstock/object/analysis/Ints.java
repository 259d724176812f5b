package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.Arrays;

/// A growing array of 32-bit numbers.
final class Ints {
  private final Budget budget;
  private int[] values = new int[16];
  private int size;

  Ints(Budget budget) {
    this.budget = budget;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return values[index];
  }

  void set(int index, int value) {
    values[index] = value;
  }

  void add(int value) throws ObjectException {
    if (size == values.length) {
      values = Arrays.copyOf(values, budget.grown(size, Integer.BYTES));
    }
    values[size++] = value;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }

  void removeLast() {
    size--;
  }
}
