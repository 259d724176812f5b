package io.penstock.cli;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Listener;
import io.penstock.evaluate.run.Work;
import io.penstock.report.Progress;
import java.util.Optional;

/// Shows on standard error how an evaluation goes on. For one thread.
final class EvaluationProgress implements Listener, AutoCloseable {
  private Optional<Progress> progress = Optional.empty();

  @Override
  public void starts(long runs) {
    progress = Optional.of(Progress.onStandardError(runs));
  }

  @Override
  public void begins(Experiment experiment, Entry entry, Work work, int run, int runs) {
    Progress.Step step = new Progress.Step(experiment.id(), entry.approach(), run, runs);
    progress.ifPresent(shown -> shown.begin(step));
  }

  @Override
  public void ends() {
    progress.ifPresent(Progress::end);
  }

  @Override
  public void skips(int runs) {
    progress.ifPresent(shown -> shown.skip(runs));
  }

  @Override
  public void close() {
    progress.ifPresent(Progress::close);
  }
}
