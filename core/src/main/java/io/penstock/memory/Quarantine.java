package io.penstock.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Memory that was released and is kept from its next user for a while. Safe for any thread.
final class Quarantine {
  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_BLOCKS = 1024;

  private final ArrayDeque<Custody> inside = new ArrayDeque<>();
  private long bytes;

  /// Takes memory in, and lets those go that were in it longest.
  void admit(Custody custody) {
    custody.poison();
    leave(custody).forEach(Custody::end);
  }

  private synchronized List<Custody> leave(Custody custody) {
    inside.add(custody);
    bytes += custody.bytes();
    return leaving(MOST_BYTES, MOST_BLOCKS);
  }

  /// Lets all go.
  void dismiss() {
    List<Custody> all;
    synchronized (this) {
      all = leaving(0, 0);
    }
    all.forEach(Custody::end);
  }

  private List<Custody> leaving(long mostBytes, int mostBlocks) {
    List<Custody> leaving = new ArrayList<>();
    while (inside.size() > mostBlocks || bytes > mostBytes) {
      Custody first = inside.remove();
      bytes -= first.bytes();
      leaving.add(first);
    }
    return leaving;
  }
}
