package io.penstock.message.match;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;

/// Copies between payloads that cannot be copied straight: by way of a block.
final class Staging {
  private static final int PIECE = 64 << 10;

  private Staging() {}

  static void copy(Payload source, Payload target) {
    long bytes = source.bytes();
    Block block = BufferPool.shared().take(Math.min(bytes, PIECE));
    try {
      for (long at = 0; at < bytes; at += PIECE) {
        long n = Math.min(PIECE, bytes - at);
        source.copyTo(at, block.memory(), 0, n);
        target.copyFrom(block.memory(), 0, at, n);
      }
    } finally {
      block.release();
    }
  }
}
