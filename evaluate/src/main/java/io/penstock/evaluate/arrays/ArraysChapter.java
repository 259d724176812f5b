package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Chapter;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.file.Profile;
import io.penstock.report.ChapterOutcome;
import io.penstock.report.ExperimentOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Array files: what each way of moving an array between memory and a shared file is worth here.
public final class ArraysChapter implements Chapter {
  static final String FILE_INPUT_STREAM = "the post on FileInputStream and Wide Finder";

  /// A section of the publication of the chapter, as a source.
  static String dickensThakur(String section) {
    return "Dickens and Thakur, An Evaluation of Java's I/O Capabilities for High-Performance"
        + " Computing, "
        + section;
  }

  /// An experiment on a cached file.
  ///
  /// @param section of the publication that asks
  static Experiment cached(String id, String title, String section) {
    return Experiment.of(id, title, dickensThakur(section), FileState.CACHED);
  }

  @Override
  public String name() {
    return "arrays";
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new FigureTwo(),
        new BackgroundEncoding(),
        new FirstPass(),
        new AccessPatterns(),
        new DeviceStates(),
        new ElementKinds(),
        new MatrixTiles(),
        new Streams(),
        new Coherence(),
        new SharedFiles());
  }

  @Override
  public List<String> advice(ChapterOutcome outcome) {
    List<String> sentences =
        new ArrayList<>(new Recommendation(new Findings(outcome.experiments())).advice());
    leftOut(outcome.experiments()).ifPresent(sentences::add);
    return sentences;
  }

  @Override
  public Optional<Profile> profile(ChapterOutcome outcome) {
    return new Recommendation(new Findings(outcome.experiments())).profile();
  }

  /// The number of experiments that a quick run leaves out; empty if it was no quick one.
  private Optional<String> leftOut(List<ExperimentOutcome> outcomes) {
    Set<String> missing = new HashSet<>(ids(Effort.NORMAL));
    missing.removeAll(ids(Effort.QUICK));
    boolean wasQuick =
        !outcomes.isEmpty()
            && outcomes.stream().map(ExperimentOutcome::id).noneMatch(missing::contains);
    return wasQuick
        ? Optional.of(
            "A run without --quick has "
                + missing.size()
                + " experiments more, which need more time to be true.")
        : Optional.empty();
  }

  private Set<String> ids(Effort effort) {
    return experiments(Setting.bare(effort)).stream()
        .map(Experiment::id)
        .collect(Collectors.toUnmodifiableSet());
  }
}
