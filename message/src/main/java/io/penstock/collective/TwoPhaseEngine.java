package io.penstock.collective;

import io.penstock.array.Elements;
import io.penstock.array.Tile;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.file.ArrayFile;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.Optional;

/// Two-phase collective I/O over any communicator: in one phase the ranks exchange elements, so
/// that in the other each aggregator reads or writes one large stretch of the file.
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
  public String toString() {
    return "engine " + name();
  }

  @Override
  public Optional<String> obstacle(Communicator ranks) {
    return Optional.empty();
  }

  @Override
  public SharedEngineFile open(Communicator ranks, ArrayFile file, Hints hints) {
    return new TwoPhaseFile(ranks, file, hints);
  }

  /// A file that ranks read and write in two phases where their parts are interleaved, and each by
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
      Tile tile = part.tile();
      boolean selected = part.view().equals(View.of(file.format()));
      if (tile != null && selected && part.hasShapeOf(tile)) {
        switch (direction) {
          case READ -> file.read(part.selection(), tile.memory(), tile.shape(), tile.places());
          case WRITE -> file.write(part.selection(), tile.memory(), tile.shape(), tile.places());
        }
      } else if (tile != null) {
        moveTile(direction, part);
      } else if (selected) {
        moveSelection(direction, part);
      } else {
        moveRange(direction, part);
      }
    }

    /// Moves a tile from or to a range of elements, which has no axes of its own, by way of a
    /// buffer.
    private void moveTile(Direction direction, Part part) throws IOException {
      Walk inMemory = new Walk();
      part.inMemory(inMemory);
      Kernel kernel = part.kernel();
      int width = part.type().bytes();
      long at = start(part);
      long most = Math.min(part.count(), hints.bufferBytes() / width);
      try (Block block = BufferPool.shared().take(most * width)) {
        for (long from = 0; from < part.count(); from += most) {
          long to = Math.min(part.count(), from + most);
          MemorySegment buffer = block.memory().asSlice(0, (to - from) * width);
          if (direction == Direction.READ) {
            file.readAt(at + from, buffer);
            part.unpack(kernel, inMemory, buffer, 0, from, to);
          } else {
            part.pack(kernel, inMemory, from, to, buffer, 0);
            file.writeAt(at + from, buffer);
          }
        }
      }
    }

    private static long start(Part range) {
      return range.count() > 0 ? range.selection().axis(0).start() : 0;
    }

    private void moveSelection(Direction direction, Part part) throws IOException {
      Elements memory = Elements.of(part.memory());
      int first = Math.toIntExact(part.first());
      switch (direction) {
        case READ -> file.read(part.selection(), memory, first);
        case WRITE -> file.write(part.selection(), memory, first);
      }
    }

    /// Moves a range of elements in storage order.
    private void moveRange(Direction direction, Part part) throws IOException {
      long at = start(part);
      if (part.memory() instanceof MemorySegment segment) {
        switch (direction) {
          case READ -> file.readAt(at, slice(segment, part));
          case WRITE -> file.writeAt(at, slice(segment, part));
        }
      } else {
        Elements some =
            Elements.of(
                part.memory(), Math.toIntExact(part.first()), Math.toIntExact(part.count()));
        switch (direction) {
          case READ -> file.readAt(at, some);
          case WRITE -> file.writeAt(at, some);
        }
      }
    }

    /// The elements of a segment begin where it begins.
    private static MemorySegment slice(MemorySegment segment, Part part) {
      return segment.asSlice(0, part.count() * part.type().bytes());
    }

    @Override
    public void moveAll(Direction direction, Part mine, Pattern pattern) throws IOException {
      int width = file.format().type().bytes();
      if (pattern.isStraight(Math.ceilDiv(hints.directBytes(), width))) {
        move(direction, mine);
      } else {
        Exchange exchange = new Exchange(ranks, file, hints, mine, pattern);
        new TwoPhaseTransfer(exchange, direction, BufferPool.shared()).run();
      }
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
}
