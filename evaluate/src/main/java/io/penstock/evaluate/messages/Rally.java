package io.penstock.evaluate.messages;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Optional;

/// A message to and fro between two ranks, as one of them sees it.
///
/// Whoever sends it changes both its ends first, so that both ranks know afterwards that each
/// message has arrived. The same stands in `pingpong.c`.
final class Rally {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final Line line;
  private final int rank;
  private final MemorySegment message;
  private long messages;

  Rally(Line line, int rank) {
    this.line = line;
    this.rank = rank;
    message = line.message();
  }

  /// Gives rank 0 what is to go to and fro, and the other one something else.
  void arm(long salt) {
    messages = 0;
    long flip = rank == 0 ? 0 : -1;
    long bytes = message.byteSize();
    for (long i = 0; i + Long.BYTES <= bytes; i += Long.BYTES) {
      message.set(ValueLayout.JAVA_LONG_UNALIGNED, i, word(i, salt) ^ flip);
    }
    for (long i = bytes & -Long.BYTES; i < bytes; i++) {
      message.set(ValueLayout.JAVA_BYTE, i, (byte) (word(i, salt) ^ flip));
    }
  }

  /// Plays as long as rank 0 wants.
  ///
  /// @param rounds to and fro; rank 0's count
  /// @return the nanoseconds that they took
  long play(long rounds) throws Exception {
    return rank == 0 ? serve(rounds) : giveBack(line.hear());
  }

  private long serve(long rounds) throws Exception {
    line.tell(rounds);
    messages += 2 * rounds;
    long start = System.nanoTime();
    for (long i = 0; i < rounds; i++) {
      change();
      line.send();
      line.receive();
    }
    return System.nanoTime() - start;
  }

  private long giveBack(long rounds) throws Exception {
    messages += 2 * rounds;
    long start = System.nanoTime();
    for (long i = 0; i < rounds; i++) {
      line.receive();
      change();
      line.send();
    }
    return System.nanoTime() - start;
  }

  private void change() {
    add(0, 1);
    if (message.byteSize() > 1) {
      add(message.byteSize() - 1, 1);
    }
  }

  private void add(long at, long number) {
    message.set(
        ValueLayout.JAVA_BYTE, at, (byte) (message.get(ValueLayout.JAVA_BYTE, at) + number));
  }

  /// What is not as it should be after all that was played since [#arm].
  Optional<String> fault(long salt) {
    long bytes = message.byteSize();
    add(0, -messages);
    if (bytes > 1) {
      add(bytes - 1, -messages);
    }
    for (long i = 0; i + Long.BYTES <= bytes; i += Long.BYTES) {
      if (message.get(ValueLayout.JAVA_LONG_UNALIGNED, i) != word(i, salt)) {
        return wrong(i);
      }
    }
    for (long i = bytes & -Long.BYTES; i < bytes; i++) {
      if (message.get(ValueLayout.JAVA_BYTE, i) != (byte) word(i, salt)) {
        return wrong(i);
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrong(long at) {
    return Optional.of(
        String.format(
            Locale.ROOT,
            "at rank %d the message of %d bytes differs from byte %d on",
            rank,
            message.byteSize(),
            at));
  }

  private static long word(long i, long salt) {
    long mixed = ((i + 1) * MULTIPLIER) ^ (salt * 31);
    return mixed ^ (mixed >>> 29);
  }

  void close() throws IOException {
    line.close();
  }
}
