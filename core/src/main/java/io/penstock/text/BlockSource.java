package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;

/// Hands out a text in blocks, each byte once, to any number of threads.
interface BlockSource extends Closeable {
  /// Fills a block with what comes next; all but the last are full.
  ///
  /// @return whether there was anything; false for everybody from then on
  /// @throws IOException if the text cannot be read
  boolean next(TextBlock block) throws IOException;

  /// How many bytes there are, as far as that is known before they are read; else as many as there
  /// could be.
  default long bytes() {
    return Long.MAX_VALUE;
  }
}
