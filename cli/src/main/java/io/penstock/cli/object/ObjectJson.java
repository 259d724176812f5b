package io.penstock.cli.object;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.object.analysis.ClassBytes;
import io.penstock.object.analysis.FieldBytes;
import io.penstock.object.analysis.FieldSaving;
import io.penstock.object.analysis.ObjectAnalysis;
import io.penstock.object.analysis.ObjectDifference;
import io.penstock.object.analysis.PathNode;
import io.penstock.object.analysis.Repeat;
import java.io.IOException;
import java.util.List;

/// An analysis for machines, with all rows.
public final class ObjectJson {
  private final JsonGenerator json;

  /// @param json to which members are added
  public ObjectJson(JsonGenerator json) {
    this.json = json;
  }

  /// Writes `bytes`, `classes`, `fields`, `savings`, `repeats` and `tree`, named as the components
  /// of the records that the library has for them.
  public void analysis(ObjectAnalysis analysis) throws IOException {
    json.writeNumberField("bytes", analysis.bytes());
    classes(analysis.classes());
    fields(analysis.fields());
    savings(analysis.savings());
    repeats(analysis.repeats());
    json.writeFieldName("tree");
    node(analysis.tree());
  }

  private void classes(List<ClassBytes> classes) throws IOException {
    json.writeArrayFieldStart("classes");
    for (ClassBytes each : classes) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeNumberField("objects", each.objects());
      json.writeNumberField("bytes", each.bytes());
      json.writeNumberField("descriptionBytes", each.descriptionBytes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void fields(List<FieldBytes> fields) throws IOException {
    json.writeArrayFieldStart("fields");
    for (FieldBytes each : fields) {
      json.writeStartObject();
      json.writeStringField("declaringClass", each.declaringClass());
      json.writeStringField("field", each.field());
      json.writeStringField("type", each.type());
      json.writeNumberField("values", each.values());
      json.writeNumberField("nulls", each.nulls());
      json.writeNumberField("backReferences", each.backReferences());
      json.writeNumberField("bytes", each.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void savings(List<FieldSaving> savings) throws IOException {
    json.writeArrayFieldStart("savings");
    for (FieldSaving each : savings) {
      json.writeStartObject();
      json.writeStringField("declaringClass", each.declaringClass());
      json.writeStringField("field", each.field());
      json.writeStringField("type", each.type());
      json.writeNumberField("saved", each.saved());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void repeats(List<Repeat> repeats) throws IOException {
    json.writeArrayFieldStart("repeats");
    for (Repeat each : repeats) {
      json.writeStartObject();
      json.writeStringField("type", each.type());
      json.writeStringField("begin", each.begin());
      json.writeNumberField("length", each.length());
      json.writeNumberField("times", each.times());
      json.writeNumberField("saved", each.saved());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void node(PathNode node) throws IOException {
    json.writeStartObject();
    json.writeStringField("field", node.field());
    json.writeStringField("type", node.type());
    json.writeNumberField("objects", node.objects());
    json.writeNumberField("ownBytes", node.ownBytes());
    json.writeNumberField("bytes", node.bytes());
    json.writeArrayFieldStart("children");
    for (PathNode child : node.children()) {
      node(child);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /// Writes `difference`.
  public void difference(ObjectDifference difference) throws IOException {
    json.writeObjectFieldStart("difference");
    json.writeNumberField("before", difference.before());
    json.writeNumberField("after", difference.after());
    changes("classes", difference.classes());
    changes("fields", difference.fields());
    json.writeEndObject();
  }

  private void changes(String name, List<ObjectDifference.Change> changes) throws IOException {
    json.writeArrayFieldStart(name);
    for (ObjectDifference.Change each : changes) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeNumberField("before", each.before());
      json.writeNumberField("after", each.after());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
