package io.penstock.evaluate.run;

import io.penstock.array.Distribution;
import java.util.List;

/// In which order the parts of a file are moved, and where they come to rest in the array.
///
/// What is dealt to processes and threads are the access's _items_: elements, tiles or reads.
public sealed interface Access {

  /// From the first element to the last; the array is an image of the file.
  record Sequential() implements Access {}

  /// Reads of one request each at scattered places of the file.
  ///
  /// Read `k` starts at request number [ContentPattern#scattered]. A thread that has read `k` as
  /// the `n`-th of its own puts it into its slot `n % slots`, so that a small array is used again
  /// and again, as programs that look things up do.
  ///
  /// @param reads in all processes and threads together
  /// @param seed of the sequence
  /// @param slots of one request each that every thread has
  record Scattered(long reads, long seed, int slots) implements Access {
    /// @throws IllegalArgumentException if a number is not positive or the seed is negative
    public Scattered {
      if (reads < 1 || slots < 1 || seed < 0) {
        throw new IllegalArgumentException(
            "reads and slots must be positive, the seed not negative: " + reads + ", " + slots);
      }
    }
  }

  /// A matrix of any rank, row-major, tile after tile; the array holds one tile after the other,
  /// each row-major.
  ///
  /// @param shape of the matrix, in elements
  /// @param tile its extent in each dimension, a divisor of the shape's
  record Tiles(List<Long> shape, List<Long> tile) implements Access {
    /// @throws IllegalArgumentException if the ranks differ or an extent is no divisor
    public Tiles {
      shape = List.copyOf(shape);
      tile = List.copyOf(tile);
      if (shape.isEmpty() || shape.size() != tile.size()) {
        throw new IllegalArgumentException("shape and tile differ in rank: " + shape + ", " + tile);
      }
      for (int d = 0; d < shape.size(); d++) {
        if (tile.get(d) < 1 || shape.get(d) < 1 || shape.get(d) % tile.get(d) != 0) {
          throw new IllegalArgumentException(
              "each extent of the tile must divide the shape's: " + tile + ", " + shape);
        }
      }
    }

    /// How many tiles cover the matrix.
    public long count() {
      return product(shape) / product(tile);
    }

    /// The elements of one tile.
    public long tileElements() {
      return product(tile);
    }

    /// The elements of one row of a tile, which lie side by side in the file.
    public long rowElements() {
      return tile.getLast();
    }

    /// The rows of one tile.
    public long rows() {
      return tileElements() / rowElements();
    }

    /// Where tile number `index` (row-major among the tiles) starts in each dimension, in elements.
    public long[] start(long index) {
      long[] start = new long[shape.size()];
      long rest = index;
      for (int d = start.length - 1; d >= 0; d--) {
        long across = shape.get(d) / tile.get(d);
        start[d] = rest % across * tile.get(d);
        rest /= across;
      }
      return start;
    }

    /// Where row number `row` of tile number `index` starts in the file, in elements.
    public long rowStart(long index, long row) {
      long[] start = start(index);
      long rest = row;
      for (int d = start.length - 2; d >= 0; d--) {
        start[d] += rest % tile.get(d);
        rest /= tile.get(d);
      }
      long element = 0;
      for (int d = 0; d < start.length; d++) {
        element = element * shape.get(d) + start[d];
      }
      return element;
    }

    static long product(List<Long> extents) {
      return extents.stream().reduce(1L, Math::multiplyExact);
    }
  }

  /// A row-major array that is dealt to the processes, as the ranks of a parallel program hold it;
  /// each process's array is its part, row-major and without gaps.
  ///
  /// @param distribution to as many ranks as there are processes
  record Distributed(Distribution distribution) implements Access {}

  /// Pieces of one request each, dealt in turn: process `p` of `n` moves the pieces `p`, `p + n`,
  /// `p + 2 n` and so on. A process puts its `k`-th piece into its slot `k % slots`, or takes it
  /// from there, so that a small array is used again and again.
  ///
  /// What is written thus repeats itself after as many pieces as all processes have slots.
  ///
  /// @param slots of one request each that every process has
  record InTurn(int slots) implements Access {
    /// @throws IllegalArgumentException if there is no slot
    public InTurn {
      if (slots < 1) {
        throw new IllegalArgumentException("slots must be positive: " + slots);
      }
    }
  }
}
