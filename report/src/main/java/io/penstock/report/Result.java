package io.penstock.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// One approach in one experiment: what ran, how it was set, and what came of it.
///
/// @param approach the approach's name, `raw-byte-arrays` or `penstock-posix`
/// @param by the family that it belongs to
/// @param threads how many worked in each process, at least 1
/// @param processes how many took part, at least 1
/// @param bytes moved by all of them together in one run, or what one operation is about where the
///   experiment has no file
/// @param requestBytes asked for in one call, where the approach has such a size
/// @param outcome what came of it
/// @param note what a reader must know to judge the figure (an extrapolation, say), in one line
/// @param alias the name that the publication gives to what the approach does, `readLine1`
/// @param details further figures of what was measured, each of another name
public record Result(
    String approach,
    By by,
    int threads,
    int processes,
    long bytes,
    OptionalLong requestBytes,
    Outcome outcome,
    Optional<String> note,
    Optional<String> alias,
    List<Detail> details) {
  /// @throws IllegalArgumentException if the name or the note is blank, a number out of range, or
  ///   two details have one name
  public Result {
    Checks.text(approach, "approach");
    Objects.requireNonNull(by);
    Checks.atLeast(1, threads, "threads");
    Checks.atLeast(1, processes, "processes");
    Checks.atLeast(0, bytes, "bytes");
    requestBytes.ifPresent(size -> Checks.atLeast(1, size, "requestBytes"));
    note.ifPresent(text -> Checks.text(text, "note"));
    alias.ifPresent(text -> Checks.text(text, "alias"));
    details = List.copyOf(details);
    if (details.stream().map(Detail::name).distinct().count() != details.size()) {
      throw new IllegalArgumentException(approach + ": two details have one name: " + details);
    }
  }

  /// A result without details, of an approach that has no name in the publication.
  ///
  /// @throws IllegalArgumentException if the name or the note is blank, or a number out of range
  public Result(
      String approach,
      By by,
      int threads,
      int processes,
      long bytes,
      OptionalLong requestBytes,
      Outcome outcome,
      Optional<String> note) {
    this(
        approach,
        by,
        threads,
        processes,
        bytes,
        requestBytes,
        outcome,
        note,
        Optional.empty(),
        List.of());
  }

  /// The figures and the ratio, if it ran and moved the right bytes.
  public Optional<Outcome.Measured> measured() {
    return outcome instanceof Outcome.Measured measured ? Optional.of(measured) : Optional.empty();
  }

  /// The figures of one that was measured.
  ///
  /// @throws java.util.NoSuchElementException if it was not
  Figures figures() {
    return measured().orElseThrow().figures();
  }

  /// The approach, with the name that the publication gives it.
  String name() {
    return approach + alias.map(other -> " (" + other + ")").orElse("");
  }

  /// The request size in words; empty without one.
  String request() {
    return requestBytes.isPresent() ? Numbers.bytes(requestBytes.getAsLong()) : "";
  }

  @JsonCreator
  static Result read(
      @JsonProperty(value = "approach", required = true) String approach,
      @JsonProperty(value = "by", required = true) By by,
      @JsonProperty(value = "threads", required = true) int threads,
      @JsonProperty(value = "processes", required = true) int processes,
      @JsonProperty(value = "bytes", required = true) long bytes,
      @JsonProperty("requestBytes") @Nullable Long requestBytes,
      @JsonProperty("median") @Nullable Double median,
      @JsonProperty("min") @Nullable Double min,
      @JsonProperty("max") @Nullable Double max,
      @JsonProperty("runs") @Nullable Integer runs,
      @JsonProperty("values") @Nullable List<Double> values,
      @JsonProperty("ratioToC") @Nullable Double ratioToC,
      @JsonProperty("verified") @Nullable Boolean verified,
      @JsonProperty("reason") @Nullable String reason,
      @JsonProperty("failed") @Nullable String failed,
      @JsonProperty("absent") @Nullable String absent,
      @JsonProperty("note") @Nullable String note,
      @JsonProperty("alias") @Nullable String alias,
      @JsonProperty("details") @Nullable List<Detail> details) {
    Outcome outcome;
    if (absent != null) {
      outcome = new Outcome.Absent(absent);
    } else if (failed != null) {
      outcome = Outcome.failed(failed);
    } else if (!JsonReport.required("verified", verified)) {
      outcome = Outcome.wrong(JsonReport.required("reason", reason));
    } else {
      Figures figures =
          new Figures(
              JsonReport.required("median", median),
              JsonReport.required("min", min),
              JsonReport.required("max", max),
              JsonReport.required("runs", runs),
              values == null ? List.of() : values);
      outcome = new Outcome.Measured(figures, JsonReport.optional(ratioToC));
    }
    return new Result(
        approach,
        by,
        threads,
        processes,
        bytes,
        requestBytes == null ? OptionalLong.empty() : OptionalLong.of(requestBytes),
        outcome,
        Optional.ofNullable(note),
        Optional.ofNullable(alias),
        details == null ? List.of() : details);
  }

  @JsonValue
  Map<String, Object> json() {
    Map<String, Object> json =
        JsonReport.object(
            "approach", approach,
            "by", by,
            "threads", threads,
            "processes", processes,
            "bytes", bytes,
            "requestBytes", requestBytes);
    json.putAll(members());
    json.putAll(
        JsonReport.object(
            "note", note, "alias", alias, "details", details.isEmpty() ? null : details));
    return json;
  }

  /// The members that say what came of it.
  private Map<String, Object> members() {
    return switch (outcome) {
      case Outcome.Measured(Figures figures, OptionalDouble ratio) -> {
        Map<String, Object> members = figures.members();
        members.putAll(JsonReport.object("ratioToC", ratio, "verified", true));
        yield members;
      }
      case Outcome.Fault(Outcome.Fault.Kind kind, String reason) ->
          switch (kind) {
            case WRONG -> JsonReport.object("verified", false, "reason", reason);
            case FAILED -> JsonReport.object("failed", reason);
          };
      case Outcome.Absent(String reason) -> JsonReport.object("absent", reason);
    };
  }
}
