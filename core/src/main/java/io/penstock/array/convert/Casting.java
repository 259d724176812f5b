package io.penstock.array.convert;

import io.penstock.array.DataType;
import java.lang.reflect.Array;

/// A conversion of numbers of one type to another.
///
/// A number that the other type holds stays what it is, and one that lies between two of its
/// numbers is rounded as NumPy's `astype` does: to the nearest, ties to even, among floating-point
/// numbers; towards zero from a floating-point to a whole number. A number that is out of range
/// becomes the nearest that there is, infinity included, and NaN becomes 0 among whole numbers;
/// these are counted. Anything but 0 is true. A complex number loses its imaginary part where there
/// is no place for it.
///
/// Numbers are widened a thousand at a time, to memory of this object that stays in the processor's
/// nearest cache. Not thread-safe.
public final class Casting {
  private static final int LENGTH = 1024;

  private final DataType from;
  private final DataType to;

  /// How many numbers one of the caller's is: a complex one among complex ones is two.
  private final int each;

  /// Whether all whole numbers of one type are numbers of the other.
  private final boolean fits;

  private final long[] integers = new long[LENGTH];
  private final double[] numbers = new double[LENGTH];

  /// A conversion between two types, which may be the same.
  public Casting(DataType from, DataType to) {
    boolean pairs = from.components() == 2 && to.components() == 2;
    this.from = pairs ? real(from) : from;
    this.to = pairs ? real(to) : to;
    this.each = pairs ? 2 : 1;
    this.fits = Integers.holds(from) && Integers.holds(to) && Limits.of(to).include(from);
  }

  /// The type of the parts of a complex type; other types are their own.
  public static DataType real(DataType type) {
    return switch (type) {
      case COMPLEX64 -> DataType.FLOAT32;
      case COMPLEX128 -> DataType.FLOAT64;
      default -> type;
    };
  }

  /// Casts numbers of Java arrays; a complex one is one number and two elements.
  ///
  /// @param begin index of the first element of `source`
  /// @param at index of the first element of `target` that is filled
  /// @return how many were out of range
  public long cast(Object source, int begin, Object target, int at, int count) {
    long lost = 0;
    for (int done = 0; done < each * count; done += LENGTH) {
      int n = Math.min(LENGTH, each * count - done);
      lost += part(source, begin + done * from.components(), target, at + done, n);
    }
    if (to.components() == 2) {
      spread(target, at, count);
    }
    return lost;
  }

  /// A number of a source that does not fit, and what the target type holds, for messages.
  public String misfit(Object source, int index) {
    return number(source, index) + ", which " + to.label() + " (" + range() + ") does not hold";
  }

  /// The number itself: the element that holds an unsigned one may be negative, or a character.
  private String number(Object source, int index) {
    if (!Integers.holds(from)) {
      return String.valueOf(Array.get(source, index));
    }
    long[] wide = new long[1];
    Integers.load(from, source, index, wide, 1);
    return from == DataType.UINT64 ? Long.toUnsignedString(wide[0]) : Long.toString(wide[0]);
  }

  private String range() {
    if (Integers.holds(to)) {
      Limits limits = Limits.of(to);
      return limits.low + " to " + Long.toUnsignedString(limits.high);
    }
    double most = to == DataType.FLOAT16 ? 65504 : Float.MAX_VALUE;
    return -most + " to " + most;
  }

  private int part(Object source, int begin, Object target, int at, int n) {
    if (Integers.holds(from)) {
      Integers.load(from, source, begin, integers, n);
      return Integers.holds(to) ? toIntegers(target, at, n) : integersToFloats(target, at, n);
    }
    if (from.components() == 2 && to == DataType.BOOL) {
      // 0 only where both parts are 0.
      Floats.loadMagnitudes(source, begin, numbers, n);
    } else {
      Floats.load(source, begin, from.components(), numbers, n);
    }
    return Integers.holds(to)
        ? floatsToIntegers(target, at, n)
        : Floats.store(numbers, n, to, target, at);
  }

  private int toIntegers(Object target, int at, int n) {
    int lost = to == DataType.BOOL ? truths(integers, n) : clamp(n);
    Integers.store(integers, n, target, at);
    return lost;
  }

  private int clamp(int n) {
    if (fits) {
      return 0;
    }
    Limits limits = Limits.of(to);
    if (from == DataType.UINT64) {
      return clampUnsigned(integers, n, limits.high);
    }
    long high = to == DataType.UINT64 ? Long.MAX_VALUE : limits.high;
    return clampSigned(integers, n, limits.low, high);
  }

  private int integersToFloats(Object target, int at, int n) {
    if (target instanceof float[] floats && to != DataType.FLOAT16) {
      Integers.toFloats(from, integers, n, floats, at);
      return 0;
    }
    Integers.toDoubles(from, integers, n, numbers);
    return Floats.store(numbers, n, to, target, at);
  }

  private int floatsToIntegers(Object target, int at, int n) {
    int lost =
        switch (to) {
          case BOOL -> truths(numbers, n, integers);
          case UINT64 -> toUnsignedLongs(numbers, n, integers);
          default -> clampToIntegers(numbers, n, integers, Limits.of(to));
        };
    Integers.store(integers, n, target, at);
    return lost;
  }

