package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A table of counts by class. Each class is a number.
final class ClassTally {
  static final int STREAM = 0;
  static final int STRING = 1;
  static final int CLASS = 2;

  private static final int OVERHEAD = 160;

  private final Budget budget;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Longs objects;
  private final Longs bytes;
  private final Longs descriptionBytes;

  ClassTally(Budget budget) throws ObjectException {
    this.budget = budget;
    objects = new Longs(budget);
    bytes = new Longs(budget);
    descriptionBytes = new Longs(budget);
    number("[stream]");
    number("java.lang.String");
    number("java.lang.Class");
  }

  int number(String name) throws ObjectException {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    budget.take(OVERHEAD + 2L * name.length());
    names.add(name);
    numbers.put(name, names.size() - 1);
    objects.add(0);
    bytes.add(0);
    descriptionBytes.add(0);
    return names.size() - 1;
  }

  String name(int number) {
    return names.get(number);
  }

  void addObject(int number) {
    objects.increase(number, 1);
  }

  void addBytes(int number, long count) {
    bytes.increase(number, count);
  }

  void addDescription(int number, long count) {
    descriptionBytes.increase(number, count);
  }

  /// Those with most bytes first.
  List<ClassBytes> list() {
    List<ClassBytes> list = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (bytes.get(i) + descriptionBytes.get(i) > 0) {
        list.add(
            new ClassBytes(
                ClassNames.readable(names.get(i)),
                objects.get(i),
                bytes.get(i),
                descriptionBytes.get(i)));
      }
    }
    list.sort(
        Comparator.comparingLong(ClassBytes::allBytes).reversed().thenComparing(ClassBytes::name));
    return List.copyOf(list);
  }
}
