package io.penstock.evaluate.start;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The first use of a library in a fresh JVM, and whole commands.
public final class StartChapter implements Chapter {
  @Override
  public String name() {
    return "start";
  }

  @Override
  public String title() {
    return "The first use of a library, and whole commands";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    Contestants who = new Contestants(setting.tools());
    return Stream.of(
            new FirstUses(who).experiments(),
            new BreakEven(who, setting).experiments(),
            new CommandExperiments(who).experiments())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public int leastRuns(Effort effort) {
    return switch (effort) {
      case QUICK -> 7;
      case NORMAL -> 15;
      case FULL -> 25;
    };
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    List<Target> targets = new ArrayList<>(new Recommendation(outcomes).targets());
    targets.add(
        new Findings(outcomes)
            .target(
                0.5,
                CommandExperiments.VERSION,
                CommandExperiments.PENSTOCK,
                Contestants.ONE_LINE));
    return targets;
  }

  @Override
  public List<String> advice(ChapterOutcome outcome) {
    return new Recommendation(outcome.experiments()).advice();
  }
}
