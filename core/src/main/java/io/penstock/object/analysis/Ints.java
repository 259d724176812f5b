package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.Arrays;

/// Numbers of 32 bits, as many as have come.
final class Ints {
  private static final int MOST = Integer.MAX_VALUE - 8;

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
      grow();
    }
    values[size++] = value;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }

  void removeLast() {
    size--;
  }

  private void grow() throws ObjectException {
    int length = (int) Math.min(MOST, size + (size >> 1) + 16L);
    if (length == size) {
      throw new ObjectException("more than %d objects or references".formatted(MOST));
    }
    budget.take(4L * length);
    values = Arrays.copyOf(values, length);
    budget.giveBack(4L * size);
  }
}
