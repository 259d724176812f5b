package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/// A source that hands out a text in blocks, each byte once, to any number of threads.
interface BlockSource extends Closeable {
  /// Has a tally count what comes next; all blocks but the last are full.
  ///
  /// @param room of the worker that the tally belongs to
  /// @return how many bytes there were; 0 for everybody from the end on
  /// @throws IOException if the text cannot be read; the tally is then wrong
  int next(BlockRoom room, Tally<?> tally) throws IOException;

  /// How many bytes there are, as far as that is known before they are read; else as many as there
  /// could be.
  default long bytes() {
    return Long.MAX_VALUE;
  }

  /// Blocks of a regular file, which threads read side by side. The first ones that a process
  /// counts newlines of go the way that needs no compiler to be good.
  final class OfFile implements BlockSource {
    private final TextFile file;
    private final AtomicLong next = new AtomicLong();

    OfFile(TextFile file) {
      this.file = file;
    }

    @Override
    public int next(BlockRoom room, Tally<?> tally) throws IOException {
      long index = next.getAndIncrement();
      long start = index * room.bytes();
      if (start >= file.size()) {
        return 0;
      }
      int length = (int) Math.min(room.bytes(), file.size() - start);
      if (file instanceof ChannelTextFile channel
          && tally instanceof LineTally lines
          && ByteCounts.isEarly()) {
        channel.read(start, room.words(), length);
        lines.add(index, room.words(), length);
      } else {
        file.read(start, room.memory(), length);
        tally.add(index, room.memory().asSlice(0, length));
      }
      return length;
    }

    @Override
    public long bytes() {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /// Blocks of an input that is read from its begin to its end: threads take turns.
  final class OfInput implements BlockSource {
    private final InputStream input;
    private long next;
    private boolean ended;

    OfInput(InputStream input) {
      this.input = input;
    }

    @Override
    public int next(BlockRoom room, Tally<?> tally) throws IOException {
      byte[] array = room.array();
      long index;
      int n;
      synchronized (this) {
        index = next++;
        n = ended ? 0 : input.readNBytes(array, 0, array.length);
        ended = n < array.length;
      }
      if (n > 0) {
        tally.add(index, array, n);
      }
      return n;
    }

    @Override
    public void close() throws IOException {
      input.close();
    }
  }
}
