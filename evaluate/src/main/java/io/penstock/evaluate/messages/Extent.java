package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Setting;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/// How much of everything the experiments measure.
///
/// @param effort that the user wants to spend
record Extent(Effort effort) {
  static final long KIBIBYTE = 1L << 10;
  static final long MEBIBYTE = 1L << 20;

  static Extent of(Setting setting) {
    return new Extent(setting.effort());
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

  /// A drill by one thread of one process.
  Drill drill(String name, long bytes) {
    return Drill.of(name, bytes, batch());
  }

  /// The sizes of blocks in the document's Figure 4 and below: 64 B to 8 MiB.
  List<Long> blocks() {
    List<Long> quick = List.of(256L, 4 * KIBIBYTE, 64 * KIBIBYTE, MEBIBYTE, 8 * MEBIBYTE);
    return quick() ? quick : powers(64, 8 * MEBIBYTE, effort == Effort.FULL ? 2 : 4);
  }

  /// `from` times powers of `factor` below `to`, and `to`.
  private static List<Long> powers(long from, long to, long factor) {
    return LongStream.concat(
            LongStream.iterate(from, size -> size < to, size -> size * factor), LongStream.of(to))
        .boxed()
        .toList();
  }
}
