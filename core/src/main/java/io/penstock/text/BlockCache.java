package io.penstock.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Keeps the blocks that were used last, up to a number of bytes. Safe for any thread.
final class BlockCache {
  /// What a block costs beside its bytes.
  private static final int OVERHEAD = 100;

  private final long budget;
  private final Map<Integer, byte[]> blocks = new LinkedHashMap<>(16, 0.75f, true);
  private long held;

  /// @param budget in bytes; nothing is kept if it is too little for one block
  BlockCache(long budget) {
    this.budget = budget;
  }

  synchronized Optional<byte[]> get(int block) {
    return Optional.ofNullable(blocks.get(block));
  }

  synchronized void put(int block, byte[] bytes) {
    if (cost(bytes) > budget || blocks.putIfAbsent(block, bytes) != null) {
      return;
    }
    held += cost(bytes);
    var eldest = blocks.values().iterator();
    while (held > budget) {
      held -= cost(eldest.next());
      eldest.remove();
    }
  }

  synchronized long held() {
    return held;
  }

  private static int cost(byte[] bytes) {
    return bytes.length + OVERHEAD;
  }
}
