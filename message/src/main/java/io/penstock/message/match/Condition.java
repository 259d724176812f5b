package io.penstock.message.match;

/// A condition that a thread awaits at an endpoint.
@FunctionalInterface
public interface Condition {
  /// Whether it has come. Asked often, by the waiting thread.
  boolean met();
}
