package io.penstock.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes the model's records as JSON, one member a line.
final class JsonOutcomeWriter {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator json;

  private JsonOutcomeWriter(JsonGenerator json) {
    this.json = json;
  }

  static String text(EvaluationOutcome outcome) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.setPrettyPrinter(layout());
      new JsonOutcomeWriter(json).evaluation(outcome);
    } catch (IOException e) {
      throw new AssertionError("a text in memory cannot fail to be written", e);
    }
    return text.append('\n').toString();
  }

  private static DefaultPrettyPrinter layout() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
  }

  private void evaluation(EvaluationOutcome outcome) throws IOException {
    json.writeStartObject();
    json.writeStringField("penstock", outcome.penstockVersion());
    json.writeStringField("when", outcome.when().toString());
    json.writeStringField("command", outcome.command());
    json.writeObjectFieldStart("machine");
    for (Map.Entry<String, String> fact : outcome.machine().entrySet()) {
      json.writeStringField(fact.getKey(), fact.getValue());
    }
    json.writeEndObject();
    texts("advice", outcome.advice());
    json.writeArrayFieldStart("chapters");
    for (ChapterOutcome chapter : outcome.chapters()) {
      chapter(chapter);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void chapter(ChapterOutcome chapter) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", chapter.name());
    json.writeArrayFieldStart("experiments");
    for (ExperimentOutcome experiment : chapter.experiments()) {
      experiment(experiment);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("targets");
    for (Target target : chapter.targets()) {
      target(target);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void target(Target target) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", target.name());
    json.writeNumberField("wanted", target.wanted());
    if (target.got().isPresent()) {
      json.writeNumberField("got", target.got().getAsDouble());
    }
    json.writeBooleanField("met", target.met());
    json.writeEndObject();
  }

  private void experiment(ExperimentOutcome experiment) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", experiment.id());
    json.writeStringField("title", experiment.title());
    json.writeStringField("source", experiment.source());
    json.writeStringField("unit", experiment.unit());
    constant("better", experiment.better());
    constant("axis", experiment.axis());
    texts("remarks", experiment.remarks());
    json.writeArrayFieldStart("history");
    for (Yardstick yardstick : experiment.history()) {
      yardstick(yardstick);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("results");
    for (Result result : experiment.results()) {
      result(result);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void yardstick(Yardstick yardstick) throws IOException {
    json.writeStartObject();
    json.writeStringField("label", yardstick.label());
    json.writeNumberField("value", yardstick.value());
    json.writeStringField("unit", yardstick.unit());
    json.writeEndObject();
  }

  private void result(Result result) throws IOException {
    json.writeStartObject();
    json.writeStringField("approach", result.approach());
    constant("by", result.by());
    json.writeNumberField("threads", result.threads());
    json.writeNumberField("processes", result.processes());
    json.writeNumberField("bytes", result.bytes());
    if (result.requestBytes().isPresent()) {
      json.writeNumberField("requestBytes", result.requestBytes().getAsLong());
    }
    outcome(result.outcome());
    if (result.note().isPresent()) {
      json.writeStringField("note", result.note().get());
    }
    json.writeEndObject();
  }

  private void outcome(Outcome outcome) throws IOException {
    switch (outcome) {
      case Outcome.Measured measured -> measured(measured);
      case Outcome.Wrong(String reason) -> {
        json.writeBooleanField("verified", false);
        json.writeStringField("reason", reason);
      }
      case Outcome.Failed(String reason) -> json.writeStringField("failed", reason);
      case Outcome.Absent(String reason) -> json.writeStringField("absent", reason);
    }
  }

  private void measured(Outcome.Measured measured) throws IOException {
    Figures figures = measured.figures();
    json.writeNumberField("median", figures.median());
    json.writeNumberField("min", figures.min());
    json.writeNumberField("max", figures.max());
    json.writeNumberField("runs", figures.runs());
    if (!figures.values().isEmpty()) {
      json.writeArrayFieldStart("values");
      for (double value : figures.values()) {
        json.writeNumber(value);
      }
      json.writeEndArray();
    }
    if (measured.ratioToC().isPresent()) {
      json.writeNumberField("ratioToC", measured.ratioToC().getAsDouble());
    }
    json.writeBooleanField("verified", true);
  }

  private void texts(String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void constant(String name, Enum<?> constant) throws IOException {
    json.writeStringField(name, constant.name().toLowerCase(Locale.ROOT));
  }
}
