package io.penstock.report;

import java.io.PrintStream;

/// A line whenever another experiment begins, for a log.
final class PlainProgress implements Progress {
  private final PrintStream out;
  private final Pace pace;
  private String experiment = "";

  PlainProgress(PrintStream out, Pace pace) {
    this.out = out;
    this.pace = pace;
  }

  @Override
  public synchronized void begin(Step step) {
    if (!step.experiment().equals(experiment)) {
      experiment = step.experiment();
      out.println(pace.percent() + "% " + experiment + " (" + pace.words() + ")");
    }
  }

  @Override
  public synchronized void end() {
    pace.stepDone();
  }

  @Override
  public synchronized void skip(long steps) {
    pace.skip(steps);
  }

  @Override
  public synchronized void say(String line) {
    out.println(line);
  }

  @Override
  public void close() {
    // Nothing to clean up: each line stands for itself.
  }
}
