package io.penstock.evaluate.files;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import io.penstock.evaluate.files.packing.PackingExperiments;
import io.penstock.evaluate.files.serving.ServingExperiments;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Setting;
import java.util.List;
import java.util.stream.Stream;

/// Files as wholes: what it costs to copy and to compress them and to walk through trees of them
/// here.
public final class FilesChapter implements Chapter {
  @Override
  public String name() {
    return "files";
  }

  @Override
  public String title() {
    return "Copies of files, walks through trees, and compression";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    Contestants who = new Contestants(setting.tools());
    return Stream.of(
            new CopyExperiments(who, setting).experiments(),
            new WalkExperiments(who, setting).experiments(),
            new PackingExperiments(setting).experiments(),
            new ServingExperiments(setting).experiments())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    return new Targets(new Findings(outcomes)).all();
  }
}
