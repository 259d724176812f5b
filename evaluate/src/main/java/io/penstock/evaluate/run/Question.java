package io.penstock.evaluate.run;

import java.util.List;
import java.util.stream.Stream;

/// A question to the machine: a few experiments with their inputs, approaches, figures of a
/// publication and goals, in one file.
///
/// Implementations have a constructor without arguments (which need not be public): a worker
/// process makes one to look its approach up, with the setting of the evaluation. So ids of
/// experiments and names of approaches depend on the setting alone.
public interface Question {
  /// The experiments, in the order in which a reader should meet them.
  Stream<Experiment> experiments(Setting setting);

  /// The sentences that its figures allow to say to a user of this machine, each with the ratio
  /// that it rests on; none where a figure is missing.
  default List<String> advice(Findings findings) {
    return List.of();
  }

  /// The experiments of several questions, each of which knows where it was defined.
  static List<Experiment> all(List<? extends Question> questions, Setting setting) {
    return questions.stream()
        .flatMap(
            question ->
                question
                    .experiments(setting)
                    .map(experiment -> experiment.definedBy(question, setting)))
        .toList();
  }

  /// The setting of an evaluation, which its experiments are made from.
  ///
  /// @param bytes of the array files
  /// @param threads to visit
  /// @param effort that the user wants to spend
  /// @param tools programs that are no Java
  record Setting(long bytes, List<Integer> threads, Effort effort, Tools tools) {
    /// @throws IllegalArgumentException if there are no bytes or no threads
    public Setting {
      threads = List.copyOf(threads);
      if (bytes < 1 || threads.isEmpty() || threads.stream().anyMatch(n -> n < 1)) {
        throw new IllegalArgumentException("bytes " + bytes + ", threads " + threads);
      }
    }

    /// A setting for what experiments there are, with which nothing is run.
    public static Setting bare(Effort effort) {
      return new Setting(effort.bytes(), List.of(1, 2), effort, Tools.ofWorker(List.of()));
    }
  }
}
