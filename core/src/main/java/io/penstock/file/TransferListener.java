package io.penstock.file;

import java.io.IOException;
import java.nio.file.Path;

/// A program's own measurement of the transfers of files, such as a bridge to its metrics.
///
/// It is told of what Java Flight Recorder records as `io.penstock.ArrayTransfer` and
/// `io.penstock.BatchTransfer`, whether or not that runs. A process has one listener at a time;
/// where it has none, a transfer or a batch pays a single load of a field.
///
/// Each bulk read or write of an [ArrayFile], an [ArrayAppender] or a [ByteFile] is told once, by
/// the thread that asked for it, before the call returns.
///
/// A [ReadBatch] or [WriteBatch] is told once for each [ByteFile] that it was given: as complete,
/// if all that it was to move of that file was moved, else as failed, with the first failure of
/// that file in the order of adding. What is no [IOException], as the failure of a read whose lease
/// was closed or that was cancelled, is the cause of one. The thread that waits for the batch is
/// the one that tells, before the call returns; of a batch that was started it is a thread of the
/// library's, before the future completes.
///
/// An implementation is safe for any thread, short, and moves nothing by these files itself. What
/// it throws, errors and undeclared checked exceptions included, is logged as a warning
/// (`System.Logger`, named after this package) and ends no transfer. Errors of the JVM, such as
/// [OutOfMemoryError], are thrown on, by the call or into the future, with a transfer's failure
/// suppressed in them; a [StackOverflowError] is not one of those.
///
/// ```java
/// TransferListener.install(transfer ->
///     meters.counter("penstock.bytes", "operation", transfer.operation()).increment(transfer.bytes()));
/// ```
@FunctionalInterface
public interface TransferListener {
  /// Has every transfer that begins from now on reported to a listener, in place of the one before.
  static void install(TransferListener listener) {
    Transfers.listener = listener;
  }

  /// Has no transfer reported any more; those in progress may be. Does nothing where there is no
  /// listener.
  static void uninstall() {
    Transfers.listener = null;
  }

  /// Takes note of a transfer that is complete.
  void completed(Transfer transfer);

  /// Takes note of a transfer that has failed; by default of nothing.
  ///
  /// @param transfer as it was asked for: how much of it was moved is unspecified
  default void failed(Transfer transfer, IOException failure) {}

  /// One bulk read or write, or all that a batch moves of one file.
  ///
  /// @param path the file's, as it was given
  /// @param operation `read` or `write`
  /// @param engine the name of the engine
  /// @param bytes how many of the file were moved, or should have been
  /// @param threads how many were to share it, the caller's included; 1 for a batch
  /// @param nanos how long the call has taken, in nanoseconds, or the whole batch from its begin to
  ///   the end of its last transfer
  record Transfer(
      Path path, String operation, String engine, long bytes, int threads, long nanos) {}
}
