package io.penstock.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The members of a JSON object, asked for by name and type.
///
/// Each question throws [MalformedReportException] where the member is missing or of another type;
/// members that nobody asks for are ignored, so that a newer version's file can still be read.
final class JsonMembers {

  /// Makes a value of an array's element.
  interface Reader<T> {
    T read(JsonMembers members) throws MalformedReportException;
  }

  private final JsonValue.Members object;

  private JsonMembers(JsonValue.Members object) {
    this.object = object;
  }

  static JsonMembers of(JsonValue value, String name) throws MalformedReportException {
    if (value instanceof JsonValue.Members members) {
      return new JsonMembers(members);
    }
    throw unexpected(value, name, "an object");
  }

  JsonValue.Place place() {
    return object.place();
  }

  boolean has(String name) {
    return object.values().containsKey(name);
  }

  String text(String name) throws MalformedReportException {
    return text(get(name), name);
  }

  Optional<String> optionalText(String name) throws MalformedReportException {
    return has(name) ? Optional.of(text(name)) : Optional.empty();
  }

  double number(String name) throws MalformedReportException {
    return decimal(name).doubleValue();
  }

  OptionalDouble optionalNumber(String name) throws MalformedReportException {
    return has(name) ? OptionalDouble.of(number(name)) : OptionalDouble.empty();
  }

  long wholeNumber(String name) throws MalformedReportException {
    BigDecimal value = decimal(name);
    try {
      return value.longValueExact();
    } catch (ArithmeticException _) {
      throw new MalformedReportException(
          get(name).place(), name + ": expected a whole number below 2^63, found " + value);
    }
  }

  OptionalLong optionalWholeNumber(String name) throws MalformedReportException {
    return has(name) ? OptionalLong.of(wholeNumber(name)) : OptionalLong.empty();
  }

  int count(String name) throws MalformedReportException {
    long value = wholeNumber(name);
    if (value != (int) value) {
      throw new MalformedReportException(
          get(name).place(), name + ": expected a number below 2^31, found " + value);
    }
    return (int) value;
  }

  boolean flag(String name) throws MalformedReportException {
    JsonValue value = get(name);
    if (value instanceof JsonValue.Bool(_, boolean flag)) {
      return flag;
    }
    throw unexpected(value, name, "true or false");
  }

  /// The constant whose name in lower case stands there.
  <E extends Enum<E>> E constant(String name, Class<E> type) throws MalformedReportException {
    String text = text(name);
    List<String> known = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String label = constant.name().toLowerCase(Locale.ROOT);
      if (label.equals(text)) {
        return constant;
      }
      known.add(label);
    }
    throw new MalformedReportException(
        get(name).place(),
        name + ": expected one of " + String.join(", ", known) + ", found \"" + text + "\"");
  }

  <T> List<T> list(String name, Reader<T> reader) throws MalformedReportException {
    List<T> list = new ArrayList<>();
    for (JsonValue value : array(name)) {
      list.add(reader.read(of(value, name)));
    }
    return list;
  }

  List<String> texts(String name) throws MalformedReportException {
    List<String> list = new ArrayList<>();
    for (JsonValue value : array(name)) {
      list.add(text(value, name));
    }
    return list;
  }

  List<Double> numbers(String name) throws MalformedReportException {
    List<Double> list = new ArrayList<>();
    for (JsonValue value : array(name)) {
      list.add(decimal(value, name).doubleValue());
    }
    return list;
  }

  Map<String, String> textsByName(String name) throws MalformedReportException {
    Map<String, String> map = new LinkedHashMap<>();
    for (Map.Entry<String, JsonValue> entry : of(get(name), name).object.values().entrySet()) {
      map.put(entry.getKey(), text(entry.getValue(), entry.getKey()));
    }
    return map;
  }

  private List<JsonValue> array(String name) throws MalformedReportException {
    JsonValue value = get(name);
    if (value instanceof JsonValue.Array(_, List<JsonValue> values)) {
      return values;
    }
    throw unexpected(value, name, "an array");
  }

  private BigDecimal decimal(String name) throws MalformedReportException {
    return decimal(get(name), name);
  }

  private static BigDecimal decimal(JsonValue value, String name) throws MalformedReportException {
    if (value instanceof JsonValue.Numeric(_, BigDecimal number)) {
      return number;
    }
    throw unexpected(value, name, "a number");
  }

  private JsonValue get(String name) throws MalformedReportException {
    JsonValue value = object.values().get(name);
    if (value == null) {
      throw new MalformedReportException(place(), "\"" + name + "\" is missing from this object");
    }
    return value;
  }

  private static String text(JsonValue value, String name) throws MalformedReportException {
    if (value instanceof JsonValue.Text(_, String text)) {
      return text;
    }
    throw unexpected(value, name, "a text");
  }

  private static MalformedReportException unexpected(
      JsonValue value, String name, String expected) {
    return new MalformedReportException(
        value.place(), name + ": expected " + expected + ", found " + value.kind());
  }
}