  /// Makes room for imaginary parts, which are 0; from the end, so that nothing is overwritten that
  /// is still needed.
  private static void spread(Object array, int at, int count) {
    switch (array) {
      case float[] a -> {
        for (int i = count - 1; i >= 0; i--) {
          a[at + 2 * i] = a[at + i];
          a[at + 2 * i + 1] = 0;
        }
      }
      case double[] a -> {
        for (int i = count - 1; i >= 0; i--) {
          a[at + 2 * i] = a[at + i];
          a[at + 2 * i + 1] = 0;
        }
      }
      default -> throw new IllegalArgumentException(array.getClass().getSimpleName());
    }
  }

  /// The whole numbers that a type holds.
  ///
  /// @param low the least one
  /// @param high the largest one, unsigned for `uint64`
  /// @param above a floating-point number fits, its fraction cut off, if it is larger than this
  /// @param below and smaller than this
  private record Limits(long low, long high, double above, double below) {
    static Limits of(DataType type) {
      return switch (type) {
        case BOOL -> small(0, 1);
        case INT8 -> small(Byte.MIN_VALUE, Byte.MAX_VALUE);
        case UINT8 -> small(0, 0xff);
        case INT16 -> small(Short.MIN_VALUE, Short.MAX_VALUE);
        case UINT16 -> small(0, Character.MAX_VALUE);
        case INT32 -> small(Integer.MIN_VALUE, Integer.MAX_VALUE);
        case UINT32 -> small(0, 0xffff_ffffL);
        // A double next to -2^63 is whole: -2^63 itself is the last one that fits.
        case INT64 -> new Limits(Long.MIN_VALUE, Long.MAX_VALUE, Math.nextDown(-0x1p63), 0x1p63);
        case UINT64 -> new Limits(0, -1, -1, 0x1p64);
        case FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128 ->
            throw new IllegalArgumentException(type.label() + " is not a whole number");
      };
    }

    boolean include(DataType type) {
      Limits other = of(type);
      return other.low >= low && Long.compareUnsigned(other.high, high) <= 0;
    }

    private static Limits small(long low, long high) {
      return new Limits(low, high, low - 1, high + 1);
    }
  }

  // Numbers are brought into the range of a type of whole numbers, and those that were outside
  // counted.

  private static int clampSigned(long[] values, int n, long low, long high) {
    int lost = 0;
    for (int i = 0; i < n; i++) {
      long value = values[i];
      long inside = Math.max(low, Math.min(high, value));
      values[i] = inside;
      lost += inside == value ? 0 : 1;
    }
    return lost;
  }

  /// Of unsigned numbers.
  private static int clampUnsigned(long[] values, int n, long high) {
    int lost = 0;
    for (int i = 0; i < n; i++) {
      boolean outside = Long.compareUnsigned(values[i], high) > 0;
      values[i] = outside ? high : values[i];
      lost += outside ? 1 : 0;
    }
    return lost;
  }

  private static int truths(long[] values, int n) {
    for (int i = 0; i < n; i++) {
      values[i] = values[i] == 0 ? 0 : 1;
    }
    return 0;
  }

  /// NaN is true, as in NumPy.
  private static int truths(double[] numbers, int n, long[] values) {
    for (int i = 0; i < n; i++) {
      values[i] = numbers[i] == 0 ? 0 : 1;
    }
    return 0;
  }

  private static int clampToIntegers(double[] numbers, int n, long[] values, Limits limits) {
    long low = limits.low;
    long high = limits.high;
    int lost = 0;
    for (int i = 0; i < n; i++) {
      double number = numbers[i];
      // Java cuts off fractions, keeps to the limits of long, and makes 0 of NaN.
      values[i] = Math.max(low, Math.min(high, (long) number));
      lost += number > limits.above && number < limits.below ? 0 : 1;
    }
    return lost;
  }

  private static int toUnsignedLongs(double[] numbers, int n, long[] values) {
    Limits limits = Limits.of(DataType.UINT64);
    int lost = 0;
    for (int i = 0; i < n; i++) {
      double number = numbers[i];
      values[i] = unsigned(number);
      lost += number > limits.above && number < limits.below ? 0 : 1;
    }
    return lost;
  }

  private static long unsigned(double number) {
    if (number >= 0x1p64) {
      return -1;
    }
    return number >= 0x1p63
        ? (long) (number - 0x1p63) | Long.MIN_VALUE
        : Math.max(0, (long) number);
  }

  /// A number that its new type does not hold.
  public static final class OutOfRangeException extends ArithmeticException {
    private static final long serialVersionUID = 1;

    private final long packedOffset;
    private final long index;

    /// Refuses a number.
    ///
    /// @param packedOffset where it lies, or would, among packed bytes
    /// @param index of its element in memory
    /// @param reason the number, and what would fit
    public OutOfRangeException(long packedOffset, long index, String reason) {
      super(reason);
      this.packedOffset = packedOffset;
      this.index = index;
    }

    /// Where it lies among packed bytes.
    public long packedOffset() {
      return packedOffset;
    }

    /// The index of its element in memory.
    public long index() {
      return index;
    }
  }
}
