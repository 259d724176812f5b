package io.penstock.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.tree.TreeEntry;
import io.penstock.tree.entry.EntryFacts;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A format for the entries of a walk.
interface WalkListing extends Closeable {
  /// Prints one.
  void show(TreeEntry entry) throws IOException;

  /// A line for each, as the bytes that names are.
  static WalkListing text(OutputStream results, boolean sizes, char end) {
    return new Text(new BufferedOutputStream(results, Text.BUFFER), sizes, end);
  }

  /// An object for each.
  static WalkListing json(PrintWriter results, boolean sizes) throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(results);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).useDefaultPrettyPrinter();
    json.writeStartObject();
    json.writeStringField("penstock", Version.text());
    json.writeArrayFieldStart("entries");
    return new Objects(json, results, sizes);
  }

  /// Lines.
  record Text(OutputStream out, boolean sizes, char end) implements WalkListing {
    private static final int BUFFER = 64 << 10;

    @Override
    public void show(TreeEntry entry) throws IOException {
      if (sizes) {
        out.write((entry.facts().size() + "\t").getBytes(StandardCharsets.US_ASCII));
      }
      entry.writePath(out);
      out.write(end);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }

  /// Members of an array.
  record Objects(JsonGenerator json, PrintWriter results, boolean sizes) implements WalkListing {
    @Override
    public void show(TreeEntry entry) throws IOException {
      if (sizes) {
        EntryFacts facts = entry.facts();
        begin(entry);
        json.writeNumberField("size", facts.size());
        json.writeStringField("modified", facts.modified().toString());
      } else {
        begin(entry);
      }
      json.writeEndObject();
    }

    private void begin(TreeEntry entry) throws IOException {
      json.writeStartObject();
      json.writeStringField("path", entry.path().toString());
      json.writeStringField("type", entry.type().name().toLowerCase(Locale.ROOT));
    }

    @Override
    public void close() throws IOException {
      json.writeEndArray();
      json.writeEndObject();
      json.close();
      results.println();
    }
  }
}
