package io.penstock.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// A checker of JSON by the keywords of JSON Schema (draft 2020-12) that the repository's schema
/// has. One that it does not know is an error, so that no rule is passed over.
final class JsonSchema {
  private static final Set<String> REMARKS = Set.of("type", "description");
  private static final String DEFINITIONS = "#/$defs/";

  private final Map<String, Object> definitions;
  private final List<String> complaints = new ArrayList<>();
  private final Set<String> met = new TreeSet<>();

  private JsonSchema(Map<String, Object> definitions) {
    this.definitions = definitions;
  }

  static JsonSchema of(Path file) throws IOException {
    Map<?, ?> schema = (Map<?, ?>) parse(Files.readString(file));
    return new JsonSchema(members(Objects.requireNonNull(schema.get("$defs"))));
  }

  /// One whole document, as maps, lists, texts, numbers and booleans.
  ///
  /// @throws IOException if it is none, has a member twice or a null, or is followed by anything
  static Object parse(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      Object document = value(parser, parser.nextToken());
      if (parser.nextToken() != null) {
        throw new IOException("there is more than one document");
      }
      return document;
    }
  }

  private static Object value(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw new IOException("unexpected " + token + " at " + parser.currentLocation());
    };
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      members.put(name, value(parser, parser.nextToken()));
    }
    return members;
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(parser, token));
    }
    return items;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> members(Object object) {
    return (Map<String, Object>) object;
  }

  /// The names of what can be checked against.
  Set<String> definitions() {
    return definitions.keySet();
  }

  /// Checks a document.
  ///
  /// @return what is wrong with it
  List<String> complaints(String definition, Object document) {
    complaints.clear();
    check(DEFINITIONS + definition, "", document);
    return List.copyOf(complaints);
  }

  private void check(String reference, String place, Object value) {
    String name = reference.substring(DEFINITIONS.length());
    Object schema = Objects.requireNonNull(definitions.get(name), reference);
    check(members(schema), reference, place, value);
  }

  private void check(Map<String, Object> schema, String rule, String place, Object value) {
    met.add(rule);
    // First: what the other keywords ask of depends on it.
    if (schema.get("type") instanceof String type && !isOf(type, value)) {
      complaints.add(place + ": " + value + " is no " + type);
      return;
    }
    schema.forEach(
        (keyword, wanted) -> {
          if (!REMARKS.contains(keyword)) {
            check(keyword, wanted, schema, rule, place, value);
          }
        });
  }

  private void check(
      String keyword,
      Object wanted,
      Map<String, Object> schema,
      String rule,
      String place,
      Object value) {
    switch (keyword) {
      case "$ref" -> check((String) wanted, place, value);
      case "enum" ->
          require(((List<?>) wanted).contains(value), place, value + " is not among them");
      case "minimum" -> require(compare(value, wanted) >= 0, place, value + " is too little");
      case "maximum" -> require(compare(value, wanted) <= 0, place, value + " is too much");
      case "minLength" ->
          require(
              compare(BigInteger.valueOf(((String) value).length()), wanted) >= 0,
              place,
              "'" + value + "' is too short");
      case "pattern" ->
          require(((String) value).matches((String) wanted), place, value + " is not of that form");
      case "required" -> {
        for (Object member : (List<?>) wanted) {
          require(members(value).containsKey(member), place, member + " is missing");
        }
      }
      case "properties" -> checkMembers(members(wanted), rule, place, members(value));
      case "additionalProperties" ->
          members(value)
              .keySet()
              .forEach(
                  member ->
                      require(
                          members(Objects.requireNonNull(schema.get("properties")))
                              .containsKey(member),
                          place,
                          member + " is not foreseen"));
      case "items" -> {
        int number = 0;
        for (Object item : (List<?>) value) {
          check(members(wanted), rule + "/items", place + "[" + number++ + "]", item);
        }
      }
      default -> throw new IllegalArgumentException("unknown keyword " + keyword + " in " + rule);
    }
  }

  private void checkMembers(
      Map<String, Object> schemas, String rule, String place, Map<String, Object> values) {
    values.forEach(
        (member, value) -> {
          Object schema = schemas.get(member);
          if (schema != null) {
            check(members(schema), rule + "/" + member, place + "." + member, value);
          }
        });
  }

  private void require(boolean right, String place, String otherwise) {
    if (!right) {
      complaints.add(place + ": " + otherwise);
    }
  }

  private static boolean isOf(String type, Object value) {
    return switch (type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "integer" -> value instanceof BigInteger;
      case "number" -> value instanceof Number;
      default -> throw new IllegalArgumentException("unknown type " + type);
    };
  }

  private static int compare(Object one, Object other) {
    return decimal(one).compareTo(decimal(other));
  }

  private static BigDecimal decimal(Object number) {
    return new BigDecimal(number.toString());
  }

  /// The parts of the schema that no document had so far.
  Set<String> neverMet() {
    Set<String> all = new TreeSet<>();
    definitions.forEach((name, schema) -> addRules(DEFINITIONS + name, members(schema), all));
    all.removeAll(met);
    return all;
  }

  private static void addRules(String rule, Map<String, Object> schema, Set<String> all) {
    all.add(rule);
    Object properties = schema.get("properties");
    if (properties != null) {
      members(properties)
          .forEach((member, below) -> addRules(rule + "/" + member, members(below), all));
    }
    Object items = schema.get("items");
    if (items != null) {
      addRules(rule + "/items", members(items), all);
    }
  }
}
