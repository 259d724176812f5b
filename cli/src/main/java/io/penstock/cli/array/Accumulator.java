package io.penstock.cli.array;

import io.penstock.array.DataType;
import io.penstock.array.convert.Floats;
import io.penstock.array.convert.Integers;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/// An accumulator of the statistics of numbers. Not thread-safe.
sealed interface Accumulator {
  /// Adds the first `count` elements of an array.
  void add(Object array, int count, Scratch scratch);

  /// Adds the numbers of another accumulator of the same kind.
  void merge(Accumulator other);

  /// The statistics of all numbers so far.
  Summary summary();

  /// Empty accumulators for an array of `type`: one, or one each for the parts of complex numbers.
  static List<Accumulator> of(DataType type) {
    if (type.bytes() == 1) {
      return List.of(new OfBytes(type));
    }
    if (Integers.holds(type)) {
      return List.of(
          type.bytes() == Integer.BYTES ? new OfFloats(type, 0, 1) : new OfIntegers(type));
    }
    return type.components() == 1
        ? List.of(new OfFloats(type, 0, 1))
        : List.of(new OfFloats(type, 0, 2), new OfFloats(type, 1, 2));
  }

  /// An exact accumulator of numbers of one byte: it counts each of the 256 values.
  final class OfBytes implements Accumulator {
    private static final int VALUES = 256;

    private final DataType type;
    private final long[] counts = new long[VALUES];

    OfBytes(DataType type) {
      this.type = type;
    }

    @Override
    public void add(Object array, int count, Scratch scratch) {
      byte[] bytes = (byte[]) array;
      // Equal neighbours would wait for each other's count: they are counted apart.
      int[] even = new int[VALUES];
      int[] odd = new int[VALUES];
      int i = 0;
      for (; i < count - 1; i += 2) {
        even[bytes[i] & 0xff]++;
        odd[bytes[i + 1] & 0xff]++;
      }
      if (i < count) {
        even[bytes[i] & 0xff]++;
      }
      for (int value = 0; value < VALUES; value++) {
        counts[value] += even[value] + odd[value];
      }
    }

    @Override
    public void merge(Accumulator other) {
      OfBytes that = (OfBytes) other;
      for (int value = 0; value < VALUES; value++) {
        counts[value] += that.counts[value];
      }
    }

    /// The number that a byte stands for.
    private int number(int unsigned) {
      return switch (type) {
        case BOOL -> unsigned == 0 ? 0 : 1;
        case INT8 -> (byte) unsigned;
        default -> unsigned;
      };
    }

    @Override
    public Summary summary() {
      BigInteger count = sum(0);
      if (count.signum() == 0) {
        return new Summary(0, 0, 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
      }
      BigInteger sum = sum(1);
      // n * sum of squares - square of the sum is exact: nothing is cancelled out.
      double squares = count.multiply(sum(2)).subtract(sum.multiply(sum)).doubleValue();
      return new Summary(
          count.longValueExact(),
          0,
          0,
          counts[0],
          BigInteger.valueOf(numbers().min().orElseThrow()),
          BigInteger.valueOf(numbers().max().orElseThrow()),
          sum.doubleValue() / count.doubleValue(),
          Math.sqrt(squares) / count.doubleValue());
    }

    private IntStream numbers() {
      return IntStream.range(0, VALUES).filter(value -> counts[value] > 0).map(this::number);
    }

    private BigInteger sum(int power) {
      return IntStream.range(0, VALUES)
          .mapToObj(
              value ->
                  BigInteger.valueOf(number(value))
                      .pow(power)
                      .multiply(BigInteger.valueOf(counts[value])))
          .reduce(BigInteger.ZERO, BigInteger::add);
    }
  }

  /// An accumulator of integers of two or eight bytes, with exact extremes.
  final class OfIntegers implements Accumulator {
    private final DataType type;

    /// Brings unsigned numbers of 64 bits into the order of signed ones.
    private final long flip;

    private final Moments moments = new Moments();
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    private long zeros;

    OfIntegers(DataType type) {
      this.type = type;
      this.flip = type == DataType.UINT64 ? Long.MIN_VALUE : 0;
    }

    @Override
    public void add(Object array, int count, Scratch scratch) {
      for (int from = 0; from < count; from += Scratch.LENGTH) {
        int n = Math.min(Scratch.LENGTH, count - from);
        Integers.load(type, array, from, scratch.integers, n);
        Integers.toDoubles(type, scratch.integers, n, scratch.numbers);
        moments.add(scratch.numbers, n, Moments.sum(scratch.numbers, n));
        order(scratch.integers, n);
      }
    }

    private void order(long[] values, int n) {
      long low = least;
      long high = most;
      int nothing = 0;
      for (int i = 0; i < n; i++) {
        long value = values[i];
        low = Math.min(low, value ^ flip);
        high = Math.max(high, value ^ flip);
        nothing += value == 0 ? 1 : 0;
      }
      least = low;
      most = high;
      zeros += nothing;
    }

    @Override
    public void merge(Accumulator other) {
      OfIntegers that = (OfIntegers) other;
      moments.merge(that.moments);
      least = Math.min(least, that.least);
      most = Math.max(most, that.most);
      zeros += that.zeros;
    }

    @Override
    public Summary summary() {
      return new Summary(
          moments.count(),
          0,
          0,
          zeros,
          exact(least),
          exact(most),
          moments.mean(),
          moments.deviation());
    }

