package io.penstock.evaluate.run;

/// One way of moving an array between memory and a file, in Java: the maker of a move for each task
/// that a worker process is given.
@FunctionalInterface
public non-sealed interface Approach extends Program.Way {
  /// Makes ready: not timed.
  ///
  /// What a program would do anew for each run (open, allocate, close) belongs into [Move#run];
  /// what it would keep (a mapping, a pool) is made here.
  ///
  /// @param array of `task.work().type()` and [Task#arrayElements] elements: the target of a read,
  ///   the source of a write
  /// @throws AbsentException if it cannot be done here
  /// @throws Exception if it fails; the message is shown to the user
  Move prepare(Task task, Object array) throws Exception;
}
