package io.penstock.evaluate.text;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Setting;
import java.util.List;
import java.util.stream.Stream;

/// Text: what it costs to count, cut, look up, parse and write it here.
public final class TextChapter implements Chapter {
  @Override
  public String name() {
    return "text";
  }

  @Override
  public String title() {
    return "Lines, fields and numbers of text";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    Contestants who = new Contestants(setting.tools());
    Extent extent = Extent.of(setting);
    return Stream.of(
            new NewlineExperiments(who, extent).experiments(),
            new LineExperiments(who, extent).experiments(),
            new WritingExperiments(who, extent).experiments(),
            new LookExperiments(who, extent).experiments(),
            new TokenExperiments(who, extent).experiments(),
            new WideFinder(who, extent).experiments(),
            new RowExperiments(who, extent).experiments(),
            new CommandExperiments(who, extent).experiments())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    return new Targets(new Findings(outcomes)).all();
  }
}
