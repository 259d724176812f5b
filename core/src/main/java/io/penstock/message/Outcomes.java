package io.penstock.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads many outcomes, and forgets none for another's failure.
final class Outcomes {
  private final List<Status> statuses = new ArrayList<>();
  private @Nullable RuntimeException failure;

  private Outcomes() {}

  static List<Status> ofAll(List<? extends Request> requests) {
    Outcomes outcomes = new Outcomes();
    requests.forEach(outcomes::read);
    if (outcomes.failure != null) {
      throw outcomes.failure;
    }
    return List.copyOf(outcomes.statuses);
  }

  private void read(Request request) {
    try {
      statuses.add(request.await());
    } catch (RuntimeException e) {
      if (failure == null) {
        failure = e;
      } else if (!failure.equals(e)) {
        failure.addSuppressed(e);
      }
    }
  }
}
