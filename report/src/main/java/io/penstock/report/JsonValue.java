package io.penstock.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// A JSON value that remembers where it was read.
sealed interface JsonValue {

  /// Where a value begins.
  ///
  /// @param line counted from 1
  /// @param column counted from 1, in characters
  record Place(String file, int line, int column) {
    @Override
    public String toString() {
      return file + ":" + line + ":" + column;
    }
  }

  record Text(Place place, String value) implements JsonValue {}

  record Numeric(Place place, BigDecimal value) implements JsonValue {}

  record Bool(Place place, boolean value) implements JsonValue {}

  record Null(Place place) implements JsonValue {}

  record Array(Place place, List<JsonValue> values) implements JsonValue {}

  record Members(Place place, Map<String, JsonValue> values) implements JsonValue {}

  Place place();

  /// What a message calls this kind of value.
  default String kind() {
    return switch (this) {
      case Text _ -> "a text";
      case Numeric _ -> "a number";
      case Bool _ -> "true or false";
      case Null _ -> "null";
      case Array _ -> "an array";
      case Members _ -> "an object";
    };
  }
}
