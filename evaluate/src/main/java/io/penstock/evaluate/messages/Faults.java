package io.penstock.evaluate.messages;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// The first thing that was found wrong, by any thread.
final class Faults {
  private final AtomicReference<Optional<String>> first = new AtomicReference<>(Optional.empty());

  void add(Optional<String> fault) {
    if (fault.isPresent()) {
      first.compareAndSet(Optional.empty(), fault);
    }
  }

  /// What was found since this was last asked.
  Optional<String> take() {
    return first.getAndSet(Optional.empty());
  }
}
