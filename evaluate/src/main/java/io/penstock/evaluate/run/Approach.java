package io.penstock.evaluate.run;

/// One way of moving an array between memory and a file, in Java.
///
/// A worker process makes one instance by the constructor without arguments (which need not be
/// public) and asks it for a move for each task that it is given.
public interface Approach {
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
