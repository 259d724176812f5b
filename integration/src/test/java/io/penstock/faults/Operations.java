package io.penstock.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All operations of the campaign. A new one is a line in the list of its area.
public final class Operations {
  private static final Map<String, Operation> ALL =
      Stream.of(
              ArrayOperations.all(),
              BatchOperations.all(),
              ContentOperations.all(),
              TreeOperations.all(),
              RankOperations.all())
          .flatMap(Function.identity())
          .collect(
              Collectors.toMap(
                  Operation::name,
                  Function.identity(),
                  Operations::requireOneOfAName,
                  LinkedHashMap::new));

  private Operations() {}

  private static Operation requireOneOfAName(Operation one, Operation other) {
    throw new IllegalStateException("two operations are called '" + one.name() + "': " + other);
  }

  /// Their names.
  static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /// The names of those that take no other process.
  public static List<String> namesOfSingle() {
    return ALL.values().stream()
        .filter(operation -> operation.job().isAlone())
        .map(Operation::name)
        .toList();
  }

  /// The operation of a name.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Operation named(String name) {
    return Optional.ofNullable(ALL.get(name))
        .orElseThrow(() -> new IllegalArgumentException("no operation '" + name + "'"));
  }
}
