package io.penstock.evaluate.text;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.Optional;

/// Ways of answering a question about a text, each by a pass over it.
interface Passes extends Exercise {
  /// The pass in the way that the task names.
  ///
  /// @throws AbsentException if it cannot be had here
  Pass of(Subject subject) throws AbsentException;

  @Override
  default Session prepare(DrillTask task) throws AbsentException {
    Subject subject = new Subject(task);
    return new Passing(subject.answer(), of(subject), new Batch(task));
  }

  /// Passes, one after the other, and what the last one came to.
  final class Passing implements Session {
    private final long expected;
    private final Pass pass;
    private final Batch batch;
    private long got;

    private Passing(long expected, Pass pass, Batch batch) {
      this.expected = expected;
      this.pass = pass;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) {
      got = ~expected;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) throws Exception {
      for (long i = 0; i < times; i++) {
        got = pass.make();
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      return got == expected
          ? Optional.empty()
          : Optional.of("it came to %d instead of %d".formatted(got, expected));
    }

    @Override
    public void close() {}
  }
}
