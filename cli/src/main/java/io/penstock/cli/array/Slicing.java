package io.penstock.cli.array;

import io.penstock.array.Shape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

  /// A start or stop that is left out; no number is as low.
  private static final long LEFT_OUT = Long.MIN_VALUE;

  private static final Part ELLIPSIS = new Part(LEFT_OUT, LEFT_OUT, 0);

  /// One part: `start:stop:step`, or with a step of 0 the index `start`.
  private record Part(long start, long stop, long step) {}

  private final String text;
  private final List<Part> parts;

  private Slicing(String text, List<Part> parts) {
    this.text = text;
    this.parts = parts;
  }

  /// Parses slices.
  ///
  /// @throws IllegalArgumentException if it is not of that grammar; the message quotes it and says
  ///   what is wrong
  public static Slicing parse(String text) {
    String trimmed = text.strip();
    // Python takes one comma at the end: it makes a tuple of a single part.
    String list = trimmed.endsWith(",") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    List<Part> parts = Arrays.stream(list.split(",", -1)).map(p -> part(text, p.strip())).toList();
    if (parts.indexOf(ELLIPSIS) != parts.lastIndexOf(ELLIPSIS)) {
      throw refused(text, "... stands there more than once");
    }
    return new Slicing(text, parts);
  }

  private static Part part(String text, String part) {
    if (part.equals("...")) {
      return ELLIPSIS;
    }
    if (NUMBER.matcher(part).matches()) {
      return new Part(number(part), LEFT_OUT, 0);
    }
    Matcher slice = SLICE.matcher(part);
    if (!slice.matches()) {
      throw refused(text, "'" + part + "' is no part of a slice; " + FORM);
    }
    long step = numberIn(slice, 3, 1);
    if (step == 0) {
      throw refused(text, "the step of '" + part + "' is 0; it must be at least 1 or at most -1");
    }
    return new Part(numberIn(slice, 1, LEFT_OUT), numberIn(slice, 2, LEFT_OUT), step);
  }

  private static long numberIn(Matcher slice, int group, long otherwise) {
    String digits = slice.group(group);
    return digits == null ? otherwise : number(digits);
  }

  // A number that is beyond every array stays beyond it, as in Python.
  private static long number(String digits) {
    return new BigInteger(digits).min(LARGEST).max(LARGEST.negate()).longValueExact();
  }

  private static IllegalArgumentException refused(String text, String reason) {
    return new IllegalArgumentException("slices '" + text + "': " + reason);
  }

  /// The cut of an array of this shape.
  ///
  /// @throws IndexOutOfBoundsException if an index lies outside its axis, or there are more parts
  ///   than axes; the message quotes the slices and names the axis
  public Cut of(Shape shape) {
    long used = parts.stream().filter(part -> !part.equals(ELLIPSIS)).count();
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
      if (part.equals(ELLIPSIS)) {
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
    if (part.step == 0) {
      return single(part.start, axis, extent);
    }
    return part.step > 0 ? upwards(part, extent) : downwards(part, extent);
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

  private static Cut.Axis upwards(Part part, long extent) {
    long start = part.start == LEFT_OUT ? 0 : clamp(part.start, extent, 0, extent);
    long stop = part.stop == LEFT_OUT ? extent : clamp(part.stop, extent, 0, extent);
    return axis(start, part.step, stop - start, part.step);
  }

  private static Cut.Axis downwards(Part part, long extent) {
    long last = extent - 1;
    long start = part.start == LEFT_OUT ? last : clamp(part.start, extent, -1, last);
    // A stop that is left out is before index 0; -1 would be the last index.
    long stop = part.stop == LEFT_OUT ? -1 : clamp(part.stop, extent, -1, last);
    return axis(start, part.step, start - stop, -part.step);
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
