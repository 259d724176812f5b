package io.penstock.evaluate.arrays;

import io.penstock.evaluate.ChapterOutcome;
import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Target;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Setting;
import io.penstock.file.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Array files: what each way of moving an array between memory and a shared file is worth here.
public final class ArraysChapter implements Chapter {
  @Override
  public String name() {
    return "arrays";
  }

  @Override
  public String title() {
    return "Moving an array between memory and a shared file";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    return all(setting).flatMap(new Rows(Extent.of(setting))::of).toList();
  }

  /// Every experiment, whether or not the setting has the time for it.
  Stream<Experiment> all(Setting setting) {
    Contestants who = new Contestants(setting.tools());
    Extent extent = Extent.of(setting);
    List<Jobs> jobs = Jobs.all(setting.tools());
    return Stream.of(
            new FigureTwo(who, extent).experiments(),
            new FirstPass(who, extent).experiments(),
            new AccessPatterns(who, extent).experiments(),
            new DeviceStates(who, extent).experiments(),
            new ElementKinds(who, extent).experiments(),
            new TileExperiments(who, extent).experiments(),
            new StreamExperiments(who, extent).experiments(),
            new SharedExperiments(jobs, extent).experiments(),
            new SpExperiments(jobs.getLast(), extent).experiments())
        .flatMap(List::stream);
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    return new Targets(new Findings(outcomes)).all();
  }

  @Override
  public List<String> advice(ChapterOutcome outcome) {
    List<String> sentences =
        new ArrayList<>(new Recommendation(new Findings(outcome.experiments())).advice());
    Rows.leftOut(outcome.experiments()).ifPresent(sentences::add);
    return sentences;
  }

  @Override
  public Optional<Profile> profile(ChapterOutcome outcome) {
    return new Recommendation(new Findings(outcome.experiments())).profile();
  }
}
