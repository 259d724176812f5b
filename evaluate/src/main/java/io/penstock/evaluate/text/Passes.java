package io.penstock.evaluate.text;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Answering;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;

/// Ways of answering a question about a text, each by a pass over it.
interface Passes extends Exercise {
  /// The pass in the way that the task names.
  ///
  /// @throws AbsentException if it cannot be had here
  Pass of(Subject subject) throws AbsentException;

  @Override
  default Session prepare(DrillTask task) throws AbsentException {
    Subject subject = new Subject(task);
    return new Answering(subject.answer(), of(subject)::make, new Batch(task));
  }
}
