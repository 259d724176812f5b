package io.penstock.object.analysis;

import java.util.Arrays;

/// A set of nodes, and those of them that are still to be looked at.
final class Nodes {
  private final long[] members;
  private int[] waiting = new int[64];
  private int count;

  Nodes(int nodes) {
    members = new long[(nodes >>> 6) + 1];
  }

  boolean has(int node) {
    return (members[node >>> 6] & (1L << node)) != 0;
  }

  void add(int node) {
    if (!has(node)) {
      members[node >>> 6] |= (1L << node);
      if (count == waiting.length) {
        waiting = Arrays.copyOf(waiting, 2 * count);
      }
      waiting[count++] = node;
    }
  }

  boolean isWaiting() {
    return count > 0;
  }

  int next() {
    return waiting[--count];
  }
}
