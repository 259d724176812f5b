package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import io.penstock.report.Target;
import java.util.List;
import java.util.stream.Stream;

/// Messages: what it costs to get memory for them, to pack them and to exchange them here.
public final class MessagesChapter implements Chapter {
  @Override
  public String name() {
    return "messages";
  }

  @Override
  public String title() {
    return "Memory for messages, packing, and exchange between ranks";
  }

  @Override
  public List<Experiment> experiments(Setting setting) {
    Contestants who = new Contestants(setting.tools());
    Extent extent = Extent.of(setting);
    return Stream.of(
            Question.all(List.of(new Allocation(), new Packing()), setting),
            new Exchange(who, extent).experiments(),
            new Garbage(who, extent).experiments(),
            new MpiExchange(who, extent).experiments(),
            new MpiCollectives(who, extent).experiments(),
            new MpiStart(who, extent).experiments())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public List<Target> targets(List<ExperimentOutcome> outcomes) {
    return new Targets(new Findings(outcomes)).all();
  }

  @Override
  public List<String> advice(ChapterOutcome outcome) {
    return new Recommendation(new Findings(outcome.experiments())).advice();
  }
}
