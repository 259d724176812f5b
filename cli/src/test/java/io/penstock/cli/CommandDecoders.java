package io.penstock.cli;

import io.penstock.array.Shape;
import io.penstock.cli.LinesCommand.LineNumbers;
import io.penstock.cli.array.Slicing;
import io.penstock.cli.run.Hosts;
import io.penstock.cli.tool.ByteSize;
import io.penstock.report.Axis;
import io.penstock.report.Better;
import io.penstock.report.By;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.EvaluationOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Figures;
import io.penstock.report.JsonReport;
import io.penstock.report.MalformedReportException;
import io.penstock.report.Outcome;
import io.penstock.report.Result;
import io.penstock.report.Target;
import io.penstock.report.Yardstick;
import io.penstock.testing.fuzz.FuzzTarget;
import io.penstock.testing.fuzz.FuzzTargets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/// What the command reads besides files of data: words of its command line, and saved figures.
final class CommandDecoders implements FuzzTargets {
  @Override
  public Map<String, Callable<FuzzTarget>> all() {
    Map<String, Callable<FuzzTarget>> all = new LinkedHashMap<>();
    all.put(
        "slices",
        () ->
            new Words(
                "slices",
                CommandDecoders::slices,
                List.of("10:20,::2,-1,...", "...", ":", "-5:-1:+2", "1,2,", "::-1"),
                List.of(":", ",", "...", "-", "+", " ", "99999999999999999999", "0", "1")));
    all.put(
        "sizes",
        () ->
            new Words(
                "sizes",
                text -> {
                  if (ByteSize.parse(text) < 1) {
                    throw new AssertionError("no bytes");
                  }
                },
                List.of("1048576", "64MiB", "64M", "1g", " 8 ", "7t", "5b"),
                List.of("k", "KiB", "mb", "t", "p", "-", "0", " ")));
    all.put(
        "hosts",
        () ->
            new Words(
                "hosts",
                text -> {
                  if (Hosts.parse(text).place(3).size() != 3) {
                    throw new AssertionError("not as many places as ranks");
                  }
                },
                List.of("node1", "node1,node2:4", "user@node7:12,10.0.0.7"),
                List.of(":", ",", "=", "0", "-o", "@")));
    all.put(
        "line-numbers",
        () ->
            new Words(
                "line-numbers",
                text -> {
                  LineNumbers numbers = LineNumbers.parse(text);
                  if (numbers.first() < 1 || numbers.last() < numbers.first()) {
                    throw new AssertionError(numbers.toString());
                  }
                },
                List.of("1", "5-10", "9223372036854775807"),
                List.of("-", "+", "0")));
    all.put("search", SearchWords::new);
    all.put("report", Report::new);
    return all;
  }

  private static void slices(String text) {
    Slicing slicing = Slicing.parse(text);
    for (Shape shape : List.of(Shape.of(), Shape.of(7), Shape.of(3, 0, 1L << 40))) {
      try {
        Object _ = slicing.of(shape);
      } catch (IndexOutOfBoundsException e) {
        if (!String.valueOf(e.getMessage()).contains("slices")) {
          throw new AssertionError("an index that is not told of", e);
        }
      }
    }
  }

  /// A reader of a word, which says of a bad one why.
  @FunctionalInterface
  private interface Parser {
    void parse(String text);
  }

  private static List<byte[]> bytes(List<String> texts) {
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /// The command tells of control characters in words by escapes; here there are none.
  private static String word(byte[] input) {
    return new String(input, 0, Math.min(input.length, 500), StandardCharsets.UTF_8)
        .replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", " ");
  }

  /// One kind of word.
  private static final class Words extends FuzzTarget {
    private final Parser parser;
    private final List<String> seeds;
    private final List<String> words;

    Words(String name, Parser parser, List<String> seeds, List<String> words) {
      super(name, IllegalArgumentException.class, 256 << 10, 400);
      this.parser = parser;
      this.seeds = seeds;
      this.words = words;
    }

    @Override
    public List<byte[]> seeds() {
      return bytes(seeds);
    }

    @Override
    public List<byte[]> words() {
      return bytes(words);
    }

    @Override
    public void decode(byte[] input) {
      parser.parse(word(input));
    }
  }

  /// Regular expressions of `penstock find`, which are matched in linear time.
  private static final class SearchWords extends FuzzTarget {
    private static final String LINE = "a line ".repeat(10);

    SearchWords() {
      super("search", IllegalArgumentException.class, 8 << 20, 20_000);
    }

    @Override
    public List<byte[]> seeds() {
      return bytes(List.of("a.*b", "(a|b)+c{2,3}", "[[:alpha:]]+", "\\bx\\b", "(?i)é", "^$"));
    }

    @Override
    public List<byte[]> words() {
      return bytes(
          List.of(
              "(",
              ")",
              "*",
              "{1000}",
              "{0,999}",
              "[^",
              "]",
              "\\p{Greek}",
              "(?:",
              "|",
              "-",
              "[",
              "(?i)",
              "\\Q",
              "\\x{1c84}",
              "\\x{10ffff}",
              "[:alpha:]",
              "\u1c80",
              "\u4e2d",
              "z-\u1e00"));
    }

    @Override
    public void decode(byte[] input) {
      String text = word(input);
      boolean _ = Search.expression(text).places().matcher(LINE).find();
      boolean _ = Search.expressionInAnyCase(text).places().matcher(LINE).find();
    }
  }

  /// Saved figures of an evaluation.
  private static final class Report extends FuzzTarget {
    Report() {
      super("report", MalformedReportException.class, 512 << 10, 600);
    }

    @Override
    public List<byte[]> seeds() {
      List<Result> results =
          List.of(
              result(new Outcome.Measured(new Figures(2, 1, 9, 3), OptionalDouble.of(0.5))),
              result(new Outcome.Absent("no such program")),
              result(Outcome.wrong("byte 4096 is 0, not 17")));
      ExperimentOutcome experiment =
          new ExperimentOutcome(
              "e",
              "E",
              "S",
              "GB/s",
              Better.HIGHER,
              Axis.THREADS,
              results,
              List.of(new Yardstick("a machine", 96, "MB/s")),
              List.of());
      Target target = new Target("read / C", 0.95, OptionalDouble.of(0.97));
      EvaluationOutcome outcome =
          new EvaluationOutcome(
              "1",
              Map.of("processor", "some"),
              List.of(new ChapterOutcome("c", List.of(experiment), List.of(target))),
              List.of("Repeat it."),
              "evaluate",
              Instant.EPOCH);
      return bytes(List.of(JsonReport.text(outcome)));
    }

    private static Result result(Outcome outcome) {
      return new Result("a", By.JDK, 2, 1, 10, OptionalLong.of(5), outcome, Optional.empty());
    }

    @Override
    public List<byte[]> words() {
      return bytes(
          List.of(
              "{",
              "}",
              "[",
              "]",
              ",",
              ":",
              "\"",
              "null",
              "true",
              "1e999",
              "-0.0",
              "\\u0000",
              "\"experiments\": [",
              "\"chapters\"",
              "\"name\"",
              "\"targets\"",
              "\"results\""));
    }

    @Override
    public void decode(byte[] input) throws MalformedReportException {
      String json = new String(input, StandardCharsets.UTF_8);
      EvaluationOutcome outcome = JsonReport.parse(json, "input.json");
      if (!JsonReport.text(outcome).contains("{")) {
        throw new AssertionError("not written again");
      }
    }
  }
}
