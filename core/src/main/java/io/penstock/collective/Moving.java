package io.penstock.collective;

import io.penstock.memory.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// A transfer of parts of a shared file: independent or collective, under the lock where operations
/// are atomic, counted where they write, and recorded.
record Moving(Path path, Accord accord, Hints hints, Sidecar sidecar, Progress progress) {
  /// Moves what this rank wants, whatever the others do.
  void alone(SharedEngineFile file, Direction direction, Part part) throws IOException {
    Outcome.Step step = () -> counted(direction, part, () -> file.move(direction, part));
    if (hints.atomicity() == Atomicity.WHOLE_OPERATIONS) {
      sidecar.exclusively(step);
    } else {
      step.take();
    }
  }

  /// Moves what all ranks want, which all call this.
  ///
  /// @throws IllegalArgumentException if two write an element and that is refused
  void together(SharedEngineFile file, Direction direction, Part mine, Pattern pattern)
      throws IOException {
    if (direction == Direction.WRITE && hints.overlaps() == Overlaps.REFUSED) {
      pattern.meeting().ifPresent(this::refuse);
    }
    Outcome.Step step =
        () -> accord.settle(Outcome.of(() -> recorded(file, direction, mine, pattern)));
    if (hints.atomicity() == Atomicity.WHOLE_OPERATIONS) {
      exclusively(step);
    } else {
      step.take();
    }
  }

  private void refuse(Pattern.Ranks both) {
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%s: rank %d and rank %d write elements in common; select apart, or allow it by Hints",
            path,
            both.one(),
            both.other()));
  }

  /// Rank 0 holds the lock for all.
  private void exclusively(Outcome.Step step) throws IOException {
    if (!accord.isRoot()) {
      accord.settle(new Outcome());
      step.take();
      return;
    }
    boolean[] held = {false};
    Outcome outcome =
        Outcome.of(
            () ->
                sidecar.exclusively(
                    () -> {
                      held[0] = true;
                      accord.settle(new Outcome());
                      step.take();
                    }));
    if (!held[0]) {
      accord.settle(outcome);
    }
    outcome.rethrow();
  }

  private void recorded(SharedEngineFile file, Direction direction, Part mine, Pattern pattern)
      throws IOException {
    if (!Recorder.on()) {
      moved(file, direction, mine, pattern);
      return;
    }
    CollectiveTransferEvent event = new CollectiveTransferEvent();
    event.begin();
    moved(file, direction, mine, pattern);
    event.end();
    if (event.shouldCommit()) {
      event.path = path.toString();
      event.operation = direction.name();
      event.rank = accord.ranks().rank();
      event.ranks = accord.ranks().size();
      event.bytes = mine.count() * mine.type().bytes();
      event.commit();
    }
  }

  private void moved(SharedEngineFile file, Direction direction, Part mine, Pattern pattern)
      throws IOException {
    counted(direction, mine, () -> file.moveAll(direction, mine, pattern));
  }

  private void counted(Direction direction, Part part, Outcome.Step step) throws IOException {
    if (direction == Direction.WRITE && part.count() > 0) {
      progress.begin();
      step.take();
      progress.end(part.count());
    } else {
      step.take();
    }
  }

  /// One rank's part in a read or write of all ranks, as Java Flight Recorder shows it.
  @Name("io.penstock.CollectiveTransfer")
  @Label("Collective Transfer")
  @Description("A read or write of a shared array file by all ranks, at one of them")
  @Category("Penstock")
  @StackTrace(false)
  static final class CollectiveTransferEvent extends Event {
    @Label("Path")
    String path = "";

    @Label("Operation")
    String operation = "";

    @Label("Rank")
    int rank;

    @Label("Ranks")
    int ranks;

    @Label("Bytes")
    @Description("What this rank has moved to or from its own memory")
    @DataAmount
    long bytes;
  }
}
