package io.penstock.text;

import java.util.HashMap;
import java.util.Map;

/// A count of the lines before the first chunk that is not done, which an error needs to give the
/// number of its line.
///
/// Chunks may be done in any order, but are begun in theirs: little has to be remembered. Safe for
/// any thread.
final class Census {
  private final Map<Long, Long> ahead = new HashMap<>();
  private long next;
  private long lines;

  /// A chunk is done.
  synchronized void add(long index, long count) {
    if (index != next) {
      ahead.put(index, count);
      return;
    }
    next++;
    lines += count;
    for (Long known = ahead.remove(next); known != null; known = ahead.remove(next)) {
      next++;
      lines += known;
    }
  }

  /// The lines of all chunks before the first that is not done.
  synchronized long lines() {
    return lines;
  }
}
