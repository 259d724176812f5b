package io.penstock.evaluate.text;

import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import io.penstock.text.Lines;
import java.io.IOException;
import java.nio.file.Path;

/// Ways of making an index of lines; the answer is the number of lines.
final class IndexPasses implements Passes {
  static final String PENSTOCK = "penstock";
  static final String COUNT = "penstock-count";

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    int threads = subject.threads();
    return switch (subject.way()) {
      case LineLooks.OFFSETS -> () -> offsets(path);
      case PENSTOCK -> () -> index(path, threads);
      case COUNT -> () -> Lines.of(path).parallel(threads).newlines();
      default -> throw subject.unknown();
    };
  }

  private static long offsets(Path path) throws IOException {
    try (LineOffsets offsets = LineOffsets.open(path)) {
      return offsets.lines();
    }
  }

  private static long index(Path path, int threads) throws IOException {
    try (LineIndex index = LineIndex.open(path, IndexOptions.inMemory().withThreads(threads))) {
      return index.count();
    }
  }
}
