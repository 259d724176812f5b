package io.penstock.evaluate.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The line of text by which a contestant is told its task, whatever its language: `name=value`
/// words with a space between them, values percent-encoded.
final class TaskLine {
  /// The words of a work on a file that are not options.
  static final Set<String> OF_FILES =
      Set.of(
          ("operation access type elements order threads processes request file rank reads seed"
                  + " slots shape tile dealing grid")
              .split(" "));

  /// The words of a drill that are not options.
  static final Set<String> OF_DRILLS =
      Set.of("drill bytes threads processes nanos rank meeting".split(" "));

  private static final String CYCLIC = "cyclic";

  private final Map<String, String> words;

  private TaskLine(String line) {
    words =
        Arrays.stream(line.split(" "))
            .map(word -> word.split("=", 2))
            .collect(Collectors.toMap(word -> word[0], word -> URLDecoder.decode(word[1], UTF_8)));
  }

  /// @throws IllegalArgumentException if an option cannot have that name
  static void checkOption(String name, Set<String> taken) {
    if (taken.contains(name) || !name.matches("[a-z][a-zA-Z0-9-]*")) {
      throw new IllegalArgumentException("not a name for an option: " + name);
    }
  }

  // ---- writing ---------------------------------------------------------------------------------

  static String of(DrillTask task) {
    Drill drill = task.drill();
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("drill", drill.name());
    words.put("bytes", drill.bytes());
    words.put("threads", drill.threads());
    words.put("processes", drill.processes());
    words.put("nanos", drill.batch().toNanos());
    words.put("rank", task.rank());
    words.put("meeting", task.meeting());
    words.putAll(drill.options());
    return line(words);
  }

  static String of(Task task) {
    FileWork work = task.work();
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("operation", lower(work.operation()));
    words.put("type", lower(work.type()));
    words.put("elements", work.elements());
    words.put("order", work.order() == ByteOrder.BIG_ENDIAN ? "big" : "little");
    words.put("threads", work.threads());
    words.put("processes", work.processes());
    words.put("rank", task.rank());
    work.requestBytes().ifPresent(bytes -> words.put("request", bytes));
    put(work.access(), words);
    words.put("file", task.file());
    words.putAll(work.options());
    return line(words);
  }

  private static void put(Access access, Map<String, Object> words) {
    switch (access) {
      case Access.Sequential _ -> words.put("access", "sequential");
      case Access.Scattered(long reads, long seed, int slots) -> {
        words.put("access", "scattered");
        words.put("reads", reads);
        words.put("seed", seed);
        words.put("slots", slots);
      }
      case Access.Tiles(var shape, var tile) -> {
        words.put("access", "tiles");
        words.put("shape", extents(shape));
        words.put("tile", extents(tile));
      }
      case Access.Distributed(Distribution(Shape shape, var dealings, Shape grid)) -> {
        words.put("access", "distributed");
        words.put("shape", extents(extents(shape)));
        words.put(
            "dealing", dealings.stream().map(TaskLine::word).collect(Collectors.joining(",")));
        words.put("grid", extents(extents(grid)));
      }
      case Access.InTurn(int slots) -> {
        words.put("access", "in-turn");
        words.put("slots", slots);
      }
    }
  }

  private static String line(Map<String, Object> words) {
    return words.entrySet().stream()
        .map(word -> word.getKey() + "=" + encode(word.getValue().toString()))
        .collect(Collectors.joining(" "));
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, UTF_8).replace("+", "%20");
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String extents(List<Long> extents) {
    return extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }

  private static List<Long> extents(Shape shape) {
    return IntStream.range(0, shape.rank()).mapToObj(shape::extent).toList();
  }

  private static String word(Dealing dealing) {
    return switch (dealing) {
      case Dealing.Whole _ -> "whole";
      case Dealing.Block _ -> "block";
      case Dealing.Cyclic(long block) -> CYCLIC + block;
    };
  }

  // ---- reading ---------------------------------------------------------------------------------

  static DrillTask drillTask(String line) {
    TaskLine told = new TaskLine(line);
    Drill drill =
        new Drill(
            told.text("drill"),
            told.number("bytes"),
            told.integer("threads"),
            told.integer("processes"),
            Duration.ofNanos(told.number("nanos")),
            told.options(OF_DRILLS));
    return new DrillTask(drill, told.integer("rank"), Path.of(told.text("meeting")));
  }

  static Task task(String line) {
    TaskLine told = new TaskLine(line);
    FileWork work =
        new FileWork(
            Operation.valueOf(told.upper("operation")),
            told.access(),
            ElementType.valueOf(told.upper("type")),
            told.number("elements"),
            told.text("order").equals("big") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
            told.integer("threads"),
            told.integer("processes"),
            told.words.containsKey("request")
                ? OptionalLong.of(told.number("request"))
                : OptionalLong.empty(),
            told.options(OF_FILES));
    return new Task(work, Path.of(told.text("file")), told.integer("rank"));
  }

  private Access access() {
    String name = text("access");
    return switch (name) {
      case "sequential" -> new Access.Sequential();
      case "scattered" -> new Access.Scattered(number("reads"), number("seed"), integer("slots"));
      case "tiles" ->
          new Access.Tiles(extents("shape").boxed().toList(), extents("tile").boxed().toList());
      case "distributed" ->
          new Access.Distributed(
              new Distribution(
                  Shape.of(extents("shape").toArray()),
                  Stream.of(text("dealing").split(",")).map(TaskLine::dealing).toList(),
                  Shape.of(extents("grid").toArray())));
      case "in-turn" -> new Access.InTurn(integer("slots"));
      default -> throw new IllegalArgumentException("no such access: " + name);
    };
  }

  private static Dealing dealing(String word) {
    return switch (word) {
      case "whole" -> Dealing.whole();
      case "block" -> Dealing.block();
      default -> {
        if (!word.startsWith(CYCLIC)) {
          throw new IllegalArgumentException("no such dealing: " + word);
        }
        yield Dealing.cyclic(Long.parseLong(word.substring(CYCLIC.length())));
      }
    };
  }

  private String text(String name) {
    String value = words.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the task says nothing about " + name);
    }
    return value;
  }

  private String upper(String name) {
    return text(name).toUpperCase(Locale.ROOT);
  }

  private long number(String name) {
    return Long.parseLong(text(name));
  }

  private int integer(String name) {
    return Math.toIntExact(number(name));
  }

  private LongStream extents(String name) {
    return Arrays.stream(text(name).split("x")).mapToLong(Long::parseLong);
  }

  private SortedMap<String, String> options(Set<String> others) {
    TreeMap<String, String> options = new TreeMap<>(words);
    options.keySet().removeAll(others);
    return options;
  }
}
