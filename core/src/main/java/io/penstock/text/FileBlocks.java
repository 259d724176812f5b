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
  public boolean next(TextBlock block) throws IOException {
    long index = next.getAndIncrement();
    long start = index * block.room();
    if (start >= file.size()) {
      return false;
    }
    int length = (int) Math.min(block.room(), file.size() - start);
    file.read(start, block.bytes(), 0, length);
    block.index = index;
    block.filled(length);
    return true;
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
