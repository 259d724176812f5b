package io.penstock.evaluate.run;

import java.io.IOException;

/// A task made ready to run any number of times.
@FunctionalInterface
public interface Move extends AutoCloseable {

  /// Waits for the other processes that move together with this one, if it can: not timed, so that
  /// nobody's time is another's delay.
  ///
  /// @throws Exception if it fails; the message is shown to the user
  default void meet() throws Exception {}

  /// Moves everything: this is what is timed.
  ///
  /// @throws Exception if it fails; the message is shown to the user
  void run() throws Exception;

  /// Waits for what goes on beside the caller after [#run] has returned: not timed.
  ///
  /// @throws Exception if that failed; the message is shown to the user
  default void settle() throws Exception {}

  /// Gives back what was kept between runs.
  ///
  /// @throws IOException if that fails
  @Override
  default void close() throws IOException {}

  /// A read by a program of its own, into memory of its own: it takes the time itself, and what it
  /// read is not there to be compared.
  interface Timed extends Move {
    /// What the last run took by the program's own clock.
    long nanos();
  }

  /// What one thread does with its block.
  @FunctionalInterface
  interface OfBlock {
    /// Moves it.
    ///
    /// @throws Exception if it fails; the move fails with it
    void run(Task.Block block) throws Exception;
  }

  /// A move by the threads that the task asks for, each with its own block. The threads are started
  /// once and released together; the first one is the caller's.
  static Move byThreads(Task task, OfBlock part) {
    return new TeamMove(task.blocks(), part);
  }
}
