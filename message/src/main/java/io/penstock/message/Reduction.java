package io.penstock.message;

import io.penstock.array.ElementType;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/// An associative operation that combines the elements of all ranks, place by place.
///
/// Sums and products of integers wrap around; `char` counts as unsigned. In which order operands
/// are bracketed is open, so that sums of floating point numbers may differ from job to job in the
/// last bits; all ranks of one operation get the same. Safe for any thread.
public final class Reduction {
  /// `left + right`.
  public static final Reduction SUM = of("SUM", 1, type -> Arithmetic.of(type)::sum);

  /// `left * right`.
  public static final Reduction PRODUCT = of("PRODUCT", 1, type -> Arithmetic.of(type)::product);

  /// The smaller; NaN if one is NaN.
  public static final Reduction MINIMUM = of("MINIMUM", 1, type -> Arithmetic.of(type)::minimum);

  /// The larger; NaN if one is NaN.
  public static final Reduction MAXIMUM = of("MAXIMUM", 1, type -> Arithmetic.of(type)::maximum);

  /// Of elements in pairs (value, place): the pair with the smallest value, and the smallest place
  /// among equal values. Both are ordered as by [Double#compare].
  public static final Reduction MINIMUM_PLACE =
      of("MINIMUM_PLACE", 2, type -> Arithmetic.of(type)::minimumPlace);

  /// Of elements in pairs (value, place): the pair with the largest value, and the smallest place
  /// among equal values. Both are ordered as by [Double#compare].
  public static final Reduction MAXIMUM_PLACE =
      of("MAXIMUM_PLACE", 2, type -> Arithmetic.of(type)::maximumPlace);

  /// The bits that are set in both; of integers.
  public static final Reduction AND = of("AND", 1, type -> logic("AND", type)::and);

  /// The bits that are set in one or both; of integers.
  public static final Reduction OR = of("OR", 1, type -> logic("OR", type)::or);

  /// The bits that are set in just one; of integers.
  public static final Reduction XOR = of("XOR", 1, type -> logic("XOR", type)::xor);

  /// 1 if both are other than 0, else 0; of integers.
  public static final Reduction LOGICAL_AND =
      of("LOGICAL_AND", 1, type -> logic("LOGICAL_AND", type)::both);

  /// 1 if one or both are other than 0, else 0; of integers.
  public static final Reduction LOGICAL_OR =
      of("LOGICAL_OR", 1, type -> logic("LOGICAL_OR", type)::either);

  /// 1 if just one is other than 0, else 0; of integers.
  public static final Reduction LOGICAL_XOR =
      of("LOGICAL_XOR", 1, type -> logic("LOGICAL_XOR", type)::oneOf);

  private final String name;
  private final boolean commutative;
  private final int width;
  private final Function<ElementType, Combiner> combiners;

  private Reduction(
      String name, boolean commutative, int width, Function<ElementType, Combiner> combiners) {
    if (width < 1) {
      throw new IllegalArgumentException(
          "a reduction takes elements one by one or in groups, not by " + width);
    }
    this.name = name;
    this.commutative = commutative;
    this.width = width;
    this.combiners = combiners;
  }

  private static Reduction of(String name, int width, Function<ElementType, Combiner> combiners) {
    return new Reduction(name, true, width, combiners);
  }

  private static Logic logic(String name, ElementType type) {
    return Logic.of(type)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    name + " is for integers, not for " + type + ": compare or convert first"));
  }

  /// An operation of one's own that does not mind in which order the ranks come.
  ///
  /// @param name for messages
  /// @param width how many elements belong together: 2 for complex numbers
  /// @throws IllegalArgumentException if `width` is below 1
  public static Reduction commutative(String name, int width, Combiner combiner) {
    return new Reduction(name, true, width, type -> combiner);
  }

  /// An operation of one's own with the lower ranks on the left.
  ///
  /// @param name for messages
  /// @param width how many elements belong together: 4 for matrices of two rows
  /// @throws IllegalArgumentException if `width` is below 1
  public static Reduction ordered(String name, int width, Combiner combiner) {
    return new Reduction(name, false, width, type -> combiner);
  }

  /// For messages.
  public String name() {
    return name;
  }

  /// Whether the order of the ranks does not matter.
  public boolean isCommutative() {
    return commutative;
  }

  /// How many elements belong together.
  public int width() {
    return width;
  }

  /// Sets `right[i] = left[i] op right[i]` for all `i`.
  ///
  /// @param left an array of a primitive type, which stays as it is
  /// @param right another of the same type and length
  /// @throws IllegalArgumentException if the operation is not defined for them
  public void combine(Object left, Object right) {
    int count = Array.getLength(left);
    if (left.equals(right)
        || left.getClass() != right.getClass()
        || count != Array.getLength(right)) {
      throw new IllegalArgumentException("a reduction takes two arrays of one type and length");
    }
    requireWhole(count);
    combiners.apply(ElementType.of(left.getClass())).combine(left, right);
  }

  /// Throws if a number of elements cannot be reduced.
  ///
  /// @throws IllegalArgumentException if it is no multiple of [#width]
  public void requireWhole(long count) {
    if (count % width != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s takes elements in groups of %d, not %d of them",
              name,
              width,
              count));
    }
  }

  /// Throws if elements of a type cannot be reduced.
  ///
  /// @throws IllegalArgumentException if the operation is not defined for the type
  public void requireDefinedFor(ElementType type) {
    Objects.requireNonNull(combiners.apply(type));
  }

  @Override
  public String toString() {
    return name;
  }

  /// An operation on all elements of two arrays.
  @FunctionalInterface
  public interface Combiner {
    /// Sets `right[i] = left[i] op right[i]` for all `i`, group by group.
    ///
    /// What it throws the operation throws, at this rank alone. Let it end the rank: others may
    /// wait for the result, and get a [RankFailedException] then.
    ///
    /// @param left a primitive array, whose length is a multiple of the reduction's width; not to
    ///   be changed
    /// @param right another of the same type and length
    void combine(Object left, Object right);

    /// Applies an operation to elements of `int[]`.
    static Combiner ofInts(IntBinaryOperator operator) {
      return (left, right) -> {
        int[] l = require(int[].class, left);
        int[] r = require(int[].class, right);
        for (int i = 0; i < l.length; i++) {
          r[i] = operator.applyAsInt(l[i], r[i]);
        }
      };
    }

    /// Applies an operation to elements of `long[]`.
    static Combiner ofLongs(LongBinaryOperator operator) {
      return (left, right) -> {
        long[] l = require(long[].class, left);
        long[] r = require(long[].class, right);
        for (int i = 0; i < l.length; i++) {
          r[i] = operator.applyAsLong(l[i], r[i]);
        }
      };
    }

    /// Applies an operation to elements of `double[]`.
    static Combiner ofDoubles(DoubleBinaryOperator operator) {
      return (left, right) -> {
        double[] l = require(double[].class, left);
        double[] r = require(double[].class, right);
        for (int i = 0; i < l.length; i++) {
          r[i] = operator.applyAsDouble(l[i], r[i]);
        }
      };
    }

    private static <T> T require(Class<T> type, Object array) {
      if (!type.isInstance(array)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "the reduction is for %s, not for %s",
                type.getTypeName(),
                array.getClass().getTypeName()));
      }
      return type.cast(array);
    }
  }
}
