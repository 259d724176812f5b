package io.penstock.collective;

import java.util.Optional;
import java.util.function.Supplier;

/// The request of a rank in a collective operation, or the reason why it cannot take part.
record Wanted<T>(Optional<T> value, Optional<Throwable> objection) {
  static <T> Wanted<T> of(Supplier<T> checked) {
    try {
      return new Wanted<>(Optional.of(checked.get()), Optional.empty());
    } catch (RuntimeException e) {
      return new Wanted<>(Optional.empty(), Optional.of(e));
    }
  }
}
