package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Drill.DrillTask;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/// One way of doing what a drill asks for, in Java: the maker of a session for each task that a
/// worker process is given.
@FunctionalInterface
public non-sealed interface Exercise extends Executable.Way {
  /// Makes ready: not timed.
  ///
  /// @throws AbsentException if it cannot be done here
  /// @throws Exception if it fails; the message is shown to the user
  Session prepare(DrillTask task) throws Exception;

  /// A drill made ready to run any number of times. For one thread.
  interface Session extends AutoCloseable {
    /// Fills what a run takes its data from, and spoils what it puts them into: not timed.
    ///
    /// @param salt sets the data of one run apart from those of another
    /// @throws Exception if it fails
    void arm(long salt) throws Exception;

    /// Times one batch. Where several processes take part, only the reading of rank 0 counts.
    ///
    /// @throws Exception if it fails; the message is shown to the user
    Reading run() throws Exception;

    /// Looks at what the run did: not timed.
    ///
    /// @return what is wrong with it, in one line
    /// @throws Exception if it fails
    Optional<String> fault(long salt) throws Exception;

    /// Gives back what was kept between runs.
    ///
    /// @throws IOException if that fails
    @Override
    void close() throws IOException;

    /// A session that repeats one operation, as the next, and keeps nothing between runs.
    static Session repeating(
        Step arming, Batch batch, Step operation, Callable<Optional<String>> verdict) {
      return repeating(arming, batch, operation, verdict, () -> {});
    }

    /// A session that repeats one operation.
    ///
    /// @param arming before each run, by its salt
    /// @param batch that says how often the operation is repeated
    /// @param operation that is timed, so many times
    /// @param verdict on each run: what is wrong with it, in one line
    /// @param closing of what was kept between runs
    static Session repeating(
        Step arming,
        Batch batch,
        Step operation,
        Callable<Optional<String>> verdict,
        Closeable closing) {
      return measuring(arming, () -> batch.time(operation), verdict, closing);
    }

    /// A session whose runs are measured in a way of their own.
    ///
    /// @param run of one batch, and its measurement
    static Session measuring(
        Step arming, Callable<Reading> run, Callable<Optional<String>> verdict, Closeable closing) {
      return new Session() {
        @Override
        public void arm(long salt) throws Exception {
          arming.take(salt);
        }

        @Override
        public Reading run() throws Exception {
          return run.call();
        }

        @Override
        public Optional<String> fault(long salt) throws Exception {
          return verdict.call();
        }

        @Override
        public void close() throws IOException {
          closing.close();
        }
      };
    }

    /// A session that answers a question as often as the batch says, and compares the last answer
    /// with the right one.
    ///
    /// @param question answered by what is timed
    static Session answering(
        DrillTask task, long expected, CheckedFunction<DrillTask, Long> question) {
      long[] answer = new long[1];
      return repeating(
          _ -> answer[0] = ~expected,
          new Batch(task),
          times -> {
            for (long i = 0; i < times; i++) {
              answer[0] = question.apply(task);
            }
          },
          () ->
              answer[0] == expected
                  ? Optional.empty()
                  : Optional.of("it came to " + answer[0] + " instead of " + expected));
    }
  }

  /// A step of a session: arms it by a salt, or does its operation so many times.
  @FunctionalInterface
  interface Step {
    /// Takes the step.
    ///
    /// @throws Exception if it fails
    void take(long number) throws Exception;
  }

  /// The measurement of a run.
  ///
  /// @param amount nanoseconds, or bytes where it is space that is measured
  /// @param operations that each thread did meanwhile, or the bytes that are in use
  /// @param processorNanos that all processes had of all processors; 0 where nobody counts it
  record Reading(long amount, long operations, long processorNanos) {
    /// @throws IllegalArgumentException if the amount or the time is negative, or nothing was done
    public Reading {
      if (amount < 0 || operations < 1 || processorNanos < 0) {
        throw new IllegalArgumentException(
            "amount " + amount + ", operations " + operations + ", processor " + processorNanos);
      }
    }

    /// A measurement beside which nobody counts what processors do.
    ///
    /// @throws IllegalArgumentException if the amount is negative, or nothing was done
    public Reading(long amount, long operations) {
      this(amount, operations, 0);
    }
  }
}
