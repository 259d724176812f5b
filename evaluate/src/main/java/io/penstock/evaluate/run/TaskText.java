package io.penstock.evaluate.run;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// A task as one line of text.
final class TaskText {
  /// The words that are not options.
  static final Set<String> NAMES =
      Set.of(
          "operation",
          "access",
          "type",
          "elements",
          "order",
          "threads",
          "processes",
          "request",
          "file",
          "rank",
          "reads",
          "seed",
          "slots",
          "shape",
          "tile",
          "dealing",
          "grid");

  private TaskText() {}

  static String write(Task task) {
    FileWork work = task.work();
    Map<String, String> words = new LinkedHashMap<>();
    words.put("operation", lower(work.operation()));
    words.put("type", lower(work.type()));
    words.put("elements", Long.toString(work.elements()));
    words.put("order", work.order() == ByteOrder.BIG_ENDIAN ? "big" : "little");
    words.put("threads", Integer.toString(work.threads()));
    words.put("processes", Integer.toString(work.processes()));
    words.put("rank", Integer.toString(task.rank()));
    work.requestBytes().ifPresent(bytes -> words.put("request", Long.toString(bytes)));
    switch (work.access()) {
      case Access.Sequential _ -> words.put("access", "sequential");
      case Access.Scattered(long reads, long seed, int slots) -> {
        words.put("access", "scattered");
        words.put("reads", Long.toString(reads));
        words.put("seed", Long.toString(seed));
        words.put("slots", Integer.toString(slots));
      }
      case Access.Tiles(var shape, var tile) -> {
        words.put("access", "tiles");
        words.put("shape", extents(shape));
        words.put("tile", extents(tile));
      }
      case Access.Distributed(var distribution) -> {
        words.put("access", "distributed");
        words.put("shape", extents(distribution.shape()));
        words.put("dealing", DealingText.write(distribution.dealings()));
        words.put("grid", extents(distribution.grid()));
      }
      case Access.InTurn(int slots) -> {
        words.put("access", "in-turn");
        words.put("slots", Integer.toString(slots));
      }
    }
    words.put("file", task.file().toString());
    words.putAll(work.options());
    return Words.write(words);
  }

  static Task read(String line) {
    Map<String, String> words = Words.read(line);
    TreeMap<String, String> options = new TreeMap<>(words);
    options.keySet().removeAll(NAMES);
    FileWork work =
        new FileWork(
            Operation.valueOf(upper(words, "operation")),
            access(words),
            ElementType.valueOf(upper(words, "type")),
            Words.number(words, "elements"),
            Words.text(words, "order").equals("big")
                ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN,
            Math.toIntExact(Words.number(words, "threads")),
            Math.toIntExact(Words.number(words, "processes")),
            words.containsKey("request")
                ? OptionalLong.of(Words.number(words, "request"))
                : OptionalLong.empty(),
            options);
    return new Task(
        work, Path.of(Words.text(words, "file")), Math.toIntExact(Words.number(words, "rank")));
  }

  private static Access access(Map<String, String> words) {
    String name = Words.text(words, "access");
    return switch (name) {
      case "sequential" -> new Access.Sequential();
      case "scattered" ->
          new Access.Scattered(
              Words.number(words, "reads"),
              Words.number(words, "seed"),
              Math.toIntExact(Words.number(words, "slots")));
      case "tiles" -> new Access.Tiles(extents(words, "shape"), extents(words, "tile"));
      case "distributed" ->
          new Access.Distributed(
              new Distribution(
                  shape(words, "shape"),
                  DealingText.read(Words.text(words, "dealing")),
                  shape(words, "grid")));
      case "in-turn" -> new Access.InTurn(Math.toIntExact(Words.number(words, "slots")));
      default -> throw new IllegalArgumentException("no such access: " + name);
    };
  }

  private static String extents(List<Long> extents) {
    return extents.stream().map(String::valueOf).collect(Collectors.joining("x"));
  }

  private static String extents(Shape shape) {
    return extents(
        LongStream.range(0, shape.rank()).map(d -> shape.extent((int) d)).boxed().toList());
  }

  private static Shape shape(Map<String, String> words, String name) {
    return Shape.of(extents(words, name).stream().mapToLong(Long::longValue).toArray());
  }

  private static List<Long> extents(Map<String, String> words, String name) {
    return Arrays.stream(Words.text(words, name).split("x")).map(Long::valueOf).toList();
  }

  private static String upper(Map<String, String> words, String name) {
    return Words.text(words, name).toUpperCase(Locale.ROOT);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /// How the axes of an array are dealt, as one word: `whole,block,cyclic3`.
  private static final class DealingText {
    private static final String CYCLIC = "cyclic";

    private DealingText() {}

    static String write(List<Dealing> dealings) {
      return dealings.stream().map(DealingText::write).collect(Collectors.joining(","));
    }

    private static String write(Dealing dealing) {
      return switch (dealing) {
        case Dealing.Whole _ -> "whole";
        case Dealing.Block _ -> "block";
        case Dealing.Cyclic(long block) -> CYCLIC + block;
      };
    }

    /// @throws IllegalArgumentException if there is no such dealing
    static List<Dealing> read(String text) {
      return Arrays.stream(text.split(",")).map(DealingText::dealing).toList();
    }

    private static Dealing dealing(String text) {
      return switch (text) {
        case "whole" -> Dealing.whole();
        case "block" -> Dealing.block();
        default -> {
          if (!text.startsWith(CYCLIC)) {
            throw new IllegalArgumentException("no such dealing: " + text);
          }
          yield Dealing.cyclic(Long.parseLong(text.substring(CYCLIC.length())));
        }
      };
    }
  }
}
