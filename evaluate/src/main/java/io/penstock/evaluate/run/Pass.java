package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Drill.DrillTask;

/// One way of answering a question about a text, in Java: from opening the text to closing it, or a
/// look at one place of it.
@FunctionalInterface
public interface Pass {
  /// Finds the answer: this is what is timed.
  ///
  /// @throws AbsentException if it cannot be had here
  /// @throws Exception if it fails; the message is shown to the user
  long answer(DrillTask text) throws Exception;

  /// The pass as an exercise that compares its answer with the right one.
  default Exercise exercise() {
    return task -> Exercise.Session.answering(task, task.answer(), this);
  }
}
