package io.penstock.evaluate.run;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The array of one process, filled, spoilt and compared by all processors, outside the timed part.
///
/// @param task that says which part of the file the array is to hold
/// @param memory of the array
record ArrayContents(Task task, MemorySegment memory) {
  private static final long SLICE_BYTES = 1L << 20;

  /// Fills the array with what a write is to move.
  void fill(long salt) {
    Pattern pattern = pattern(salt);
    forEach((slice, at) -> pattern.fill(slice, at));
  }

  /// Makes every byte differ from what a read is to move.
  void spoil(long salt) {
    Pattern pattern = pattern(salt);
    forEach((slice, at) -> pattern.spoil(slice, at));
  }

  /// Says in one line where the array differs from what a read should have moved.
  Optional<String> difference(long salt) {
    Pattern pattern = pattern(salt);
    return slices().map(piece -> difference(pattern, piece)).flatMap(Optional::stream).findAny();
  }

  private Optional<String> difference(Pattern pattern, Piece piece) {
    MemorySegment slice = memory.asSlice(piece.inArray(), piece.length());
    return pattern.mismatch(slice, piece.inFile()).stream()
        .mapToObj(
            at ->
                String.format(
                    Locale.ROOT,
                    "byte %d of the array is not byte %d of %s",
                    piece.inArray() + at,
                    piece.inFile() + at,
                    task.file()))
        .findAny();
  }

  private void forEach(BiConsumer<MemorySegment, Long> action) {
    slices()
        .forEach(
            piece ->
                action.accept(memory.asSlice(piece.inArray(), piece.length()), piece.inFile()));
  }

  private Stream<Piece> slices() {
    List<Piece> pieces = task.pieces().toList();
    return pieces.parallelStream().flatMap(ArrayContents::sliced);
  }

  private static Stream<Piece> sliced(Piece piece) {
    long slices = (piece.length() + SLICE_BYTES - 1) / SLICE_BYTES;
    return LongStream.range(0, slices)
        .parallel()
        .mapToObj(
            i ->
                new Piece(
                    piece.inArray() + i * SLICE_BYTES,
                    piece.inFile() + i * SLICE_BYTES,
                    Math.min(SLICE_BYTES, piece.length() - i * SLICE_BYTES)));
  }

  /// In memory the elements lie in native byte order, whatever the file's.
  private Pattern pattern(long salt) {
    return Pattern.of(salt, task.work().type(), ByteOrder.nativeOrder());
  }
}
