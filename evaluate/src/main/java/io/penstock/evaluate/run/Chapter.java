package io.penstock.evaluate.run;

import io.penstock.evaluate.ChapterOutcome;
import java.util.List;

/// A group of experiments that a user can ask for by name. Found by `ServiceLoader`.
public interface Chapter {
  /// As the command knows it, `arrays`.
  String name();

  /// What it asks, in one line.
  String title();

  /// Its experiments, in the order in which a reader should meet them.
  List<Experiment> experiments(Setting setting);

  /// What a user should do on this machine, one sentence or more each.
  default List<String> advice(ChapterOutcome outcome) {
    return List.of();
  }
}
