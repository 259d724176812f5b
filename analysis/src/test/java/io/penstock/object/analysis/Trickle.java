package io.penstock.object.analysis;

import java.io.ByteArrayInputStream;

/// Hands out a few bytes at a time.
final class Trickle extends ByteArrayInputStream {
  private int turn;

  Trickle(byte[] bytes) {
    super(bytes);
  }

  @Override
  public synchronized int read(byte[] target, int from, int count) {
    turn = turn % 7 + 1;
    return super.read(target, from, Math.min(count, turn));
  }
}
