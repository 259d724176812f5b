package io.penstock.object.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// The difference between two streams.
///
/// @param before bytes of the one
/// @param after bytes of the other
/// @param classes the bytes of each class with its description, where they differ, the greatest
///   change first
/// @param fields the bytes that are first met through each field, where they differ, the greatest
///   change first
public record ObjectDifference(long before, long after, List<Change> classes, List<Change> fields) {
  /// Bytes before and after.
  ///
  /// @param name of a class, or of a class and a field
  /// @param before 0 if it is new
  /// @param after 0 if it is gone
  public record Change(String name, long before, long after) {
    /// How many bytes more there are; negative if they are fewer.
    public long change() {
      return after - before;
    }
  }

  /// Copies the lists.
  public ObjectDifference {
    classes = List.copyOf(classes);
    fields = List.copyOf(fields);
  }

  static ObjectDifference of(ObjectAnalysis before, ObjectAnalysis after) {
    return new ObjectDifference(
        before.bytes(),
        after.bytes(),
        changes(before.classes(), after.classes(), ClassBytes::name, ClassBytes::allBytes),
        changes(before.fields(), after.fields(), FieldBytes::name, FieldBytes::bytes));
  }

  private static <T> List<Change> changes(
      List<T> before, List<T> after, Function<T, String> name, ToLongFunction<T> bytes) {
    Map<String, Long> old = byName(before, name, bytes);
    Map<String, Long> current = byName(after, name, bytes);
    Set<String> names = new HashSet<>(old.keySet());
    names.addAll(current.keySet());
    List<Change> changes = new ArrayList<>();
    for (String each : names) {
      Change change = new Change(each, old.getOrDefault(each, 0L), current.getOrDefault(each, 0L));
      if (change.change() != 0) {
        changes.add(change);
      }
    }
    changes.sort(
        Comparator.<Change>comparingLong(change -> Math.abs(change.change()))
            .reversed()
            .thenComparing(Change::name));
    return changes;
  }

  private static <T> Map<String, Long> byName(
      List<T> list, Function<T, String> name, ToLongFunction<T> bytes) {
    Map<String, Long> map = new LinkedHashMap<>();
    list.forEach(each -> map.merge(name.apply(each), bytes.applyAsLong(each), Long::sum));
    return map;
  }

  /// How many bytes more there are; negative if they are fewer.
  public long change() {
    return after - before;
  }

  /// Classes and fields as text in columns.
  ///
  /// @param rows at most so many of each
  public String table(int rows) {
    return AnalysisTable.of(this, rows);
  }
}
