package io.penstock.collective;

import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.util.Locale;

/// A file that ranks read and write in two phases where their parts are interleaved, and each for
/// itself where they are not.
final class TwoPhaseFile implements SharedEngineFile {
  private final Communicator ranks;
  private final ArrayFile file;
  private final Hints hints;

  TwoPhaseFile(Communicator ranks, ArrayFile file, Hints hints) {
    this.ranks = ranks;
    this.file = file;
    this.hints = hints;
  }

  @Override
  public void move(Direction direction, Part part) throws IOException {
    Direct.move(file, direction, part);
  }

  @Override
  public void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException {
    if (goesStraight(direction, pattern)) {
      Direct.move(file, direction, mine);
      return;
    }
    Exchange exchange = new Exchange(ranks, file, hints, mine, pattern);
    switch (direction) {
      case READ -> new CollectiveRead(exchange).run();
      case WRITE -> new CollectiveWrite(exchange, file.mode().reads()).run();
    }
  }

  /// Long stretches cost no less by way of another rank. What several ranks write has to come to
  /// one of them, so that the highest wins.
  private boolean goesStraight(Direction direction, Pattern pattern) {
    if (direction == Direction.WRITE && pattern.meeting().isPresent()) {
      return false;
    }
    return pattern.count() == 0
        || pattern.contiguous()
        || pattern.stretch() * file.format().type().bytes() >= hints.directBytes();
  }

  @Override
  public void flush() {}

  @Override
  public void abandon() {}

  @Override
  public String explain() {
    return String.format(
        Locale.ROOT,
        "two-phase: stretches below %d KiB go through buffers of %d KiB at the ranks that write for all",
        hints.directBytes() >> 10,
        hints.bufferBytes() >> 10);
  }

  @Override
  public void close() {}
}
