package io.penstock.message.launch;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The description of a job that a rank receives when it starts.
///
/// @param job tells this job from all others; what ranks of one JVM share is found by it
/// @param transport the name of the transport that connects the ranks, such as `tcp`
/// @param rank who this is: 0 to `size - 1`
/// @param size how many ranks the job has
/// @param contact how ranks that are processes find each other; empty for threads of one JVM
public record JobDescription(
    UUID job, String transport, int rank, int size, Optional<Contact> contact) {
  /// The most ranks that a job may have.
  public static final int MOST_RANKS = 1 << 16;

  /// @throws IllegalArgumentException if the size is not within 1 and [#MOST_RANKS], the rank is
  ///   not below the size, or the transport has no name
  public JobDescription {
    if (size < 1 || size > MOST_RANKS) {
      throw new IllegalArgumentException("a job has 1 to " + MOST_RANKS + " ranks, not " + size);
    }
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException(
          "there is no rank " + rank + " in a job of " + size + ": ranks begin at 0");
    }
    if (transport.isBlank()) {
      throw new IllegalArgumentException("a transport has a name");
    }
  }

  /// The rank that the current thread is, or belongs to: that of [RankContext] if there is one,
  /// else what the environment of this process says.
  ///
  /// @return empty if this was not started as a rank
  /// @throws IllegalArgumentException if the environment is incomplete or wrong; the message names
  ///   the variable
  public static Optional<JobDescription> current() {
    return RankContext.current().or(() -> JobEnvironment.read(System.getenv()));
  }

  /// The environment variables that tell a process all this. They hold the job's secret.
  public Map<String, String> environment() {
    return JobEnvironment.write(this);
  }
}
