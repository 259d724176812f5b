package io.penstock.cli.array;

import io.penstock.array.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A slice of an array in NumPy's grammar: `10:20,::2,-1,...`.
///
/// One part for each axis, separated by commas; axes without one are taken whole. A part is an
/// index, which drops the axis; `start:stop:step`, where each of the three may be left out and
/// negative numbers count from the end; or once `...` for as many whole axes as are left.
public final class Slicing {
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");
  private static final Pattern SLICE =
      Pattern.compile("([+-]?\\d+)?\\s*:\\s*([+-]?\\d+)?(?:\\s*:\\s*([+-]?\\d+)?)?");
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final String FORM = "write an index, START:STOP:STEP or ...";

  private sealed interface Part {}

  private record Index(long index) implements Part {}

  private record Slice(Optional<Long> start, Optional<Long> stop, long step) implements Part {}

  private record Ellipsis() implements Part {}

  private final String text;
  private final List<Part> parts;

  private Slicing(String text, List<Part> parts) {
    this.text = text;
    this.parts = parts;
  }

  /// Understands what a user wrote.
  ///
  /// @throws IllegalArgumentException if it is not of that grammar; the message quotes it and says
  ///   what is wrong
  public static Slicing parse(String text) {
    String trimmed = text.strip();
    // Python takes one comma at the end: it makes a tuple of a single part.
    String list = trimmed.endsWith(",") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    List<Part> parts = Arrays.stream(list.split(",", -1)).map(p -> part(text, p.strip())).toList();
    if (parts.stream().filter(Ellipsis.class::isInstance).count() > 1) {
      throw refused(text, "... stands there more than once");
    }
    return new Slicing(text, parts);
  }

  private static Part part(String text, String part) {
    if (part.equals("...")) {
      return new Ellipsis();
    }
    if (NUMBER.matcher(part).matches()) {
      return new Index(number(part));
    }
    Matcher slice = SLICE.matcher(part);
    if (!slice.matches()) {
      throw refused(text, "'" + part + "' is no part of a slice; " + FORM);
    }
    long step = numberIn(slice, 3).orElse(1L);
    if (step == 0) {
      throw refused(text, "the step of '" + part + "' is 0; it must be at least 1 or at most -1");
    }
    return new Slice(numberIn(slice, 1), numberIn(slice, 2), step);
  }

  private static Optional<Long> numberIn(Matcher slice, int group) {
    return Optional.ofNullable(slice.group(group)).map(Slicing::number);
  }

  // A number that is beyond every array stays beyond it, as in Python.
  private static long number(String digits) {
    return new BigInteger(digits).min(LARGEST).max(LARGEST.negate()).longValueExact();
  }

  private static IllegalArgumentException refused(String text, String reason) {
    return new IllegalArgumentException("slices '" + text + "': " + reason);
  }

  /// Finds out what is meant for an array.
  ///
  /// @throws IndexOutOfBoundsException if an index lies outside its axis, or there are more parts
  ///   than axes; the message quotes the slices and names the axis
  public Cut of(Shape shape) {
    long used = parts.stream().filter(part -> !(part instanceof Ellipsis)).count();
    if (used > shape.rank()) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "slices '%s': %d parts for an array of rank %d (%s)",
              text,
              used,
              shape.rank(),
              shape));
    }
    List<Cut.Axis> axes = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Ellipsis) {
        fill(axes, shape, shape.rank() - (int) used + axes.size());
      } else {
        axes.add(axis(part, axes.size(), shape));
      }
    }
    fill(axes, shape, shape.rank());
    return new Cut(axes);
  }

  private static void fill(List<Cut.Axis> axes, Shape shape, int until) {
    while (axes.size() < until) {
      axes.add(Cut.Axis.whole(shape.extent(axes.size())));
    }
  }

  private Cut.Axis axis(Part part, int axis, Shape shape) {
    long extent = shape.extent(axis);
    return switch (part) {
      case Index(long index) -> single(index, axis, extent);
      case Slice slice -> slice.step > 0 ? upwards(slice, extent) : downwards(slice, extent);
      case Ellipsis _ -> Cut.Axis.whole(extent);
    };
  }

  private Cut.Axis single(long index, int axis, long extent) {
    if (index >= extent || index < -extent) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "slices '%s': index %d is outside axis %d, which has %d elements",
              text,
              index,
              axis,
              extent));
    }
    return new Cut.Axis(fromEnd(index, extent), 1, 1, false);
  }

  private static Cut.Axis upwards(Slice slice, long extent) {
    long start = clamp(slice.start.orElse(0L), extent, 0, extent);
    long stop = clamp(slice.stop.orElse(extent), extent, 0, extent);
    return axis(start, slice.step, stop - start, slice.step);
  }

  private static Cut.Axis downwards(Slice slice, long extent) {
    long start = clamp(slice.start.orElse(extent - 1), extent, -1, extent - 1);
    // What is left out is before index 0; -1 would be the last index.
    long stop = slice.stop.map(s -> clamp(s, extent, -1, extent - 1)).orElse(-1L);
    return axis(start, slice.step, start - stop, -slice.step);
  }

  private static Cut.Axis axis(long start, long step, long span, long distance) {
    long count = span <= 0 ? 0 : (span - 1) / distance + 1;
    return count > 1
        ? new Cut.Axis(start, step, count, true)
        : new Cut.Axis(count == 0 ? 0 : start, 1, count, true);
  }

  private static long clamp(long index, long extent, long low, long high) {
    return Math.clamp(fromEnd(index, extent), low, high);
  }

  private static long fromEnd(long index, long extent) {
    return index < 0 ? index + extent : index;
  }
}
