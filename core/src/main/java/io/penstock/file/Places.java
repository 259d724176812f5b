package io.penstock.file;

/// A table of a file's places: how often short reads have begun there, and whether its pages were
/// met in a mapping. Roughly so: in a very large file neighbours count as one, and of two threads
/// at the same moment one may be forgotten.
final class Places {
  /// As much as a fault brings in at the least, where it reads.
  static final long READ_FAULT = 64 << 10;

  /// As much as a fault brings in that writes.
  static final long WRITE_FAULT = 4 << 10;

  static final Places NONE = new Places(0, READ_FAULT);

  private static final int MOST = 1 << 20;
  private static final byte MET = (byte) 0x80;
  private static final byte MOST_READ = 0x7f;

  /// So many threads are told from each other by where they ended.
  private static final int THREADS = 16;

  private final long[] ends = new long[THREADS];
  private final int shift;
  private final byte[] marks;
  private long reads;
  private long begun;
  private long met;

  /// @param size of the file
  /// @param bytes of a place, a power of two
  Places(long size, long bytes) {
    int each = Long.numberOfTrailingZeros(bytes);
    while (size >> each >= MOST) {
      each++;
    }
    shift = each;
    marks = new byte[(int) (size >> each) + 1];
  }

  /// Whether a thread goes on where it ended, as far as the table of a few threads tells.
  boolean continues(long offset, long length) {
    int slot = (int) Thread.currentThread().threadId() & (THREADS - 1);
    boolean continues = ends[slot] == offset;
    ends[slot] = offset + length;
    return continues;
  }

  private int place(long offset) {
    return (int) Math.min(offset >> shift, marks.length - 1);
  }

  /// Counts a read.
  ///
  /// @return how often the place has been read, or all places are on average, as far as that is
  ///   counted
  long uses(long offset) {
    int place = place(offset);
    byte mark = marks[place];
    int read = mark & MOST_READ;
    reads++;
    if (read == 0) {
      begun++;
    }
    if (read < MOST_READ) {
      marks[place] = (byte) (mark + 1);
    }
    return Math.max(Math.max(1, read), average());
  }

  /// How much of the file was met.
  long metBytes() {
    return met << shift;
  }

  /// How many places have been read.
  long begun() {
    return begun;
  }

  long average() {
    return begun == 0 ? 1 : reads / begun;
  }

  boolean isMet(long offset) {
    return marks[place(offset)] < 0;
  }

  void meet(long offset, long length) {
    int last = place(offset + length - 1);
    for (int place = place(offset); place <= last; place++) {
      if (marks[place] >= 0) {
        marks[place] |= MET;
        met++;
      }
    }
  }
}
