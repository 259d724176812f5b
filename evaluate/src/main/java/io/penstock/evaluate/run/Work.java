package io.penstock.evaluate.run;

import java.util.OptionalLong;
import java.util.SortedMap;

/// The work of an approach, by all its processes together.
public sealed interface Work permits FileWork, Drill, TextWork {
  /// In each process.
  int threads();

  /// That take part.
  int processes();

  /// What one run moves, of a file; what one operation is about, in a drill.
  long bytes();

  /// Asked for in one call, where the approach has such a size.
  OptionalLong requestBytes();

  /// The same with one more option.
  Work with(String name, String value);

  /// Further settings that the approach knows, name to value.
  SortedMap<String, String> options();
}
