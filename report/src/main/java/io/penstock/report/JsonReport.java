package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.penstock.file.Publication;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An evaluation's outcome as JSON: one file to keep, to compare with and to draw from.
///
/// An outcome is read back equal to the one that was written. The layout is stable: two files can
/// be compared line by line. Members that this version does not know are ignored.
public final class JsonReport {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .withCoercionConfig(
              LogicalType.Textual,
              texts ->
                  texts
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private JsonReport() {}

  /// Writes `outcome` to `file`, in UTF-8, replacing what was there.
  ///
  /// @throws IOException if the file cannot be written
  public static void write(EvaluationOutcome outcome, Path file) throws IOException {
    List<String> _ = Publication.write(file, text(outcome).getBytes(StandardCharsets.UTF_8));
  }

  /// The JSON that [#write] writes.
  public static String text(EvaluationOutcome outcome) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter layout =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(layout).writeValueAsString(Evaluation.of(outcome)) + "\n";
    } catch (JsonProcessingException e) {
      throw new AssertionError("records can be written", e);
    }
  }

  /// Reads an outcome that [#write] wrote.
  ///
  /// @throws MalformedReportException if the file holds anything else; the message is one line with
  ///   the file, the line, the column and what should stand there
  /// @throws IOException if the file cannot be read
  public static EvaluationOutcome read(Path file) throws IOException {
    return parse(content(file), file.toString());
  }

  private static String content(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException _) {
      throw new MalformedReportException(file + ":1:1: this is not a text in UTF-8");
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // does not say of which file: it is a folder, for instance
      throw new FileSystemException(file.toString(), null, "cannot be read: " + e.getMessage());
    }
  }

  /// Reads the outcome that `json` holds.
  ///
  /// @param name what messages call the source
  /// @throws MalformedReportException if it holds anything else
  public static EvaluationOutcome parse(String json, String name) throws MalformedReportException {
    try {
      Evaluation read = MAPPER.readValue(json, Evaluation.class);
      if (read == null) {
        throw new MalformedReportException(name + ":1:1: expected an object, found null");
      }
      return read.outcome();
    } catch (JsonProcessingException e) {
      JsonLocation at = Objects.requireNonNullElse(e.getLocation(), JsonLocation.NA);
      throw new MalformedReportException(
          String.format(
              Locale.ROOT,
              "%s:%d:%d: %s",
              name,
              Math.max(1, at.getLineNr()),
              Math.max(1, at.getColumnNr()),
              problem(e).replaceAll("\\s+", " ")));
    }
  }

  // ---- what is wrong ---------------------------------------------------------------------------

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
      return said.startsWith("Missing required")
          ? "\"" + member + "\" is missing from this object"
          : member + ": expected " + kind(mismatch.getTargetType());
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
    return List.class.isAssignableFrom(type) ? "an array" : "an object";
  }

  /// The constant of an enumeration whose name in lower case is `text`.
  private static <E extends Enum<E>> E constant(String member, String text, Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(one -> lower(one).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    member
                        + ": expected one of "
                        + String.join(
                            ", ",
                            Arrays.stream(type.getEnumConstants()).map(JsonReport::lower).toList())
                        + ", found \""
                        + text
                        + "\""));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  // ---- the objects of the file -----------------------------------------------------------------

  // Each builds its part of the model when it is made, so that a fault is found where it stands.

  record Evaluation(
      @JsonProperty(required = true) String penstock,
      @JsonProperty(required = true) String when,
      @JsonProperty(required = true) String command,
      @JsonProperty(required = true) Map<String, String> machine,
      @JsonProperty(required = true) List<String> advice,
      @JsonProperty(required = true) List<Chapter> chapters) {
    Evaluation {
      EvaluationOutcome _ = outcome(penstock, when, command, machine, advice, chapters);
    }

    static Evaluation of(EvaluationOutcome outcome) {
      return new Evaluation(
          outcome.penstockVersion(),
          outcome.when().toString(),
          outcome.command(),
          new LinkedHashMap<>(outcome.machine()),
          outcome.advice(),
          outcome.chapters().stream().map(Chapter::of).toList());
    }

    EvaluationOutcome outcome() {
      return outcome(penstock, when, command, machine, advice, chapters);
    }

    private static EvaluationOutcome outcome(
        String penstock,
        String when,
        String command,
        Map<String, String> machine,
        List<String> advice,
        List<Chapter> chapters) {
      return new EvaluationOutcome(
          penstock,
          machine,
          chapters.stream().map(Chapter::outcome).toList(),
          advice,
          command,
          instant(when));
    }

    private static Instant instant(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException(
            "when: expected an instant like 2026-01-31T12:00:00Z, found " + text, e);
      }
    }
  }

  record Chapter(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = true) List<Experiment> experiments,
      @Nullable List<Goal> targets) {
    Chapter {
      Checks.text(name, "name");
    }

    static Chapter of(ChapterOutcome chapter) {
      return new Chapter(
          chapter.name(),
          chapter.experiments().stream().map(Experiment::of).toList(),
          chapter.targets().stream().map(Goal::of).toList());
    }

    ChapterOutcome outcome() {
      return new ChapterOutcome(
          name,
          experiments.stream().map(Experiment::outcome).toList(),
          targets == null ? List.of() : targets.stream().map(Goal::target).toList());
    }
  }

  record Goal(
      @JsonProperty(required = true) String name,
      @JsonProperty(required = true) double wanted,
      @Nullable Double got,
      @Nullable Boolean met) {
    Goal {
      Target _ = new Target(name, wanted, optional(got));
    }

    static Goal of(Target target) {
      return new Goal(target.name(), target.wanted(), orNull(target.got()), target.met());
    }

    Target target() {
      return new Target(name, wanted, optional(got));
    }
  }

  record Experiment(
      @JsonProperty(required = true) String id,
      @JsonProperty(required = true) String title,
      @JsonProperty(required = true) String source,
      @JsonProperty(required = true) String unit,
      @JsonProperty(required = true) String better,
      @JsonProperty(required = true) String axis,
      @JsonProperty(required = true) List<String> remarks,
      @JsonProperty(required = true) List<Figure> history,
      @JsonProperty(required = true) List<Row> results) {
    Experiment {
      Better _ = constant("better", better, Better.class);
      Axis _ = constant("axis", axis, Axis.class);
    }

    static Experiment of(ExperimentOutcome experiment) {
      return new Experiment(
          experiment.id(),
          experiment.title(),
          experiment.source(),
          experiment.unit(),
          lower(experiment.better()),
          lower(experiment.axis()),
          experiment.remarks(),
          experiment.history().stream().map(Figure::of).toList(),
          experiment.results().stream().map(Row::of).toList());
    }

    ExperimentOutcome outcome() {
      return new ExperimentOutcome(
          id,
          title,
          source,
          unit,
          constant("better", better, Better.class),
          constant("axis", axis, Axis.class),
          results.stream().map(Row::result).toList(),
          history.stream().map(Figure::yardstick).toList(),
          remarks);
    }
  }

  record Figure(
      @JsonProperty(required = true) String label,
      @JsonProperty(required = true) double value,
      @JsonProperty(required = true) String unit,
      @Nullable String approach) {
    Figure {
      Yardstick _ = new Yardstick(label, value, unit, text(approach));
    }

    static Figure of(Yardstick yardstick) {
      return new Figure(
          yardstick.label(),
          yardstick.value(),
          yardstick.unit(),
          yardstick.approach().isEmpty() ? null : yardstick.approach());
    }

    Yardstick yardstick() {
      return new Yardstick(label, value, unit, text(approach));
    }
  }

  record Row(
      @JsonProperty(required = true) String approach,
      @JsonProperty(required = true) String by,
      @JsonProperty(required = true) int threads,
      @JsonProperty(required = true) int processes,
      @JsonProperty(required = true) long bytes,
      @Nullable Long requestBytes,
      @Nullable Double median,
      @Nullable Double min,
      @Nullable Double max,
      @Nullable Integer runs,
      @Nullable List<Double> values,
      @Nullable Double ratioToC,
      @Nullable Boolean verified,
      @Nullable String reason,
      @Nullable String failed,
      @Nullable String absent,
      @Nullable String note,
      @Nullable String alias) {
    Row {
      Outcome outcome =
          outcome(median, min, max, runs, values, ratioToC, verified, reason, failed, absent);
      Result _ =
          new Result(
              approach,
              constant("by", by, By.class),
              threads,
              processes,
              bytes,
              requestBytes == null ? OptionalLong.empty() : OptionalLong.of(requestBytes),
              outcome,
              Optional.ofNullable(note),
              Optional.ofNullable(alias));
    }

    static Row of(Result result) {
      Figures figures = result.measured().map(Outcome.Measured::figures).orElse(null);
      return new Row(
          result.approach(),
          lower(result.by()),
          result.threads(),
          result.processes(),
          result.bytes(),
          result.requestBytes().isPresent() ? result.requestBytes().getAsLong() : null,
          figures == null ? null : figures.median(),
          figures == null ? null : figures.min(),
          figures == null ? null : figures.max(),
          figures == null ? null : figures.runs(),
          figures == null || figures.values().isEmpty() ? null : figures.values(),
          result.measured().map(one -> orNull(one.ratioToC())).orElse(null),
          switch (result.outcome()) {
            case Outcome.Measured _ -> true;
            case Outcome.Wrong _ -> false;
            case Outcome.Failed _, Outcome.Absent _ -> null;
          },
          result.outcome() instanceof Outcome.Wrong(String reason) ? reason : null,
          result.outcome() instanceof Outcome.Failed(String reason) ? reason : null,
          result.outcome() instanceof Outcome.Absent(String reason) ? reason : null,
          result.note().orElse(null),
          result.alias().orElse(null));
    }

    Result result() {
      return new Result(
          approach,
          constant("by", by, By.class),
          threads,
          processes,
          bytes,
          requestBytes == null ? OptionalLong.empty() : OptionalLong.of(requestBytes),
          outcome(median, min, max, runs, values, ratioToC, verified, reason, failed, absent),
          Optional.ofNullable(note),
          Optional.ofNullable(alias));
    }

    private static Outcome outcome(
        @Nullable Double median,
        @Nullable Double min,
        @Nullable Double max,
        @Nullable Integer runs,
        @Nullable List<Double> values,
        @Nullable Double ratioToC,
        @Nullable Boolean verified,
        @Nullable String reason,
        @Nullable String failed,
        @Nullable String absent) {
      if (absent != null) {
        return new Outcome.Absent(absent);
      }
      if (failed != null) {
        return new Outcome.Failed(failed);
      }
      if (!required("verified", verified)) {
        return new Outcome.Wrong(required("reason", reason));
      }
      Figures figures =
          new Figures(
              required("median", median),
              required("min", min),
              required("max", max),
              required("runs", runs),
              values == null ? List.of() : values);
      return new Outcome.Measured(figures, optional(ratioToC));
    }

    private static <T> T required(String member, @Nullable T value) {
      if (value == null) {
        throw new IllegalArgumentException("\"" + member + "\" is missing from this object");
      }
      return value;
    }
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static OptionalDouble optional(@Nullable Double number) {
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
  }

  private static @Nullable Double orNull(OptionalDouble number) {
    return number.isPresent() ? number.getAsDouble() : null;
  }
}
