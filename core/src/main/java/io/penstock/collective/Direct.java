package io.penstock.collective;

import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Moves one rank's part by that rank's own array file.
final class Direct {
  private Direct() {}

  static void move(ArrayFile file, Direction direction, Part part) throws IOException {
    switch (part.layout()) {
      case Part.Layout.Dense(long first) -> dense(file, direction, part, first);
      case Part.Layout.Placed(Shape shape, Selection places) -> {
        switch (direction) {
          case READ -> file.read(part.selection(), part.memory(), shape, places);
          case WRITE -> file.write(part.selection(), part.memory(), shape, places);
        }
      }
    }
  }

  private static void dense(ArrayFile file, Direction direction, Part part, long first)
      throws IOException {
    if (part.memory() instanceof MemorySegment segment) {
      long width = part.type().bytes();
      segment(file, direction, part, segment.asSlice(first * width, part.count() * width));
    } else {
      array(file, direction, part, Math.toIntExact(first));
    }
  }

  private static void segment(ArrayFile file, Direction direction, Part part, MemorySegment memory)
      throws IOException {
    boolean range = isRange(file, part);
    long at = range && part.count() > 0 ? part.selection().comb(0).start() : 0;
    switch (direction) {
      case READ -> {
        if (range) {
          file.readAt(at, memory);
        } else {
          file.read(part.selection(), memory);
        }
      }
      case WRITE -> {
        if (range) {
          file.writeAt(at, memory);
        } else {
          file.write(part.selection(), memory);
        }
      }
    }
  }

  private static void array(ArrayFile file, Direction direction, Part part, int first)
      throws IOException {
    boolean range = isRange(file, part);
    long at = range && part.count() > 0 ? part.selection().comb(0).start() : 0;
    int count = Math.toIntExact(part.count());
    switch (direction) {
      case READ -> {
        if (range) {
          file.readAt(at, part.memory(), first, count);
        } else {
          file.read(part.selection(), part.memory(), first);
        }
      }
      case WRITE -> {
        if (range) {
          file.writeAt(at, part.memory(), first, count);
        } else {
          file.write(part.selection(), part.memory(), first);
        }
      }
    }
  }

  /// Whether a part is a range of elements in storage order rather than a selection of the array.
  private static boolean isRange(ArrayFile file, Part part) {
    return !part.view().equals(View.of(file.format()));
  }
}
