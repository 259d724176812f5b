package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/// A session of one operation, over and over, by the calling thread.
///
/// @param batch of operations
/// @param arming fills what the operation takes its data from, by a salt
/// @param operation so many times
/// @param check of what the operation did with the data of a salt: what is wrong, or an empty text
/// @param end gives back what is kept between runs
record Repetition(
    Batch batch,
    LongConsumer arming,
    Batch.Repeated operation,
    LongFunction<String> check,
    Runnable end)
    implements Exercise.Session {
  @Override
  public void arm(long salt) {
    arming.accept(salt);
  }

  @Override
  public Reading run() throws Exception {
    return batch.time(operation);
  }

  @Override
  public Optional<String> fault(long salt) {
    return Optional.of(check.apply(salt)).filter(wrong -> !wrong.isEmpty());
  }

  @Override
  public void close() {
    end.run();
  }
}
