package io.penstock.evaluate.arrays;

/// The publications that ask the questions of this chapter, as a reader knows them.
final class Sources {
  private static final String DICKENS_THAKUR = "Dickens and Thakur, An Evaluation of Java's I/O";

  private Sources() {}

  static final String FILE_INPUT_STREAM = "the post on FileInputStream and Wide Finder";

  static String dickensThakur(String section) {
    return DICKENS_THAKUR + " Capabilities for High-Performance Computing, " + section;
  }
}
