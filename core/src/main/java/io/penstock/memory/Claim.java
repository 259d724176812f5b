package io.penstock.memory;

import java.util.concurrent.atomic.AtomicBoolean;

/// Something that happens once, whoever comes first. Safe for any thread.
final class Claim {
  private final AtomicBoolean taken = new AtomicBoolean();
  private final String late;

  /// @param late what whoever comes later is told
  Claim(String late) {
    this.late = late;
  }

  /// @throws IllegalStateException if it was taken before
  void take() {
    if (!taken.compareAndSet(false, true)) {
      throw new IllegalStateException(late);
    }
  }
}
