package io.penstock.collective;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.memory.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// The data access of one rank to a shared file, independent or collective: under the lock where
/// operations are atomic, counted where they write, and recorded.
record DataAccess(
    Path path,
    Agreement agreement,
    Hints hints,
    SharedPointerFile pointerFile,
    SharedCompletion completion) {
  /// Moves this rank's part, whatever the others do.
  void independent(SharedEngineFile file, Direction direction, Part part) throws IOException {
    FirstFailure.Step step = () -> counted(direction, part, () -> file.move(direction, part));
    if (hints.atomicity() == Atomicity.WHOLE_OPERATIONS) {
      pointerFile.exclusively(step);
    } else {
      step.run();
    }
  }

  /// Moves the parts of all ranks, which all call this.
  ///
  /// @param selections of all ranks, by rank
  /// @throws IllegalArgumentException if two write an element and that is refused
  void collective(SharedEngineFile file, Direction direction, Part mine, List<Selection> selections)
      throws IOException {
    Pattern pattern = new Pattern(direction, mine.view(), selections);
    if (pattern.overlaps() && hints.overlaps() == Overlaps.REFUSED) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s: rank %d and rank %d write elements in common; select apart, or allow it by"
                  + " Hints",
              path,
              pattern.overlapping()[0],
              pattern.overlapping()[1]));
    }
    FirstFailure.Step step =
        () ->
            agreement.settle(
                FirstFailure.of(
                    () ->
                        recorded(
                            direction,
                            mine,
                            () ->
                                counted(
                                    direction,
                                    mine,
                                    () -> file.moveAll(direction, mine, pattern)))));
    if (hints.atomicity() == Atomicity.WHOLE_OPERATIONS) {
      exclusively(step);
    } else {
      step.run();
    }
  }

  /// Moves the shared position forward by the counts of all ranks, which all call this.
  ///
  /// @param counts in elements, by rank
  /// @param limit which the position may not pass
  /// @return the ranges of all ranks, by rank, in storage order
  /// @throws SharedFileException if it would pass the limit, or cannot be moved; then it stays
  List<Selection> advance(List<Agreement.Arguments> counts, long limit) throws IOException {
    long total = counts.stream().mapToLong(Agreement.Arguments::number).reduce(0, Math::addExact);
    long[] next = new long[1];
    agreement.settleAtRoot(() -> next[0] = pointerFile.advance(total, limit));
    agreement.ranks().broadcast(next, 0);
    List<Selection> ranges = new ArrayList<>();
    for (Agreement.Arguments rank : counts) {
      ranges.add(Hyperslab.at(next[0]).count(rank.number()));
      next[0] += rank.number();
    }
    return ranges;
  }

  /// Rank 0 holds the lock for all, who are told where it can be neither taken nor released. A step
  /// fails at all ranks or at none.
  private void exclusively(FirstFailure.Step step) throws IOException {
    if (!agreement.isRoot()) {
      agreement.settle(new FirstFailure());
      step.run();
      agreement.settle(new FirstFailure());
      return;
    }
    boolean[] held = {false};
    boolean[] done = {false};
    FirstFailure failure =
        FirstFailure.of(
            () ->
                pointerFile.exclusively(
                    () -> {
                      held[0] = true;
                      agreement.settle(new FirstFailure());
                      step.run();
                      done[0] = true;
                    }));
    if (!held[0] || done[0]) {
      agreement.settle(failure);
    }
    failure.rethrow();
  }

  private void counted(Direction direction, Part part, FirstFailure.Step step) throws IOException {
    if (direction == Direction.WRITE && part.count() > 0) {
      completion.begin();
      step.run();
      completion.end(part.count());
    } else {
      step.run();
    }
  }

  private void recorded(Direction direction, Part mine, FirstFailure.Step step) throws IOException {
    if (!Recorder.on()) {
      step.run();
      return;
    }
    CollectiveTransferEvent event = new CollectiveTransferEvent();
    event.begin();
    step.run();
    event.end();
    if (event.shouldCommit()) {
      event.path = path.toString();
      event.operation = direction.name();
      event.rank = agreement.ranks().rank();
      event.ranks = agreement.ranks().size();
      event.bytes = mine.count() * mine.type().bytes();
      event.commit();
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
