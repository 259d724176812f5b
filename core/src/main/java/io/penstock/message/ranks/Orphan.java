package io.penstock.message.ranks;

import io.penstock.memory.Block;
import io.penstock.message.match.Endpoint;
import java.util.List;

/// Sends that a failed collective operation left behind, and the memory that they read.
record Orphan(Endpoint endpoint, List<Step> sends, List<Block> blocks) {
  boolean isIdle() {
    return sends.stream().allMatch(send -> send.transfer().met());
  }

  /// Gives everything back if nothing is under way any more.
  boolean isOver() {
    if (!isIdle()) {
      return false;
    }
    sends.forEach(send -> endpoint.give(send.transfer()));
    blocks.forEach(Block::release);
    return true;
  }
}
