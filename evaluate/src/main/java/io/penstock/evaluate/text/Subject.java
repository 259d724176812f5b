package io.penstock.evaluate.text;

import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.TextWork;
import java.nio.file.Path;

/// What an approach is told about the text and its work.
///
/// @param task as it came
record Subject(DrillTask task) {
  /// The option that names the way in which something is done.
  static final String WAY = "way";

  /// The file.
  Path path() {
    return Path.of(option(TextWork.FILE));
  }

  /// What the approach should find out, or what it must know.
  long answer() {
    return Long.parseLong(option(TextWork.ANSWER));
  }

  /// The bytes to ask for in one call.
  int request() {
    return Integer.parseInt(option(TextWork.REQUEST));
  }

  /// The name of the way.
  String way() {
    return option(WAY);
  }

  int threads() {
    return task.drill().threads();
  }

  String option(String name) {
    return task.drill().option(name);
  }

  /// Of a way that nobody knows.
  IllegalArgumentException unknown() {
    return new IllegalArgumentException("no such way: " + way());
  }
}
