package io.penstock.message.launch;

import java.net.InetSocketAddress;
import java.util.List;

/// A roll of the ranks of a job that have called.
sealed interface Attendance {
  /// All: where each rank listens.
  record Complete(List<InetSocketAddress> addresses) implements Attendance {}

  /// Some did not come in time.
  record Missing(List<Integer> ranks) implements Attendance {}

  /// One ended without having come.
  record Ended(int rank) implements Attendance {}
}
