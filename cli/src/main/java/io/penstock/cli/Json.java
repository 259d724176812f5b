package io.penstock.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;

/// A printer of JSON results: one object whose first member, `penstock`, is the version. If writing
/// the other members fails, the object is left open, so that it is not mistaken for a complete one.
final class Json {
  private Json() {}

  /// Prints the object.
  ///
  /// @param members writes the other members
  static void print(PrintWriter out, IOConsumer<JsonGenerator> members) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT)
          .useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("penstock", Main.version());
      members.accept(json);
      json.writeEndObject();
    }
    out.println();
  }
}
