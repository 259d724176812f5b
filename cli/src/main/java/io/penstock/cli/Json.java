package io.penstock.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;

/// Prints results for machines: one object whose first member, `penstock`, is the version. It has
/// no end if its members fail: half an answer must not be taken for a whole one.
final class Json {
  /// Writes the other members.
  interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  private Json() {}

  static void print(PrintWriter out, Members members) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT)
          .useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("penstock", Version.text());
      members.write(json);
      json.writeEndObject();
    }
    out.println();
  }
}