    private Number exact(long ordered) {
      if (moments.count() == 0) {
        return Double.NaN;
      }
      return type == DataType.UINT64
          ? new BigInteger(Long.toUnsignedString(ordered ^ flip))
          : BigInteger.valueOf(ordered);
    }
  }

  /// An accumulator of floating-point numbers, and of integers of four bytes, each of which a
  /// `double` holds exactly. Numbers that are not finite are counted, and left out of everything
  /// else.
  final class OfFloats implements Accumulator {
    private final DataType type;
    private final int first;
    private final int step;
    private final boolean whole;
    private final Moments moments = new Moments();
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;
    private long zeros;
    private long nan;
    private long infinite;

    /// Whether all numbers and sums were finite so far: where some were not, more of them follow.
    private boolean usual = true;

    /// @param first the index of the first number in an array
    /// @param step from one number to the next: 2 for the parts of complex numbers
    OfFloats(DataType type, int first, int step) {
      this.type = type;
      this.first = first;
      this.step = step;
      this.whole = Integers.holds(type);
    }

    /// Widens the `n` numbers that follow the first `from` ones.
    private void load(Object array, int from, double[] wide, int n) {
      if (whole) {
        Integers.loadDoubles(type, (int[]) array, from, wide, n);
      } else {
        Floats.load(array, first + from * step, step, wide, n);
      }
    }

    @Override
    public void add(Object array, int count, Scratch scratch) {
      int all = count / step;
      usual = usual && (all == 0 || addedAtOnce(array, all, scratch));
      if (!usual) {
        addCarefully(array, all, scratch);
      }
    }

    /// Adds `all` numbers if they and their sum are finite, the usual case.
    private boolean addedAtOnce(Object array, int all, Scratch scratch) {
      scratch.clear();
      for (int done = 0; done < all; done += Scratch.LENGTH) {
        int n = Math.min(Scratch.LENGTH, all - done);
        load(array, done, scratch.numbers, n);
        scratch.add(n);
      }
      double mean = scratch.sum() / all;
      if (!Double.isFinite(mean)) {
        return false;
      }
      double low = scratch.least();
      double high = scratch.most();
      boolean metZero = scratch.metZero();
      double squares = squares(array, all, mean, scratch);
      if (!Double.isFinite(squares)) {
        return false;
      }
      least = Math.min(least, low);
      most = Math.max(most, high);
      zeros += metZero ? zeros(array, all, scratch.numbers) : 0;
      moments.add(all, mean, squares);
      return true;
    }

    private double squares(Object array, int all, double mean, Scratch scratch) {
      scratch.clear();
      for (int done = 0; done < all; done += Scratch.LENGTH) {
        int n = Math.min(Scratch.LENGTH, all - done);
        load(array, done, scratch.numbers, n);
        scratch.addSquares(n, mean);
      }
      return scratch.sum();
    }

    /// Counts zeros of either sign, in a pass of its own, since most arrays have few or none.
    private long zeros(Object array, int all, double[] numbers) {
      int zeros = 0;
      for (int done = 0; done < all; done += Scratch.LENGTH) {
        int n = Math.min(Scratch.LENGTH, all - done);
        load(array, done, numbers, n);
        for (int i = 0; i < n; i++) {
          zeros += numbers[i] == 0 ? 1 : 0;
        }
      }
      return zeros;
    }

    private void addCarefully(Object array, int all, Scratch scratch) {
      double[] numbers = scratch.numbers;
      for (int done = 0; done < all; done += Scratch.LENGTH) {
        int n = Math.min(Scratch.LENGTH, all - done);
        load(array, done, numbers, n);
        double sum = Moments.sum(numbers, n);
        if (Double.isFinite(sum)) {
          addFinite(numbers, n, sum);
        } else {
          int finite = sift(numbers, n);
          addFinite(numbers, finite, Moments.sum(numbers, finite));
        }
      }
    }

    /// Moves the finite numbers to the front and counts the others.
    private int sift(double[] numbers, int n) {
      int finite = 0;
      for (int i = 0; i < n; i++) {
        if (Double.isFinite(numbers[i])) {
          numbers[finite++] = numbers[i];
        } else if (Double.isNaN(numbers[i])) {
          nan++;
        } else {
          infinite++;
        }
      }
      return finite;
    }

    private void addFinite(double[] numbers, int n, double sum) {
      moments.add(numbers, n, sum);
      double low = least;
      double high = most;
      int nothing = 0;
      for (int i = 0; i < n; i++) {
        low = Math.min(low, numbers[i]);
        high = Math.max(high, numbers[i]);
        nothing += numbers[i] == 0 ? 1 : 0;
      }
      least = low;
      most = high;
      zeros += nothing;
    }

    @Override
    public void merge(Accumulator other) {
      OfFloats that = (OfFloats) other;
      moments.merge(that.moments);
      least = Math.min(least, that.least);
      most = Math.max(most, that.most);
      zeros += that.zeros;
      nan += that.nan;
      infinite += that.infinite;
    }

    @Override
    public Summary summary() {
      return new Summary(
          moments.count() + nan + infinite,
          nan,
          infinite,
          zeros,
          extreme(least),
          extreme(most),
          moments.mean(),
          moments.deviation());
    }

    private Number extreme(double value) {
      if (moments.count() == 0) {
        return Double.NaN;
      }
      return whole ? BigInteger.valueOf((long) value) : (Number) value;
    }
  }
}
