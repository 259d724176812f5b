package io.penstock.cli.run;

import io.penstock.message.launch.LaunchException;

/// Starts the processes of a job.
interface Starter {
  /// Starts them all, and hands each to `supervisor` as soon as it runs.
  ///
  /// @throws LaunchException if one cannot be started; those before it run
  void start(Supervisor supervisor) throws LaunchException;
}
