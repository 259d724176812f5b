package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;

/// Hands out a text in chunks of whole lines, each byte once, to any number of threads.
///
/// The chunks have the numbers 0, 1, 2 and so on in the order of the text, and are taken in this
/// order; some may be empty. A last line that nothing ends is a line.
interface ChunkSource extends Closeable {
  /// Fills a chunk with what comes next.
  ///
  /// @return whether there was anything; false for everybody from then on
  /// @throws LongLineException if a line is longer than the chunk may grow
  /// @throws IOException if the text cannot be read
  boolean next(Chunk chunk) throws IOException;
}
