package io.penstock.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads a whole JSON text, strictly: no comments, no duplicate members, nothing after its end.
final class JsonTree {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final JsonParser parser;
  private final String file;

  private JsonTree(JsonParser parser, String file) {
    this.parser = parser;
    this.file = file;
  }

  /// @param file what messages call the source of `json`
  static JsonValue parse(String json, String file) throws MalformedReportException {
    try (JsonParser parser = FACTORY.createParser(json)) {
      return new JsonTree(parser, file).whole();
    } catch (JsonProcessingException e) {
      throw new MalformedReportException(place(file, e.getLocation()), e.getOriginalMessage());
    } catch (MalformedReportException e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError("a text in memory cannot fail to be read", e);
    }
  }

  private JsonValue whole() throws IOException {
    JsonValue value = value(next());
    if (parser.nextToken() != null) {
      throw new MalformedReportException(here(), "there is something after the end of the JSON");
    }
    return value;
  }

  private JsonValue value(JsonToken token) throws IOException {
    JsonValue.Place place = here();
    return switch (token) {
      case START_OBJECT -> members(place);
      case START_ARRAY -> array(place);
      case VALUE_STRING -> new JsonValue.Text(place, parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          new JsonValue.Numeric(place, parser.getDecimalValue());
      case VALUE_TRUE -> new JsonValue.Bool(place, true);
      case VALUE_FALSE -> new JsonValue.Bool(place, false);
      case VALUE_NULL -> new JsonValue.Null(place);
      default -> throw new MalformedReportException(place, "expected a value, found " + token);
    };
  }

  private JsonValue members(JsonValue.Place place) throws IOException {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    while (next() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      values.put(name, value(next()));
    }
    return new JsonValue.Members(place, values);
  }

  private JsonValue array(JsonValue.Place place) throws IOException {
    List<JsonValue> values = new ArrayList<>();
    for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
      values.add(value(token));
    }
    return new JsonValue.Array(place, values);
  }

  private JsonToken next() throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new MalformedReportException(here(), "the file ends too early");
    }
    return token;
  }

  private JsonValue.Place here() {
    return place(file, parser.currentTokenLocation());
  }

  private static JsonValue.Place place(String file, JsonLocation at) {
    return new JsonValue.Place(file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
  }
}
