package io.penstock.collective;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/// A count of the elements that this rank has written, and whether all writes succeeded. From
/// these, all ranks together decide at the end whether a new file is complete.
final class Progress {
  private static final long DECLARED = 1;
  private static final long SPOILT = 2;

  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder written = new LongAdder();
  private volatile boolean declared;

  void begin() {
    begun.increment();
  }

  void end(long elements) {
    written.add(elements);
    ended.increment();
  }

  /// Takes the file for complete whatever was written.
  void declare() {
    declared = true;
  }

  /// What this rank tells the others at the end.
  Call closing() {
    long state = (declared ? DECLARED : 0) | (begun.sum() == ended.sum() ? 0 : SPOILT);
    return Call.of(Operation.CLOSE, written.sum(), state);
  }

  /// What all ranks have done.
  ///
  /// @param complete whether the file is
  /// @param reason why not
  record Verdict(boolean complete, String reason) {}

  /// What follows from what all have told.
  static Verdict verdict(List<Call> closings, long elements) {
    for (int rank = 0; rank < closings.size(); rank++) {
      if ((closings.get(rank).remark() & SPOILT) != 0) {
        return new Verdict(
            false,
            String.format(
                Locale.ROOT,
                "a write of rank %d has failed, or goes on; write it again to a new file",
                rank));
      }
    }
    boolean any = closings.stream().anyMatch(call -> (call.remark() & DECLARED) != 0);
    long sum = closings.stream().mapToLong(Call::number).sum();
    return new Verdict(
        any || sum >= elements,
        String.format(
            Locale.ROOT,
            "%d of its %d elements were written; write the rest, or call complete() to leave them zero",
            sum,
            elements));
  }
}
