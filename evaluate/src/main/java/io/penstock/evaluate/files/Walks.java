package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Answering;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;

/// Walking through a tree in the way that the task names: entries are counted, or the bytes of all
/// files summed up.
final class Walks implements Exercise {
  /// The drill that counts entries; the other one sums up bytes.
  static final String NAMES = "files-names";

  static final String SIZES = "files-sizes";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    SampleTree tree = SampleTree.of(task);
    String way = task.drill().option(Copies.WAY);
    return task.drill().name().equals(NAMES)
        ? answering(tree, tree.entries(), WalkWays.names(way), task)
        : answering(tree, tree.bytes(), WalkWays.sizes(way), task);
  }

  private static Session answering(SampleTree tree, long expected, Walk walk, DrillTask task) {
    return new Answering(expected, () -> walk.through(tree.root()), new Batch(task));
  }
}
