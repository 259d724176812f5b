package io.penstock.evaluate.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Deals the entries of an experiment into batches whose processes fit into memory together.
///
/// The C entry that another entry is compared with takes part in each batch that needs it, so that
/// a ratio always comes from the same rounds. An entry too large for the budget runs with its
/// yardstick alone.
final class Batches {
  private Batches() {}

  static List<List<Entry>> of(Experiment experiment, long budgetBytes) {
    List<List<Entry>> batches = new ArrayList<>();
    SequencedSet<Entry> batch = new LinkedHashSet<>();
    for (Entry entry : experiment.entries()) {
      SequencedSet<Entry> larger = new LinkedHashSet<>(batch);
      larger.addAll(withYardstick(experiment, entry));
      if (!batch.isEmpty() && memory(larger) > budgetBytes) {
        batches.add(List.copyOf(batch));
        batch = new LinkedHashSet<>(withYardstick(experiment, entry));
      } else {
        batch = larger;
      }
    }
    if (!batch.isEmpty()) {
      batches.add(List.copyOf(batch));
    }
    return batches;
  }

  private static List<Entry> withYardstick(Experiment experiment, Entry entry) {
    List<Entry> both = new ArrayList<>(experiment.yardstickOf(entry).stream().toList());
    both.add(entry);
    return both;
  }

  private static long memory(SequencedSet<Entry> entries) {
    return entries.stream().mapToLong(Entry::memoryBytes).sum();
  }
}
