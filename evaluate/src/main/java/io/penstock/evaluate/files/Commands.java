package io.penstock.evaluate.files;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.SystemPrograms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/// Programs of the system, run as a whole: from their start to their end.
final class Commands {
  private Commands() {}

  /// A program that copies the first of two paths to the second.
  ///
  /// @throws AbsentException if it is not installed
  static CopyWays.Way way(String... words) throws AbsentException {
    SystemPrograms.require(words[0]);
    return (from, to) -> {
      List<String> all = new ArrayList<>(Arrays.asList(words));
      all.add(from.toString());
      all.add(to.toString());
      String _ = SystemPrograms.output(all);
    };
  }

  /// A program that walks through a tree.
  ///
  /// @param answer made of what it prints
  /// @throws AbsentException if it is not installed
  static Walk walk(ToLongFunction<String> answer, String... words) throws AbsentException {
    SystemPrograms.require(words[0]);
    return root -> {
      List<String> all = new ArrayList<>(Arrays.asList(words));
      all.add(root.toString());
      return answer.applyAsLong(SystemPrograms.output(all));
    };
  }
}
