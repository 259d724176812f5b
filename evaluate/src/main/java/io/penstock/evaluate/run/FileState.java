package io.penstock.evaluate.run;

/// The state of the file when a run begins; it is made before each run and checked.
public enum FileState {
  /// Every page is in the page cache, and none waits to be written.
  CACHED("every page of the file in the page cache and none dirty"),
  /// No page is in the page cache.
  COLD("no page of the file in the page cache"),
  /// There is no such file: the run makes it.
  NEW_FILE("no file there"),
  /// The experiment has no file.
  NONE("no file takes part");

  private final String words;

  FileState(String words) {
    this.words = words;
  }

  /// The state in words, for the report.
  public String words() {
    return words;
  }
}
