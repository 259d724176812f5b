package io.penstock.message.ranks;

import io.penstock.message.MessageKind;
import io.penstock.message.Status;
import java.util.Arrays;

/// Statuses that were given out before, so that messages which look alike make no garbage.
///
/// Safe for any thread: a status does not change, and whoever misses one makes it.
final class Statuses {
  private static final int KEPT = 64;

  private final Status[] kept = new Status[KEPT];

  Statuses() {
    Arrays.fill(kept, new Status(0, 0, MessageKind.BYTES, 0));
  }

  Status of(int source, int tag, MessageKind kind, long bytes) {
    int slot = slot(source, tag, kind, bytes);
    Status last = kept[slot];
    if (last.source() == source
        && last.tag() == tag
        && last.kind() == kind
        && last.bytes() == bytes) {
      return last;
    }
    Status status = new Status(source, tag, kind, bytes);
    kept[slot] = status;
    return status;
  }

  private static int slot(int source, int tag, MessageKind kind, long bytes) {
    int hash = ((source * 31 + tag) * 31 + kind.code()) * 31 + Long.hashCode(bytes);
    return (hash ^ (hash >>> 16)) & (KEPT - 1);
  }
}
