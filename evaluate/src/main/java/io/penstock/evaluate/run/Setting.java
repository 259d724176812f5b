package io.penstock.evaluate.run;

import java.util.List;

/// The setting of an evaluation, which its experiments are made from.
///
/// @param bytes of the array files
/// @param threads to visit
/// @param effort that the user wants to spend
/// @param tools programs that are no Java
public record Setting(long bytes, List<Integer> threads, Effort effort, Tools tools) {
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
