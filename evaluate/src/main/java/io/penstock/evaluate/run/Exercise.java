package io.penstock.evaluate.run;

import java.io.IOException;
import java.util.Optional;

/// One way of doing what a drill asks for, in Java: the maker of a session for each task that a
/// worker process is given.
@FunctionalInterface
public non-sealed interface Exercise extends Program.Way {
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
  }
}
