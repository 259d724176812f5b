package io.penstock.evaluate.run;

import java.util.Locale;
import java.util.Optional;

/// A question that is asked again and again, and the answer that it must have.
public final class Answering implements Exercise.Session {
  private final long expected;
  private final Question question;
  private final Batch batch;
  private long answer;

  /// What takes the time.
  @FunctionalInterface
  public interface Question {
    /// Finds the answer.
    ///
    /// @throws Exception if that fails; the message is shown to the user
    long answer() throws Exception;
  }

  /// A session in which the question is asked as often as the batch says.
  public Answering(long expected, Question question, Batch batch) {
    this.expected = expected;
    this.question = question;
    this.batch = batch;
  }

  @Override
  public void arm(long salt) {
    answer = ~expected;
  }

  @Override
  public Reading run() throws Exception {
    return batch.time(this::repeat);
  }

  private void repeat(long times) throws Exception {
    for (long i = 0; i < times; i++) {
      answer = question.answer();
    }
  }

  @Override
  public Optional<String> fault(long salt) {
    return answer == expected
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "it came to %d instead of %d", answer, expected));
  }

  @Override
  public void close() {}
}
