package io.penstock.lucene;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.apache.lucene.store.IndexInput;

/// An index input that reads many places together, as a search does that ranks its candidates again
/// by their vectors. The inputs of this package's directories, their slices and clones are such.
///
/// ```java
/// IndexInput slice = floatVectorValues.getSlice();
/// BatchedInput.of(slice).readAll(offsets, 4 * dimension, MemorySegment.ofArray(vectors));
/// ```
public sealed interface BatchedInput permits EngineIndexInput, MappedIndexInput {
  /// The input itself, if it reads many places together.
  ///
  /// @throws IllegalArgumentException if it is another directory's; the message names it
  static BatchedInput of(IndexInput input) {
    if (input instanceof BatchedInput batched) {
      return batched;
    }
    throw new IllegalArgumentException(
        input + " reads one place at a time: use PenstockDirectory or EngineDirectory");
  }

  /// Reads `size` bytes from each of the offsets on, and puts them one after the other in the order
  /// of `offsets`. The input's own position stays. Numbers are as the index has them, in Lucene's
  /// formats with the least significant byte first.
  ///
  /// One thread at a time reads by one input: others read by clones of it.
  ///
  /// @param offsets from the input's begin on, in any order
  /// @param target memory of `offsets.length * size` bytes at least, in a lease, an arena or an
  ///   array
  /// @throws IndexOutOfBoundsException if `target` is shorter
  /// @throws IllegalStateException if the lease or arena of `target` is closed
  /// @throws java.io.EOFException if a place is not all in the input; nothing is read then
  /// @throws org.apache.lucene.store.AlreadyClosedException if the input is closed
  /// @throws IOException if the device fails; the message has the file and the place
  void readAll(long[] offsets, int size, MemorySegment target) throws IOException;
}
