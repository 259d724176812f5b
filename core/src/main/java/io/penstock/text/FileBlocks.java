package io.penstock.text;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/// Blocks of a regular file, which threads read side by side.
final class FileBlocks implements BlockSource {
  private final TextFile file;
  private final AtomicLong next = new AtomicLong();

  FileBlocks(TextFile file) {
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
