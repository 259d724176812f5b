package io.penstock.evaluate.objects;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Setting;
import java.util.List;
import java.util.stream.Stream;

/// Objects as bytes: what it costs to save and load them here, and to find out why.
public final class ObjectsChapter implements Chapter {
  @Override
  public String name() {
    return "objects";
  }

  @Override
  public String title() {
    return "Objects saved and loaded";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return Stream.of(
            new StoringExperiments(setting).experiments(),
            new ArrayExperiments(setting).experiments(),
            new AnalysisExperiments(setting).experiments())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    return new Targets(new Findings(outcomes)).all();
  }
}
