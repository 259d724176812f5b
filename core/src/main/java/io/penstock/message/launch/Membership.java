package io.penstock.message.launch;

import java.util.Map;
import java.util.UUID;

/// What a process of a job is told that is not one rank alone.
///
/// @param job tells this job from all others
/// @param contact how to reach the coordinator
public record Membership(UUID job, Contact contact) {
  /// The environment variables that tell a process this. They hold the job's secret.
  public Map<String, String> environment() {
    return JobEnvironment.write(this);
  }
}
