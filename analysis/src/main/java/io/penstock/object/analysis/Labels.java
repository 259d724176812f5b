package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A table of the labels of a stream, with the counts and bytes of each.
final class Labels {
  static final int STREAM = 0;
  static final int EXCEPTION = 1;
  static final int SUPERCLASS = 2;
  static final int CLASS_ANNOTATION = 3;

  private static final List<String> PLACES =
      List.of(
          "[written to the stream]",
          "[exception that ended the writing]",
          "[superclass]",
          "[written with the class]");

  /// About what one takes beside its names.
  private static final int OVERHEAD = 256;

  private final Budget budget;
  private final Map<Label, Integer> numbers = new HashMap<>();
  private final List<Label> labels = new ArrayList<>();
  private final Longs values;
  private final Longs nulls;
  private final Longs references;
  private final Longs bytes;
  // How many items that were entered through it are not at their end.
  private final Ints active;
  private final Ints optional;

  Labels(Budget budget) throws ObjectException {
    this.budget = budget;
    values = new Longs(budget);
    nulls = new Longs(budget);
    references = new Longs(budget);
    bytes = new Longs(budget);
    active = new Ints(budget);
    optional = new Ints(budget);
    for (String place : PLACES) {
      int _ = number(Label.place("", place));
    }
  }

  int number(Label label) throws ObjectException {
    Integer known = numbers.get(label);
    if (known != null) {
      return known;
    }
    // The owner's name is there once, but once for each label in what is told of them.
    budget.take(
        OVERHEAD + 2L * (label.owner().length() + label.name().length() + label.type().length()));
    int number = labels.size();
    numbers.put(label, number);
    labels.add(label);
    values.add(0);
    nulls.add(0);
    references.add(0);
    bytes.add(0);
    active.add(0);
    optional.add(label.isOptional() ? 1 : 0);
    return number;
  }

  int size() {
    return labels.size();
  }

  Label get(int number) {
    return labels.get(number);
  }

  /// What is not optional is never left out: how it got into the stream need not be known.
  boolean isOptional(int number) {
    return optional.get(number) != 0;
  }

  /// The fields that a name can mean and that may be left out.
  ///
  /// @throws IllegalArgumentException if there is none, or fields of two classes
  List<Integer> optional(String name) {
    List<Integer> found = new ArrayList<>();
    for (int number = 0; number < labels.size(); number++) {
      String full = field(number).name();
      if (isOptional(number)
          && (full.equals(name) || full.endsWith("." + name) || full.endsWith("$" + name))) {
        found.add(number);
      }
    }
    long classes = found.stream().map(number -> labels.get(number).owner()).distinct().count();
    if (classes != 1) {
      throw new IllegalArgumentException(
          classes == 0
              ? "no field " + name + " in this stream that could be transient"
              : name + " is a field of " + classes + " classes: write the whole name");
    }
    return found;
  }

  void addValues(int number, long count, long size) {
    values.increase(number, count);
    bytes.increase(number, size);
  }

  void addNull(int number) {
    values.increase(number, 1);
    nulls.increase(number, 1);
    addBytes(number, Graph.NULL_BYTES);
  }

  void addReference(int number) {
    values.increase(number, 1);
    references.increase(number, 1);
    addBytes(number, Graph.REFERENCE_BYTES);
  }

  void addLeaf(int number, long size) {
    values.increase(number, 1);
    addBytes(number, size);
  }

  // Inside of an item that was entered through the same label the bytes are counted already.
  private void addBytes(int number, long size) {
    if (active.get(number) == 0) {
      bytes.increase(number, size);
    }
  }

  void enter(int number) {
    values.increase(number, 1);
    active.set(number, active.get(number) + 1);
  }

  void leave(int number, long size) {
    active.set(number, active.get(number) - 1);
    addBytes(number, size);
  }

  /// Bytes that were first met through it: no less than what leaving it out saves, but for its
  /// entry in the description of its class.
  long bytes(int number) {
    return bytes.get(number);
  }

  FieldBytes field(int number) {
    Label label = labels.get(number);
    return new FieldBytes(
        Label.readable(label.owner()),
        label.name(),
        label.typeName(),
        values.get(number),
        nulls.get(number),
        references.get(number),
        bytes.get(number));
  }
}
