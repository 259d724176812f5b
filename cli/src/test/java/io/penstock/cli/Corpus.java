package io.penstock.cli;

import java.nio.file.Path;

/// A text of some kind.
record Corpus(String kind, Path path) {
  @Override
  public String toString() {
    return kind;
  }
}
