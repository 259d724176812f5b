package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.Optional;

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
        ? new Walking(tree, tree.entries(), WalkWays.names(way), new Batch(task))
        : new Walking(tree, tree.bytes(), WalkWays.sizes(way), new Batch(task));
  }

  /// Walks, one after the other, and what the last one came to.
  private static final class Walking implements Session {
    private final SampleTree tree;
    private final long expected;
    private final Walk walk;
    private final Batch batch;
    private long got;

    private Walking(SampleTree tree, long expected, Walk walk, Batch batch) {
      this.tree = tree;
      this.expected = expected;
      this.walk = walk;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) {
      got = ~expected;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) throws Exception {
      for (long i = 0; i < times; i++) {
        got = walk.through(tree.root());
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      return got == expected
          ? Optional.empty()
          : Optional.of("it came to %d instead of %d".formatted(got, expected));
    }

    @Override
    public void close() {}
  }
}
