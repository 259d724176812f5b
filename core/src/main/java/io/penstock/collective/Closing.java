package io.penstock.collective;

import io.penstock.message.MessageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The collective close of a shared file. A new file appears if it is complete and every rank
/// succeeded, else it vanishes.
record Closing(Accord accord, Path path, Opened opened, Optional<Draft> draft, Sidecar sidecar) {
  /// With all ranks.
  void together(Progress progress) throws IOException {
    try {
      Progress.Verdict verdict = verdict(progress);
      boolean publishes = appearsLater() && verdict.complete();
      settle(release(publishes));
      accord.settle(accord.isRoot() ? appear(publishes) : new Outcome());
      if (appearsLater() && !publishes) {
        throw new IOException(
            String.format(Locale.ROOT, "%s was not created: %s", path, verdict.reason()));
      }
    } catch (MessageException e) {
      alone().failure().ifPresent(e::addSuppressed);
      throw e;
    }
  }

  /// Where one rank has failed, a new file vanishes before any of them goes on.
  private void settle(Outcome released) throws IOException {
    try {
      accord.settle(released);
    } catch (SharedFileException e) {
      discard().failure().ifPresent(e::addSuppressed);
      accord.ranks().barrier();
      throw e;
    }
  }

  private boolean appearsLater() {
    return draft.isPresent() && draft.get().appearsLater();
  }

  private Progress.Verdict verdict(Progress progress) throws IOException {
    int axes = opened.array().shape().rank();
    List<Call> closings = accord.calls(progress.closing(), axes, Optional.empty());
    return Progress.verdict(closings, opened.array().shape().size());
  }

  private Outcome release(boolean durably) {
    Outcome outcome = new Outcome();
    if (durably) {
      outcome.add(opened::sync);
    }
    outcome.add(() -> opened.close().rethrow());
    outcome.add(sidecar::close);
    if (accord.isRoot()) {
      outcome.add(sidecar::remove);
    }
    return outcome;
  }

  private Outcome appear(boolean publishes) {
    Outcome outcome = new Outcome();
    if (publishes) {
      outcome.add(() -> draft.orElseThrow().publish());
    }
    if (!publishes || outcome.failed()) {
      outcome.add(() -> discard().rethrow());
    }
    return outcome;
  }

  private Outcome discard() {
    Outcome outcome = new Outcome();
    if (draft.isPresent()) {
      outcome.add(draft.get()::discard);
    }
    return outcome;
  }

  /// Without the others, who have fallen out of step.
  Outcome alone() {
    Outcome outcome = opened.abandon();
    outcome.add(() -> discard().rethrow());
    outcome.add(sidecar::close);
    if (accord.isRoot()) {
      outcome.add(sidecar::remove);
    }
    return outcome;
  }
}
