package io.penstock.cli.array;

import io.penstock.array.DataType;
import java.math.BigInteger;
import java.util.Optional;
import java.util.stream.IntStream;

/// Counts of numbers of one byte: how often each of the 256 occurs says everything, and exactly.
final class ByteTally implements Tally {
  private static final int VALUES = 256;

  private final DataType type;
  private final long[] counts = new long[VALUES];

  ByteTally(DataType type) {
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
  public void merge(Tally other) {
    ByteTally that = (ByteTally) other;
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
    return new Summary(
        count.longValueExact(),
        0,
        0,
        counts[0],
        count.signum() == 0 ? Optional.empty() : Optional.of(spread(count)));
  }

  private Summary.Spread spread(BigInteger count) {
    BigInteger sum = sum(1);
    // n * sum of squares - square of the sum, which is exact: nothing is cancelled out.
    double squares = count.multiply(sum(2)).subtract(sum.multiply(sum)).doubleValue();
    return new Summary.Spread(
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
