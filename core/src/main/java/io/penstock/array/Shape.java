package io.penstock.array;

import java.util.Arrays;
import java.util.stream.Collectors;

/// The extents of an array, slowest index first. Rank 0 is a single element; an extent of 0 makes
/// the array empty.
public final class Shape {
  /// NumPy's limit, and one more for the parts of complex numbers.
  public static final int MAX_RANK = 65;

  private final long[] extents;
  private final long size;

  private Shape(long[] extents) {
    this.extents = extents;
    this.size = product(extents);
  }

  /// The shape with these extents.
  ///
  /// @param extents in elements, slowest first
  /// @throws IllegalArgumentException if an extent is negative, there are more than [#MAX_RANK], or
  ///   the elements number more than [Long#MAX_VALUE]; empty arrays are held to the same limit on
  ///   their other extents, as in NumPy
  public static Shape of(long... extents) {
    return new Shape(extents.clone());
  }

  private static long product(long[] extents) {
    if (extents.length > MAX_RANK) {
      throw new IllegalArgumentException("rank " + extents.length + " is above " + MAX_RANK);
    }
    long nonZero = 1;
    boolean empty = false;
    for (long extent : extents) {
      if (extent < 0) {
        throw new IllegalArgumentException("negative extent in shape " + Arrays.toString(extents));
      }
      empty |= extent == 0;
      nonZero = multiply(nonZero, Math.max(extent, 1), extents);
    }
    return empty ? 0 : nonZero;
  }

  private static long multiply(long a, long b, long[] extents) {
    if (Math.multiplyHigh(a, b) != 0 || a * b < 0) {
      throw new IllegalArgumentException(
          "shape " + Arrays.toString(extents) + " has more than 2^63 - 1 elements");
    }
    return a * b;
  }

  /// The number of dimensions.
  public int rank() {
    return extents.length;
  }

  /// The extent along `axis`, 0 being the slowest.
  ///
  /// @throws IndexOutOfBoundsException if there is no such axis
  public long extent(int axis) {
    return extents[axis];
  }

  /// The number of elements.
  public long size() {
    return size;
  }

  /// A copy of the extents.
  public long[] toArray() {
    return extents.clone();
  }

  /// This shape with one more, fastest axis.
  public Shape append(long extent) {
    long[] longer = Arrays.copyOf(extents, extents.length + 1);
    longer[extents.length] = extent;
    return new Shape(longer);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that && Arrays.equals(extents, that.extents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(extents);
  }

  /// The extents as a user writes them, `4096 x 4096`; `scalar` for rank 0.
  @Override
  public String toString() {
    return extents.length == 0
        ? "scalar"
        : Arrays.stream(extents).mapToObj(Long::toString).collect(Collectors.joining(" x "));
  }
}
