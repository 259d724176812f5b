package io.penstock.collective;

import java.util.Optional;
import java.util.function.Supplier;

/// What a rank brings to an operation of all ranks: what it was asked for, or why it cannot.
record Wanted<T>(Optional<T> value, Optional<Throwable> objection) {
  static <T> Wanted<T> of(Supplier<T> checked) {
    try {
      return new Wanted<>(Optional.of(checked.get()), Optional.empty());
    } catch (RuntimeException e) {
      return new Wanted<>(Optional.empty(), Optional.of(e));
    }
  }
}
