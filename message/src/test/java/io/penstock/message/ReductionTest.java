package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every reduction on every type, against one number at a time.
class ReductionTest {
  private static final Map<Reduction, LongBinaryOperator> NUMBERS =
      Map.of(
          Reduction.SUM, Long::sum,
          Reduction.PRODUCT, (a, b) -> a * b,
          Reduction.MINIMUM, Math::min,
          Reduction.MAXIMUM, Math::max);

  private static final Map<Reduction, LongBinaryOperator> INTEGERS =
      Map.of(
          Reduction.AND, (a, b) -> a & b,
          Reduction.OR, (a, b) -> a | b,
          Reduction.XOR, (a, b) -> a ^ b,
          Reduction.LOGICAL_AND, (a, b) -> a != 0 && b != 0 ? 1 : 0,
          Reduction.LOGICAL_OR, (a, b) -> a != 0 || b != 0 ? 1 : 0,
          Reduction.LOGICAL_XOR, (a, b) -> (a != 0) != (b != 0) ? 1 : 0);

  private static Object array(ElementType type, long... values) {
    Object array = TypedData.empty(type, values.length);
    for (int i = 0; i < values.length; i++) {
      set(array, i, values[i]);
    }
    return array;
  }

  private static void set(Object array, int i, long value) {
    switch (array) {
      case byte[] a -> a[i] = (byte) value;
      case short[] a -> a[i] = (short) value;
      case char[] a -> a[i] = (char) value;
      case int[] a -> a[i] = (int) value;
      case long[] a -> a[i] = value;
      case float[] a -> a[i] = value;
      case double[] a -> a[i] = value;
      default -> throw new AssertionError(array);
    }
  }

  private static long get(Object array, int i) {
    return array instanceof char[] chars ? chars[i] : ((Number) Array.get(array, i)).longValue();
  }

  @ParameterizedTest
  @EnumSource
  void numbersAreCombinedOneByOne(ElementType type) {
    NUMBERS.forEach((reduction, operator) -> requireSame(type, reduction, operator));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"FLOAT", "DOUBLE"},
      mode = EnumSource.Mode.EXCLUDE)
  void integersHaveBits(ElementType type) {
    INTEGERS.forEach((reduction, operator) -> requireSame(type, reduction, operator));
  }

  private static void requireSame(
      ElementType type, Reduction reduction, LongBinaryOperator operator) {
    long[] values = {0, 1, 2, 3, 5, 7, 100, 11};
    for (long left : values) {
      Object l = array(type, left, left, left, left, left, left, left, left);
      Object r = array(type, values);
      reduction.combine(l, r);
      for (int i = 0; i < values.length; i++) {
        Object expected = array(type, operator.applyAsLong(left, values[i]));
        assertThat(get(r, i))
            .as("%s of %d and %d", reduction, left, values[i])
            .isEqualTo(get(expected, 0));
        assertThat(get(l, i)).isEqualTo(left);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSmallestOrLargestIsFoundWithItsPlace(ElementType type) {
    Object left = array(type, 3, 10, 5, 11, 7, 12);
    Object lower = array(type, 4, 20, 5, 9, 6, 22);
    Reduction.MINIMUM_PLACE.combine(left, lower);
    assertThat(TypedData.same(lower, array(type, 3, 10, 5, 9, 6, 22))).isTrue();
    Object higher = array(type, 4, 20, 5, 9, 6, 22);
    Reduction.MAXIMUM_PLACE.combine(left, higher);
    assertThat(TypedData.same(higher, array(type, 4, 20, 5, 9, 7, 12))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.0, 0.0, 1, Double.NaN})
  void whichPairIsFoundDoesNotDependOnTheirOrder(double place) {
    for (double other : new double[] {-0.0, 0.0, 1, Double.NaN}) {
      double[] smaller = {7, Double.compare(place, other) < 0 ? place : other};
      for (Reduction reduction : List.of(Reduction.MINIMUM_PLACE, Reduction.MAXIMUM_PLACE)) {
        double[] right = {7, other};
        reduction.combine(new double[] {7, place}, right);
        assertThat(TypedData.same(right, smaller)).as("%s, %s", place, other).isTrue();
      }
    }
  }

  @Test
  void notANumberWins() {
    double[] right = {1, Double.NaN};
    Reduction.MINIMUM.combine(new double[] {Double.NaN, 2}, right);
    assertThat(right).containsExactly(Double.NaN, Double.NaN);
  }

  @Test
  void anOperationOfOnesOwnSeesWholeGroups() {
    Reduction gcd =
        Reduction.commutative(
            "gcd",
            1,
            Reduction.Combiner.ofLongs(
                (a, b) -> BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValue()));
    long[] right = {12, 35};
    gcd.combine(new long[] {18, 49}, right);
    assertThat(right).containsExactly(6, 7);
    assertThat(gcd.isCommutative()).isTrue();
    assertThat(Reduction.ordered("x", 2, (l, r) -> {}).isCommutative()).isFalse();
    int[] ints = {5};
    Reduction.commutative("first", 1, Reduction.Combiner.ofInts((a, b) -> a))
        .combine(new int[] {4}, ints);
    assertThat(ints).containsExactly(4);
    double[] doubles = {5};
    Reduction.commutative("quotient", 1, Reduction.Combiner.ofDoubles((a, b) -> a / b))
        .combine(new double[] {4}, doubles);
    assertThat(doubles).containsExactly(0.8);
  }

  @Test
  void whatCannotBeCombinedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reduction.XOR.combine(new double[1], new double[1]))
        .withMessageContaining("XOR is for integers, not for DOUBLE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reduction.SUM.combine(new int[1], new int[2]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reduction.SUM.combine(new int[1], new long[1]));
    int[] same = {1};
    assertThatIllegalArgumentException().isThrownBy(() -> Reduction.SUM.combine(same, same));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reduction.MINIMUM_PLACE.combine(new int[3], new int[3]))
        .withMessageContaining("groups of 2");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Reduction.commutative("gcd", 1, Reduction.Combiner.ofLongs(Long::sum))
                    .combine(new int[1], new int[1]))
        .withMessageContaining("for long[], not for int[]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Reduction.ordered("none", 0, (l, r) -> {}));
  }
}
