package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.TextWork.Corpus;

/// The amount of everything that the experiments measure.
///
/// @param bytes of the texts
/// @param threads of those who share a text out
/// @param effort that the user wants to spend
/// @param c the drills in C
record TextExtent(long bytes, int threads, Effort effort, Executable c) {
  static final long KIBIBYTE = 1L << 10;
  static final long MEBIBYTE = 1L << 20;
  private static final String ARTICLE = "Tuning Java I/O Performance, ";

  static TextExtent of(Setting setting) {
    int most = Math.min(Runtime.getRuntime().availableProcessors(), 8);
    return new TextExtent(
        Math.max(setting.bytes(), KIBIBYTE), most, setting.effort(), setting.tools().drills());
  }

  /// An experiment on cached texts.
  ///
  /// @param section of the article that asks
  static Experiment cached(String id, String title, String section) {
    return Experiment.of(id, title, ARTICLE + section, FileState.CACHED);
  }

  /// An experiment without a text.
  static Experiment drill(String id, String title, String section, Measure measure) {
    return Experiment.drill(id, title, ARTICLE + section, measure);
  }

  /// The text of most experiments.
  LogText log() {
    return new LogText(bytes);
  }

  /// A shorter one, for what does not become slower with the length and takes long.
  LogText log(long most) {
    boolean quick = effort == Effort.QUICK;
    return new LogText(Math.min(bytes, quick ? Math.max(KIBIBYTE, most / 4) : most));
  }

  /// Looks into a text by one thread.
  ///
  /// @param bytes that a look is about
  TextWork look(String drill, LogText text, String question, Look.Places places, long bytes) {
    return new TextWork(Drill.of(drill, bytes, effort.batch()), text, question)
        .with(Look.Places.OPTION, places.word());
  }

  /// Passes over a text by one thread.
  TextWork pass(String drill, Corpus text, String question) {
    return new TextWork(Drill.of(drill, text.bytes(), effort.batch()), text, question);
  }
}
