package io.penstock.report;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The error of a file that should hold an evaluation's JSON and does not. The message is one line
/// that begins with the file, the line and the column.
public final class MalformedReportException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedReportException(String problem) {
    super(problem);
  }

  /// The error that the parser found.
  ///
  /// @param name what the message calls the source
  static MalformedReportException of(JsonProcessingException e, String name) {
    JsonLocation at = Objects.requireNonNullElse(e.getLocation(), JsonLocation.NA);
    return new MalformedReportException(
        String.format(
            Locale.ROOT,
            "%s:%d:%d: %s",
            name,
            Math.max(1, at.getLineNr()),
            Math.max(1, at.getColumnNr()),
            problem(e).replaceAll("\\s+", " ")));
  }

  private static String problem(JsonProcessingException e) {
    String said = String.valueOf(e.getOriginalMessage());
    if (e instanceof ValueInstantiationException refused && refused.getCause() != null) {
      // A required member that is there, and null, fails wherever it is used first.
      return refused.getCause() instanceof NullPointerException
          ? "null stands in this object where a value is required"
          : String.valueOf(refused.getCause().getMessage());
    }
    if (said.startsWith("Trailing token")) {
      return "there is something after the end of the JSON";
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      String member = member(mismatch);
      Class<?> type = mismatch.getTargetType();
      String found =
          type.isEnum() && mismatch instanceof InvalidFormatException other
              ? ", found \"" + other.getValue() + "\""
              : "";
      return said.startsWith("Missing required")
          ? "\"" + member + "\" is missing from this object"
          : member + ": expected " + kind(type) + found;
    }
    return said.replaceFirst(" \\(start marker at .*", ""); // speaks of Jackson's options
  }

  private static String member(JsonMappingException e) {
    return e.getPath().reversed().stream()
        .map(JsonMappingException.Reference::getFieldName)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("evaluation");
  }

  private static String kind(Class<?> type) {
    if (type == int.class || type == long.class || type == Long.class || type == Integer.class) {
      return "a whole number";
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    if (type == String.class) {
      return "a text";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (type.isEnum()) {
      return Stream.of(type.getEnumConstants())
          .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    return List.class.isAssignableFrom(type) ? "an array" : "an object";
  }
}
