package io.penstock.evaluate.run;

import java.nio.file.Path;
import java.util.List;

/// Processes that work together, as many as a work needs. For one thread.
sealed interface Staff extends AutoCloseable permits Processes, Ranks {

  /// That of an entry of an experiment, nobody yet.
  ///
  /// @param folder for what they need
  static Staff of(Experiment experiment, Entry entry, Launcher launcher, Rules rules, Path folder) {
    return entry.program() instanceof Program.Launched(var mpi, _)
        ? new Ranks(mpi, experiment, entry, launcher, rules, folder)
        : new Processes(experiment, entry, launcher, rules);
  }

  /// Those that are there, in the order of their ranks.
  List<Child> children();

  /// Sees to it that there are just so many, fresh ones where they are not there.
  ///
  /// @return whether any is fresh
  /// @throws AbsentException if their program is missing
  /// @throws FailedException if they cannot be started
  boolean number(int number) throws AbsentException, FailedException;

  /// Lets all of them end, and ends those that do not.
  @Override
  void close();

  /// Ends all of them at once.
  void kill();
}
