package io.penstock.object.analysis;

import io.penstock.object.ObjectException;

/// A stack of the structures that are begun and not at their end: the depth of a stream is memory
/// here and not a thread's stack.
final class FrameStack {
  private static final int COLUMNS = 7;

  private final Ints numbers;
  private final Longs starts;
  private final Longs counts;
  private int top = -1;

  FrameStack(Budget budget) {
    numbers = new Ints(budget);
    starts = new Longs(budget);
    counts = new Longs(budget);
  }

  boolean isEmpty() {
    return top < 0;
  }

  int depth() {
    return top + 1;
  }

  /// @param state what it is and what comes next in it
  /// @param node from which edges go
  /// @param description the number of its class's description
  /// @param tree its node in the tree of paths
  /// @param label through which it was entered
  /// @param start the offset of its first byte
  void push(int state, int node, int description, int tree, int label, long start)
      throws ObjectException {
    numbers.add(state);
    numbers.add(node);
    numbers.add(description);
    numbers.add(tree);
    numbers.add(label);
    numbers.add(0);
    numbers.add(0);
    starts.add(start);
    counts.add(0);
    top++;
  }

  void pop() {
    for (int i = 0; i < COLUMNS; i++) {
      numbers.removeLast();
    }
    starts.removeLast();
    counts.removeLast();
    top--;
  }

  int state() {
    return numbers.get(COLUMNS * top);
  }

  void state(int state) {
    numbers.set(COLUMNS * top, state);
  }

  int node() {
    return numbers.get(COLUMNS * top + 1);
  }

  void node(int node) {
    numbers.set(COLUMNS * top + 1, node);
  }

  int description() {
    return numbers.get(COLUMNS * top + 2);
  }

  void description(int description) {
    numbers.set(COLUMNS * top + 2, description);
  }

  int tree() {
    return numbers.get(COLUMNS * top + 3);
  }

  void tree(int tree) {
    numbers.set(COLUMNS * top + 3, tree);
  }

  int label() {
    return numbers.get(COLUMNS * top + 4);
  }

  /// Which of the object's parts is being read.
  int part() {
    return numbers.get(COLUMNS * top + 5);
  }

  void part(int part) {
    numbers.set(COLUMNS * top + 5, part);
  }

  /// Which field of the part comes next.
  int field() {
    return numbers.get(COLUMNS * top + 6);
  }

  void field(int field) {
    numbers.set(COLUMNS * top + 6, field);
  }

  long start() {
    return starts.get(top);
  }

  /// Elements to come.
  long count() {
    return counts.get(top);
  }

  void count(long count) {
    counts.set(top, count);
  }
}
