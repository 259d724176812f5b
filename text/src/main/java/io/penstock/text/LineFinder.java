package io.penstock.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A finder of lines by a catalog, which reads a block or two, and keeps the blocks that were used
/// last. Safe for any thread; its owner closes the file.
final class LineFinder {
  /// How many bytes are counted at a time on the way to a newline.
  private static final int STEP = 512;

  /// What a kept block costs beside its bytes.
  private static final int OVERHEAD = 100;

  private final Path path;
  final TextFile file;
  final LineCatalog catalog;
  private final LineTable table;

  /// Whether the catalog that was known before holds for the begin of the file.
  final boolean extendsKnown;

  private final long cacheBytes;
  private final Map<Integer, byte[]> cache = new LinkedHashMap<>(16, 0.75f, true);
  private long cached;

  /// @param catalog of the file as it was when it was opened; it may have grown since
  /// @param cacheBytes for blocks; none is kept if that is too little for one
  LineFinder(Path path, TextFile file, LineCatalog catalog, boolean extendsKnown, long cacheBytes) {
    this.path = path;
    this.file = file;
    this.catalog = catalog;
    this.table = catalog.table();
    this.extendsKnown = extendsKnown;
    this.cacheBytes = cacheBytes;
  }

  /// Where a line lies.
  ///
  /// @param number from 1 to [LineTable#lines]
  LineRange range(long number) throws IOException {
    long start = begin(number);
    if (number > table.newlines()) {
      return new LineRange(start, table.size - start);
    }
    long end = newline(number);
    boolean cr = end > start && at(end - 1) == '\r';
    return new LineRange(start, end - start - (cr ? 1 : 0));
  }

  /// Where a line begins; for one more than there are, where the last one ends.
  long begin(long number) throws IOException {
    if (number > table.newlines() + 1) {
      return table.size;
    }
    return number == 1 ? 0 : newline(number - 1) + 1;
  }

  /// The blocks that a line lies in, which says where it is looked for without a read.
  ///
  /// @param number from 1 to [LineTable#lines]
  LineRange blocks(long number) {
    int first = number == 1 ? 0 : table.block(number - 1);
    int last = number > table.newlines() ? table.blocks() - 1 : table.block(number);
    long offset = table.offset(first);
    return new LineRange(offset, table.offset(last) + table.length(last) - offset);
  }

  private long newline(long number) throws IOException {
    int block = table.block(number);
    int at = 0;
    byte[] bytes = block(block);
    long left = number - table.before(block);
    while (true) {
      long count = ByteScan.newlines(bytes, at, Math.min(at + STEP, bytes.length));
      if (count >= left) {
        break;
      }
      left -= count;
      at += STEP;
    }
    for (at = next(bytes, at); left > 1; left--) {
      at = next(bytes, at + 1);
    }
    return table.offset(block) + at;
  }

  private static int next(byte[] bytes, int from) {
    return ByteScan.find(bytes, from, bytes.length, (byte) '\n');
  }

  private byte at(long offset) throws IOException {
    int block = (int) (offset / table.blockBytes);
    return block(block)[(int) (offset - table.offset(block))];
  }

  /// A part of the text, not to be changed.
  ///
  /// @param range of at most as many bytes as an array has
  ByteSlice bytes(LineRange range) throws IOException {
    int block = (int) (range.offset() / table.blockBytes);
    int length = Math.toIntExact(range.length());
    if (length == 0) {
      return new ByteSlice();
    }
    int from = (int) (range.offset() - table.offset(block));
    if (from + length <= table.length(block)) {
      return new ByteSlice().set(block(block), from, from + length);
    }
    byte[] bytes = room(range);
    file.read(range.offset(), bytes, 0, length);
    return ByteSlice.of(bytes);
  }

  private byte[] room(LineRange range) throws IOException {
    try {
      return new byte[Math.toIntExact(range.length())];
    } catch (OutOfMemoryError e) {
      throw LongLineException.withoutMemory(path.toString(), range.offset(), table.blockBytes, e);
    }
  }

  private byte[] block(int block) throws IOException {
    byte[] kept = kept(block);
    if (kept != null) {
      return kept;
    }
    int length = table.length(block);
    byte[] bytes = new byte[length];
    file.read(table.offset(block), bytes, 0, length);
    if (ByteScan.newlines(bytes, 0, length) != table.count(block)) {
      throw new ChangedTextException(path, "was overwritten");
    }
    keep(block, bytes);
    return bytes;
  }

  private synchronized byte @Nullable [] kept(int block) {
    return cache.get(block);
  }

  private synchronized void keep(int block, byte[] bytes) {
    long cost = cost(bytes);
    if (cost > cacheBytes || cache.putIfAbsent(block, bytes) != null) {
      return;
    }
    cached += cost;
    var eldest = cache.values().iterator();
    while (cached > cacheBytes) {
      cached -= cost(eldest.next());
      eldest.remove();
    }
  }

  private static long cost(byte[] bytes) {
    return (long) bytes.length + OVERHEAD;
  }
}
