package io.penstock.evaluate.files;

import java.io.IOException;
import java.nio.file.Path;

/// A walk through a tree.
@FunctionalInterface
interface Walk {
  /// Makes it.
  ///
  /// @return what was asked for
  /// @throws IOException if it fails
  long through(Path root) throws IOException, InterruptedException;
}
