package io.penstock.evaluate.files.packing;

import java.io.IOException;
import java.nio.file.Path;

/// Makes a file of another one: packs or unpacks it.
@FunctionalInterface
interface Way {
  /// Does it.
  ///
  /// @param to a file that is not there yet
  /// @throws IOException if it fails
  void make(Path from, Path to) throws IOException, InterruptedException;
}
