package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import java.time.Duration;

/// The amount of everything that the experiments measure.
///
/// @param bytes of the texts
/// @param threads of those who share a text out
/// @param effort that the user wants to spend
record Extent(long bytes, int threads, Effort effort) {
  static final long KIBIBYTE = 1L << 10;
  static final long MEBIBYTE = 1L << 20;

  static Extent of(Setting setting) {
    int most = Math.min(Runtime.getRuntime().availableProcessors(), 8);
    return new Extent(Math.max(setting.bytes(), KIBIBYTE), most, setting.effort());
  }

  /// Whether minutes count.
  boolean quick() {
    return effort == Effort.QUICK;
  }

  /// How long a batch of operations should take.
  Duration batch() {
    return Duration.ofMillis(
        switch (effort) {
          case QUICK -> 10;
          case NORMAL -> 30;
          case FULL -> 60;
        });
  }

  /// The text of most experiments.
  LogText log() {
    return new LogText(bytes);
  }

  /// A shorter one, for what does not become slower with the length and takes long.
  LogText log(long most) {
    return new LogText(Math.min(bytes, quick() ? Math.max(KIBIBYTE, most / 4) : most));
  }

  /// The rows of weather stations.
  RowText rows() {
    return new RowText(bytes);
  }

  /// Looks into a text by one thread.
  ///
  /// @param bytes that a look is about
  TextWork look(String drill, LogText text, String question, Look.Places places, long bytes) {
    return TextWork.of(Drill.of(drill, bytes, batch()), text, question)
        .with(Look.Places.OPTION, places.word());
  }

  /// Passes over a text by one thread.
  TextWork pass(String drill, LogText text, String question) {
    return TextWork.of(Drill.of(drill, text.bytes(), batch()), text, question);
  }
}
