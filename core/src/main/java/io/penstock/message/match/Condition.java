package io.penstock.message.match;

/// What a thread waits for at an endpoint.
@FunctionalInterface
public interface Condition {
  /// Whether it has come. Asked often, by the waiting thread.
  boolean met();
}
