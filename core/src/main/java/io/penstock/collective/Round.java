package io.penstock.collective;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.Elements;
import io.penstock.message.Request;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Messages of one round that go one way, with the memory in which they wait. Used again from round
/// to round.
final class Round {
  /// For each other rank, or each domain: which elements go to it or come from it.
  final long[] from;

  final long[] to;

  /// Where in the staging memory, in bytes.
  final long[] offset;

  private final List<Request> requests = new ArrayList<>();
  private Optional<Block> block = Optional.empty();

  Round(int size) {
    from = new long[size];
    to = new long[size];
    offset = new long[size];
  }

  long count(int index) {
    return to[index] - from[index];
  }

  /// Gets memory in which all but one of the stretches have their place, one after the other.
  ///
  /// @param except has no place
  void stage(int except, int width) {
    long bytes = 0;
    for (int i = 0; i < from.length; i++) {
      offset[i] = bytes;
      bytes += i == except ? 0 : count(i) * width;
    }
    block = Optional.of(BufferPool.shared().take(bytes));
  }

  MemorySegment memory() {
    return block.orElseThrow().memory();
  }

  /// A stretch in the staging memory.
  Elements staged(int index, Exchange exchange) {
    return Elements.of(
        memory().asSlice(offset[index], count(index) * exchange.width), exchange.type());
  }

  void add(Request request) {
    requests.add(request);
  }

  void await() {
    if (!requests.isEmpty()) {
      List<?> _ = Request.awaitAll(requests);
      requests.clear();
    }
  }

  /// Gives back what a transfer that was broken off has left. A message that still goes on, which
  /// none does once the job has ended, keeps its memory.
  void abandon() {
    requests.removeIf(request -> request.cancel() || isOver(request));
    if (requests.isEmpty()) {
      release();
    }
    requests.clear();
  }

  private static boolean isOver(Request request) {
    if (!request.isDone()) {
      return false;
    }
    Outcome _ = Outcome.of(request::await); // that it has failed is known
    return true;
  }

  void release() {
    block.ifPresent(Block::release);
    block = Optional.empty();
  }
}
