package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.OptionalLong;

/// The quantity that an experiment varies along the horizontal axis of its chart.
public enum Axis {
  /// Nothing: one bar for each approach.
  NONE,
  THREADS,
  PROCESSES,
  /// The requests that are under way at once, by as many threads or by fewer.
  REQUESTS,
  /// The bytes that one call asks for: the size of the buffer or of the request.
  REQUEST_BYTES,
  /// The bytes that one operation is about: the size of a block or of a message.
  BYTES;

  /// Where `result` stands on this axis; empty if it has no place there.
  public OptionalLong position(Result result) {
    return switch (this) {
      case NONE -> OptionalLong.empty();
      case THREADS, REQUESTS -> OptionalLong.of(result.threads());
      case PROCESSES -> OptionalLong.of(result.processes());
      case REQUEST_BYTES -> result.requestBytes();
      case BYTES -> OptionalLong.of(result.bytes());
    };
  }

  /// Whether places on this axis tell what a setting is: as many threads as requests are asked for.
  boolean shows(Axis setting) {
    return setting == this || (this == REQUESTS && setting == THREADS);
  }

  /// Its name in JSON.
  @JsonValue
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it shows, as a heading; empty where nothing is varied.
  String heading() {
    return switch (this) {
      case NONE -> "";
      case THREADS -> "threads";
      case PROCESSES -> "processes";
      case REQUESTS -> "requests under way";
      case REQUEST_BYTES -> "request size";
      case BYTES -> "size";
    };
  }

  /// The place of `result` in words: `2 threads`; empty if it has none.
  String words(Result result) {
    return switch (this) {
      case NONE -> "";
      case THREADS -> result.threads() + (result.threads() == 1 ? " thread" : " threads");
      case PROCESSES -> result.processes() + (result.processes() == 1 ? " process" : " processes");
      case REQUESTS -> result.threads() + " under way";
      case REQUEST_BYTES -> result.request();
      case BYTES -> Numbers.bytes(result.bytes()) + " in all";
    };
  }

  /// Whether its places are sizes in bytes.
  boolean isSize() {
    return this == REQUEST_BYTES || this == BYTES;
  }
}
