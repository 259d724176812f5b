package io.penstock.collective;

import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;

/// Penstock's own way, over any communicator: two phases, in one of which ranks exchange elements
/// so that in the other each reads or writes one large stretch of the file.
///
/// The method is that of R. Thakur, W. Gropp and E. Lusk, "Data Sieving and Collective I/O in
/// ROMIO", 1999.
public final class TwoPhaseEngine implements SharedEngine {
  static final String NAME = "two-phase";

  /// For [java.util.ServiceLoader].
  public TwoPhaseEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> obstacle(Communicator ranks) {
    return Optional.empty();
  }

  @Override
  public SharedEngineFile open(Communicator ranks, ArrayFile file, Hints hints) {
    return new TwoPhaseFile(ranks, file, hints);
  }

  /// A file that ranks read and write in two phases where their parts are interleaved, and each for
  /// itself where they are not.
  private static final class TwoPhaseFile implements SharedEngineFile {
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

    /// Moves one rank's part by that rank's own array file.
    private static final class Direct {
      private Direct() {}

      static void move(ArrayFile file, Direction direction, Part part) throws IOException {
        switch (part.layout()) {
          case Part.Layout.Dense(long first) -> dense(file, direction, part, first);
          case Part.Layout.Placed(Shape shape, Selection places) -> {
            switch (direction) {
              case READ -> file.read(part.selection(), part.memory(), shape, places);
              case WRITE -> file.write(part.selection(), part.memory(), shape, places);
            }
          }
        }
      }

      private static void dense(ArrayFile file, Direction direction, Part part, long first)
          throws IOException {
        if (part.memory() instanceof MemorySegment segment) {
          long width = part.type().bytes();
          segment(file, direction, part, segment.asSlice(first * width, part.count() * width));
        } else {
          array(file, direction, part, Math.toIntExact(first));
        }
      }

      private static void segment(
          ArrayFile file, Direction direction, Part part, MemorySegment memory) throws IOException {
        boolean range = isRange(file, part);
        long at = range && part.count() > 0 ? part.selection().comb(0).start() : 0;
        switch (direction) {
          case READ -> {
            if (range) {
              file.readAt(at, memory);
            } else {
              file.read(part.selection(), memory);
            }
          }
          case WRITE -> {
            if (range) {
              file.writeAt(at, memory);
            } else {
              file.write(part.selection(), memory);
            }
          }
        }
      }

      private static void array(ArrayFile file, Direction direction, Part part, int first)
          throws IOException {
        boolean range = isRange(file, part);
        long at = range && part.count() > 0 ? part.selection().comb(0).start() : 0;
        int count = Math.toIntExact(part.count());
        switch (direction) {
          case READ -> {
            if (range) {
              file.readAt(at, part.memory(), first, count);
            } else {
              file.read(part.selection(), part.memory(), first);
            }
          }
          case WRITE -> {
            if (range) {
              file.writeAt(at, part.memory(), first, count);
            } else {
              file.write(part.selection(), part.memory(), first);
            }
          }
        }
      }

      /// Whether a part is a range of elements in storage order rather than a selection of the
      /// array.
      private static boolean isRange(ArrayFile file, Part part) {
        return !part.view().equals(View.of(file.format()));
      }
    }
  }
}
