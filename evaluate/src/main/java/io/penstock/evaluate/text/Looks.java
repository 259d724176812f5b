package io.penstock.evaluate.text;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/// Ways of looking into a text that is kept open, each look an operation. The answer that the task
/// tells is the number of places.
interface Looks extends Exercise {
  /// The text in the way that the task names.
  ///
  /// @throws AbsentException if it cannot be had here
  /// @throws IOException if the text cannot be opened
  Look of(Subject subject) throws AbsentException, IOException;

  /// The text in a way that is certain, for comparison.
  ///
  /// @throws IOException if the text cannot be opened
  Look reference(Subject subject) throws IOException;

  @Override
  default Session prepare(DrillTask task) throws AbsentException, IOException {
    Subject subject = new Subject(task);
    return new Looking(subject, of(subject), reference(subject), new Batch(task));
  }

  /// Looks, one after the other, and the sum of what they came to.
  final class Looking implements Session {
    private final Places places;
    private final long count;
    private final Look look;
    private final Look reference;
    private final Batch batch;
    private long first;
    private long next;
    private long sum;

    private Looking(Subject subject, Look look, Look reference, Batch batch) {
      this.places = Places.of(subject.option(Places.OPTION));
      this.count = subject.answer();
      this.look = look;
      this.reference = reference;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) {
      sum = -1;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) throws Exception {
      first = next;
      sum = sum(look, first, times);
      next += times;
    }

    private long sum(Look at, long from, long times) throws Exception {
      long all = 0;
      for (long i = from; i < from + times; i++) {
        all += at.at(places.at(i, count));
      }
      return all;
    }

    @Override
    public Optional<String> fault(long salt) throws Exception {
      long expected = sum(reference, first, next - first);
      return sum == expected
          ? Optional.empty()
          : Optional.of(String.format(Locale.ROOT, "it came to %d instead of %d", sum, expected));
    }

    @Override
    public void close() throws IOException {
      try (reference) {
        look.close();
      }
    }
  }
}
