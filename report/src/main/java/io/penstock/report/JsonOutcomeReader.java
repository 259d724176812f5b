package io.penstock.report;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/// Makes the model's records of JSON objects; what the model refuses is the file's fault here.
final class JsonOutcomeReader {
  private JsonOutcomeReader() {}

  static EvaluationOutcome read(JsonMembers json) throws MalformedReportException {
    return checked(json, JsonOutcomeReader::evaluation);
  }

  private static EvaluationOutcome evaluation(JsonMembers json) throws MalformedReportException {
    return new EvaluationOutcome(
        json.text("penstock"),
        json.textsByName("machine"),
        json.list("chapters", item -> checked(item, JsonOutcomeReader::chapter)),
        json.texts("advice"),
        json.text("command"),
        instant(json));
  }

  private static ChapterOutcome chapter(JsonMembers json) throws MalformedReportException {
    return new ChapterOutcome(
        json.text("name"),
        json.list("experiments", item -> checked(item, JsonOutcomeReader::experiment)),
        json.has("targets")
            ? json.list("targets", item -> checked(item, JsonOutcomeReader::target))
            : List.of());
  }

  private static Target target(JsonMembers json) throws MalformedReportException {
    return new Target(json.text("name"), json.number("wanted"), json.optionalNumber("got"));
  }

  private static ExperimentOutcome experiment(JsonMembers json) throws MalformedReportException {
    return new ExperimentOutcome(
        json.text("id"),
        json.text("title"),
        json.text("source"),
        json.text("unit"),
        json.constant("better", Better.class),
        json.constant("axis", Axis.class),
        json.list("results", item -> checked(item, JsonOutcomeReader::result)),
        json.list("history", item -> checked(item, JsonOutcomeReader::yardstick)),
        json.texts("remarks"));
  }

  private static Yardstick yardstick(JsonMembers json) throws MalformedReportException {
    return new Yardstick(json.text("label"), json.number("value"), json.text("unit"));
  }

  private static Result result(JsonMembers json) throws MalformedReportException {
    return new Result(
        json.text("approach"),
        json.constant("by", By.class),
        json.count("threads"),
        json.count("processes"),
        json.wholeNumber("bytes"),
        json.optionalWholeNumber("requestBytes"),
        outcome(json),
        json.optionalText("note"));
  }

  private static Outcome outcome(JsonMembers json) throws MalformedReportException {
    if (json.has("absent")) {
      return new Outcome.Absent(json.text("absent"));
    }
    if (json.has("failed")) {
      return new Outcome.Failed(json.text("failed"));
    }
    if (!json.flag("verified")) {
      return new Outcome.Wrong(json.text("reason"));
    }
    Figures figures =
        new Figures(
            json.number("median"),
            json.number("min"),
            json.number("max"),
            json.count("runs"),
            json.has("values") ? json.numbers("values") : List.of());
    return new Outcome.Measured(figures, json.optionalNumber("ratioToC"));
  }

  private static Instant instant(JsonMembers json) throws MalformedReportException {
    String text = json.text("when");
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException _) {
      throw new MalformedReportException(
          json.place(), "when: expected an instant like 2026-01-31T12:00:00Z, found " + text);
    }
  }

  private static <T> T checked(JsonMembers json, JsonMembers.Reader<T> reader)
      throws MalformedReportException {
    try {
      return reader.read(json);
    } catch (IllegalArgumentException e) {
      throw new MalformedReportException(json.place(), String.valueOf(e.getMessage()));
    }
  }
}
