package io.penstock.collective;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.pack.Kernel;
import io.penstock.array.pack.Walk;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// The transfer of one rank: selected elements of a file, and their place in its memory. Checked:
/// the selection is inside the view, and the memory has the room.
///
/// @param view what is selected from
/// @param selection which elements
/// @param type of the elements in memory
/// @param memory a Java array of that type, or a segment of such elements in native byte order
/// @param layout where in memory
public record Part(View view, Selection selection, ElementType type, Object memory, Layout layout) {
  /// Where the elements lie in memory.
  public sealed interface Layout {
    /// One after the other in row-major order of the selection, from element `first` on.
    record Dense(long first) implements Layout {}

    /// At selected places of a row-major array.
    record Placed(Shape shape, Selection places) implements Layout {}
  }

  /// How many elements.
  public long count() {
    return selection.size();
  }

  /// Lets a walk go over the elements' places in the file, in the order in which they lie there.
  public void inFile(Walk walk) {
    view.walk(walk, selection);
  }

  /// Lets a walk go over the elements' places in memory, in the order in which they lie in the
  /// file.
  public void inMemory(Walk walk) {
    switch (layout) {
      case Layout.Dense(long first) -> walk.dense(selection, view.storage(), view.pairs(), first);
      case Layout.Placed(Shape shape, Selection places) ->
          walk.inMemory(shape, places, view.storage(), view.pairs());
    }
  }

  /// What moves elements between this memory and packed ones in native byte order.
  Kernel kernel() {
    DataType bits = DataType.of(type);
    return memory instanceof MemorySegment
        ? Kernel.forSegments(bits, ByteOrder.nativeOrder())
        : Kernel.forArrays(bits, ByteOrder.nativeOrder());
  }
}
