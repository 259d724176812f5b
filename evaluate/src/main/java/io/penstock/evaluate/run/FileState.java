package io.penstock.evaluate.run;

/// The state of the file when a run begins; it is made before each run and checked.
public enum FileState {
  /// Every page is in the page cache, and none waits to be written.
  CACHED("every page of the file in the page cache and none dirty", State.LARGE),
  /// The same of a file that came into the page cache by small pieces, as the files of most
  /// programs do: the kernel then keeps each page by itself.
  CACHED_SMALL("every page of the file in the page cache and none dirty", State.SMALL),
  /// No page is in the page cache.
  COLD("no page of the file in the page cache", State.LARGE),
  /// There is no such file: the run makes it.
  NEW_FILE("no file there", State.LARGE),
  /// The experiment has no file.
  NONE("no file takes part", State.LARGE);

  private final String words;
  private final int pieceBytes;

  FileState(String words, int pieceBytes) {
    this.words = words;
    this.pieceBytes = pieceBytes;
  }

  /// Sizes of pieces.
  private static final class State {
    /// The kernel takes the largest folios that it has for pieces of this size.
    static final int LARGE = 8 << 20;

    static final int SMALL = 4 << 10;
  }

  /// The pieces in which the file is written when it is made: they decide on the folios that the
  /// page cache holds it in.
  int pieceBytes() {
    return pieceBytes;
  }

  /// Whether the file is in the page cache.
  boolean isCached() {
    return this == CACHED || this == CACHED_SMALL;
  }

  /// The state in words, for the report.
  public String words() {
    return words;
  }
}
