package io.penstock.report;

import java.util.OptionalLong;

/// The quantity that an experiment varies along the horizontal axis of its chart.
public enum Axis {
  /// Nothing: one bar for each approach.
  NONE,
  THREADS,
  PROCESSES,
  /// The bytes that one call asks for: the size of the buffer or of the request.
  REQUEST_BYTES,
  /// The bytes that one operation is about: the size of a block or of a message.
  BYTES;

  /// Where `result` stands on this axis; empty if it has no place there.
  public OptionalLong position(Result result) {
    return switch (this) {
      case NONE -> OptionalLong.empty();
      case THREADS -> OptionalLong.of(result.threads());
      case PROCESSES -> OptionalLong.of(result.processes());
      case REQUEST_BYTES -> result.requestBytes();
      case BYTES -> OptionalLong.of(result.bytes());
    };
  }
}
