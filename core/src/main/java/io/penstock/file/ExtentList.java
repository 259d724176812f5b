package io.penstock.file;

/// A list of extents of a file, whose bytes follow one another in memory: what list I/O moves in
/// one call, as the rows of a tile.
///
/// Extents lie in the file in ascending order and do not overlap. Holds [#MOST] of them and is used
/// again; belongs to one thread.
public final class ExtentList {
  /// As many as preadv(2) takes at once (UIO_MAXIOV).
  public static final int MOST = 1024;

  /// More bytes than these are not worth gathering: with their source, half of a typical
  /// second-level cache.
  public static final int MOST_BYTES = 256 << 10;

  /// Of a longer stretch each extent is asked for alone.
  private static final long NEAR = 32 << 20;

  private final long[] offsets = new long[MOST];
  private final long[] lengths = new long[MOST];
  private int count;
  private long bytes;

  /// An empty list.
  public ExtentList() {}

  /// Takes all extents out.
  public void clear() {
    count = 0;
    bytes = 0;
  }

  /// Adds an extent behind the last one, or makes that longer where the two touch.
  ///
  /// @param length not 0
  /// @return false if the list is full: nothing has been added
  public boolean add(long offset, long length) {
    if (count > 0 && end() == offset) {
      lengths[count - 1] += length;
    } else if (count == MOST) {
      return false;
    } else {
      offsets[count] = offset;
      lengths[count++] = length;
    }
    bytes += length;
    return true;
  }

  /// How many there are.
  public int count() {
    return count;
  }

  /// The length of all together.
  public long bytes() {
    return bytes;
  }

  /// Where an extent begins in the file.
  public long offset(int index) {
    return offsets[index];
  }

  /// How long an extent is.
  public long length(int index) {
    return lengths[index];
  }

  /// Where the last extent ends in the file.
  public long end() {
    return end(count - 1);
  }

  /// Where an extent ends in the file.
  public long end(int index) {
    return offsets[index] + lengths[index];
  }

  /// How far two of them lie apart on average.
  long gap() {
    return count == 1 ? 0 : (end() - offsets[0] - bytes) / (count - 1);
  }

  /// The last extent that ends within so many bytes of where one begins; that one if none does.
  int lastWithin(int first, long most) {
    int found = first;
    while (found + 1 < count && end(found + 1) - offsets[first] <= most) {
      found++;
    }
    return found;
  }

  /// Whether all extents were in the page cache a moment ago. Where they lie close together that is
  /// asked in one for all that lies between them too, which others may have left out of the cache.
  boolean areCached(EngineFile file) {
    long first = offsets[0];
    if (end() - first <= NEAR && file.cached(first, end() - first)) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      if (!file.cached(offsets[i], lengths[i])) {
        return false;
      }
    }
    return true;
  }
}
