package io.penstock.evaluate.files;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.TextWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Copying a file, in the way that the task names; the copy takes the place of an earlier one.
final class Copies implements Exercise {
  /// The option that names the way.
  static final String WAY = "way";

  @Override
  public Session prepare(DrillTask task) throws Exception {
    Path source = Path.of(task.drill().option(TextWork.FILE));
    return new Copying(
        source, task.meeting(), CopyWays.of(task.drill().option(WAY)), new Batch(task));
  }

  /// Copies, one after the other, and the last one.
  private static final class Copying implements Session {
    private final Path source;
    private final Path target;
    private final CopyWays.Way way;
    private final Batch batch;

    private Copying(Path source, Path target, CopyWays.Way way, Batch batch) {
      this.source = source;
      this.target = target;
      this.way = way;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) throws IOException {
      Files.deleteIfExists(target);
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) throws Exception {
      for (long i = 0; i < times; i++) {
        way.copy(source, target);
      }
    }

    @Override
    public Optional<String> fault(long salt) throws IOException {
      long first = Files.mismatch(source, target);
      Files.delete(target);
      return first < 0
          ? Optional.empty()
          : Optional.of(String.format(Locale.ROOT, "the copy differs at byte %d", first));
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(target);
    }
  }
}
