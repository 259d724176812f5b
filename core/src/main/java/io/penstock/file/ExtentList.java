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
  /// asked in one, for all that lies between them too.
  private boolean areCached(EngineFile file) {
    return end() - offsets[0] <= NEAR
        ? file.cached(offsets[0], end() - offsets[0])
        : isEachCached(file);
  }

  private boolean isEachCached(EngineFile file) {
    for (int i = 0; i < count; i++) {
      if (!file.cached(offsets[i], lengths[i])) {
        return false;
      }
    }
    return true;
  }

  /// Whether lists of a file are cached, as far as it is worth a question: with each that is not,
  /// more of the next ones are taken for not cached either.
  ///
  /// Roughly: threads may count over each other.
  static final class Residency {
    private static final int MOST_UNASKED = 63;

    private int refused;
    private int unasked;

    /// Of a list as it is.
    boolean has(ExtentList extents, EngineFile file) {
      return isAsked() && told(extents.areCached(file));
    }

    /// Of a list whose extents would be asked for one by one if it were not cached: others may have
    /// left what lies between them out of the cache.
    boolean hasEach(ExtentList extents, EngineFile file) {
      return isAsked() && told(extents.areCached(file) || extents.isEachCached(file));
    }

    private boolean isAsked() {
      if (unasked == 0) {
        return true;
      }
      unasked--;
      return false;
    }

    private boolean told(boolean cached) {
      refused = cached ? 0 : Math.min(MOST_UNASKED, 2 * refused + 1);
      unasked = refused;
      return cached;
    }
  }
}
