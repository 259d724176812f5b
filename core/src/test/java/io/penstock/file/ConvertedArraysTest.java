package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.kernel.Kernel;
import io.penstock.testing.TypedArrays;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that are read and written as elements of another type, against an oracle of exact decimal
/// numbers.
class ConvertedArraysTest {
  private static final int COUNT = 3000;

  private static final double[] ODD = {
    0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    1.5,
    2.5,
    0.1,
    1e-45,
    1e-320,
    127,
    128,
    -128,
    -129,
    127.9,
    -128.9,
    255,
    255.9,
    256,
    32767.9,
    32768,
    65519.9,
    65520,
    65535.9,
    65536,
    2147483647.9,
    2147483648.0,
    -2147483648.9,
    -2147483649.0,
    4294967295.9,
    4294967296.0,
    0x1p53 + 2,
    0x1p63,
    -0x1p63,
    -0x1p63 - 2048,
    0x1p64,
    1e30,
    Float.MAX_VALUE,
    3.4028235677973366e38,
    3.5e38,
    1e300,
    -1e300,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY
  };

  private static final long[] WHOLE = {
    0,
    1,
    -1,
    2,
    126,
    127,
    128,
    129,
    255,
    256,
    257,
    -127,
    -128,
    -129,
    32767,
    32768,
    65503,
    65504,
    65519,
    65520,
    65535,
    65536,
    -32768,
    -32769,
    16777217,
    16777219,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 31,
    (1L << 32) - 1,
    1L << 32,
    (1L << 53) + 1,
    0x7fffff4000000001L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -2,
    -1025
  };

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(20261123);

  static Stream<Arguments> pairs() {
    return Stream.of(DataType.values())
        .flatMap(
            stored ->
                Stream.of(ElementType.values())
                    .filter(element -> element != stored.element())
                    .flatMap(
                        element ->
                            Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
                                .map(order -> Arguments.of(stored, element, order))));
  }

  /// A number, exactly, or NaN, an infinity or minus zero as a double.
  private sealed interface Exact {}

  private record Finite(BigDecimal value) implements Exact {}

  private record Special(double value) implements Exact {}

  private static Exact exact(double value) {
    boolean plain = Double.isFinite(value) && !(value == 0 && 1 / value < 0);
    return plain ? new Finite(new BigDecimal(value)) : new Special(value);
  }

  private static Exact exact(BigInteger value) {
    return new Finite(new BigDecimal(value));
  }

  private static BigInteger unsigned(long bits, int bytes) {
    return BigInteger.valueOf(bits).mod(BigInteger.ONE.shiftLeft(8 * bytes));
  }

  /// What a stored number is, from its bits.
  private static Exact stored(DataType type, long bits) {
    return switch (type) {
      case BOOL -> exact(bits == 0 ? 0 : 1);
      case INT8, INT16, INT32, INT64 -> exact(BigInteger.valueOf(bits));
      case UINT8, UINT16, UINT32, UINT64 -> exact(unsigned(bits, type.bytes()));
      case FLOAT16 -> exact(Float.float16ToFloat((short) bits));
      case FLOAT32, COMPLEX64 -> exact(Float.intBitsToFloat((int) bits));
      case FLOAT64, COMPLEX128 -> exact(Double.longBitsToDouble(bits));
    };
  }

  /// The bits of a number in a type, sign-extended; empty if it does not fit.
  private static OptionalLong bits(DataType type, Exact number) {
    return switch (type) {
      case BOOL -> OptionalLong.of(isZero(number) ? 0 : 1);
      case INT8, INT16, INT32, INT64 -> whole(number, type.bytes(), true);
      case UINT8, UINT16, UINT32, UINT64 -> whole(number, type.bytes(), false);
      case FLOAT16 -> half(number);
      case FLOAT32, COMPLEX64 -> single(number);
      case FLOAT64, COMPLEX128 -> OptionalLong.of(Double.doubleToLongBits(asDouble(number)));
    };
  }

  private static boolean isZero(Exact number) {
    return switch (number) {
      case Finite(BigDecimal value) -> value.signum() == 0;
      case Special(double value) -> value == 0;
    };
  }

  private static double asDouble(Exact number) {
    return switch (number) {
      case Finite(BigDecimal value) -> value.doubleValue();
      case Special(double value) -> value;
    };
  }

  private static OptionalLong whole(Exact number, int bytes, boolean signed) {
    BigInteger value;
    switch (number) {
      case Finite(BigDecimal exact) -> value = exact.toBigInteger();
      case Special(double special) -> {
        if (special != 0) {
          return OptionalLong.empty();
        }
        value = BigInteger.ZERO;
      }
    }
    BigInteger low = signed ? BigInteger.TWO.pow(8 * bytes - 1).negate() : BigInteger.ZERO;
    BigInteger high = low.add(BigInteger.TWO.pow(8 * bytes));
    boolean fits = value.compareTo(low) >= 0 && value.compareTo(high) < 0;
    int unused = 64 - 8 * bytes;
    return fits ? OptionalLong.of(value.longValue() << unused >> unused) : OptionalLong.empty();
  }

  private static OptionalLong single(Exact number) {
    return switch (number) {
      case Finite(BigDecimal value) ->
          Float.isInfinite(value.floatValue())
              ? OptionalLong.empty()
              : OptionalLong.of(Float.floatToIntBits(value.floatValue()));
      case Special(double value) -> OptionalLong.of(Float.floatToIntBits((float) value));
    };
  }

  /// The nearest of all halves, the even one of two.
  private static OptionalLong half(Exact number) {
    if (number instanceof Special(double value)) {
      return OptionalLong.of(Float.floatToFloat16((float) value));
    }
    BigDecimal value = ((Finite) number).value;
    if (value.abs().compareTo(new BigDecimal(65520)) >= 0) {
      return OptionalLong.empty();
    }
    short near = Float.floatToFloat16(value.floatValue());
    short best = near;
    for (int i = -2; i <= 2; i++) {
      short other = (short) (near + i);
      if (!Float.isFinite(Float.float16ToFloat(other)) || (other ^ near) < 0) {
        continue;
      }
      int closer = distance(other, value).compareTo(distance(best, value));
      if (closer < 0 || (closer == 0 && (other & 1) == 0)) {
        best = other;
      }
    }
    return OptionalLong.of(best);
  }

  private static BigDecimal distance(short half, BigDecimal value) {
    return new BigDecimal(Float.float16ToFloat(half)).subtract(value).abs();
  }

  private static long get(byte[] bytes, int at, int width, ByteOrder order) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    return switch (width) {
      case 1 -> buffer.get(at);
      case 2 -> buffer.getShort(at);
      case 4 -> buffer.getInt(at);
      default -> buffer.getLong(at);
    };
  }

  private static void put(byte[] bytes, int at, int width, ByteOrder order, long bits) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
    switch (width) {
      case 1 -> buffer.put(at, (byte) bits);
      case 2 -> buffer.putShort(at, (short) bits);
      case 4 -> buffer.putInt(at, (int) bits);
      default -> buffer.putLong(at, bits);
    }
  }

  /// The bits of numbers of a type that another type holds, odd ones among them, or of those that
  /// it does not.
  private List<Long> numbers(DataType type, DataType other, boolean fitting) {
    List<Long> found = new ArrayList<>();
    for (double odd : ODD) {
      bits(type, exact(odd)).ifPresent(found::add);
    }
    for (long odd : WHOLE) {
      bits(type, exact(BigInteger.valueOf(odd))).ifPresent(found::add);
    }
    for (int i = 0; i < 200; i++) {
      byte[] bits = new byte[8];
      put(bits, 0, 8, ByteOrder.BIG_ENDIAN, random.nextLong());
      found.add(get(bits, 0, type.bytes(), ByteOrder.BIG_ENDIAN));
    }
    if (type == DataType.BOOL) {
      found.replaceAll(bits -> bits == 0 ? 0L : 1L);
    }
    found.removeIf(bits -> bits(other, stored(type, bits)).isPresent() != fitting);
    return found;
  }

  private long any(List<Long> numbers) {
    return numbers.get(random.nextInt(numbers.size()));
  }

  private static Object array(ElementType type, byte[] bytes) {
    Object array = TypedArrays.of(type, bytes.length / type.bytes());
    Elements.of(array).segment().copyFrom(MemorySegment.ofArray(bytes));
    return array;
  }

  /// The bits of elements in memory; those of all NaNs as one.
  private static long[] bitsOf(Object array) {
    ElementType type = ElementType.of(array.getClass());
    byte[] bytes = Elements.of(array).segment().toArray(ValueLayout.JAVA_BYTE);
    return canonical(DataType.of(type), bytes, ByteOrder.nativeOrder());
  }

  private static long[] canonical(DataType type, byte[] bytes, ByteOrder order) {
    long[] found = new long[bytes.length / type.bytes()];
    Arrays.setAll(found, i -> canonical(type, get(bytes, i * type.bytes(), type.bytes(), order)));
    return found;
  }

  private static long canonical(DataType type, long bits) {
    return stored(type, bits) instanceof Special(double value) && Double.isNaN(value)
        ? Float.floatToIntBits(Float.NaN)
        : bits;
  }

  private static Raw format(DataType type, ByteOrder order, long count) {
    Shape shape = type.components() == 2 ? Shape.of(count / 2) : Shape.of(count);
    return Raw.of(type, order, shape).withOffset(61);
  }

  private Path file(byte[] data) throws IOException {
    byte[] bytes = new byte[61 + data.length];
    System.arraycopy(data, 0, bytes, 61, data.length);
    return Files.write(folder.resolve("f"), bytes);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatTheOtherTypeHoldsIsReadAndElseRefusedByName(
      DataType stored, ElementType element, ByteOrder order) throws IOException {
    int width = stored.bytes();
    DataType inMemory = DataType.of(element);
    List<Long> fitting = numbers(stored, inMemory, true);
    byte[] data = new byte[COUNT * width];
    long[] expected = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      long bits = any(fitting);
      put(data, i * width, width, order, bits);
      expected[i] = canonical(inMemory, bits(inMemory, stored(stored, bits)).orElseThrow());
    }
    Raw format = format(stored, order, COUNT);
    Access access = Access.read().withThreads(1).withChunkBytes(4096);
    try (ArrayFile file = ArrayFile.open(file(data), format, access)) {
      ArrayFile other = file.as(element);
      Object all = TypedArrays.of(element, COUNT);
      other.read(Elements.of(all));
      assertThat(bitsOf(all)).isEqualTo(expected);
      Object some = TypedArrays.of(element, 2000);
      other.readAt(7, Elements.of(some), 3, 1990);
      assertThat(Arrays.copyOfRange(bitsOf(some), 3, 1993))
          .isEqualTo(Arrays.copyOfRange(expected, 7, 1997));
    }
    for (long unfit : sample(numbers(stored, inMemory, false))) {
      byte[] spoilt = data.clone();
      int place = random.nextInt(COUNT);
      put(spoilt, place * width, width, order, unfit);
      try (ArrayFile file = ArrayFile.open(file(spoilt), format, access)) {
        assertThatExceptionOfType(FormatException.class)
            .isThrownBy(() -> file.as(element).read(Elements.of(TypedArrays.of(element, COUNT))))
            .withMessageStartingWith(
                "%s, byte %d: element %d is ", file.path(), 61 + place * width, place)
            .withMessageContaining(", which " + inMemory.label() + " (")
            .withMessageEndingWith(" does not hold");
      }
    }
  }

  /// A few of them.
  private List<Long> sample(List<Long> numbers) {
    return numbers.isEmpty() ? List.of() : List.of(numbers.getFirst(), any(numbers), any(numbers));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whatTheFileHoldsIsWrittenAndElseRefusedByName(
      DataType stored, ElementType element, ByteOrder order) throws IOException {
    int width = stored.bytes();
    DataType inMemory = DataType.of(element);
    List<Long> fitting = numbers(inMemory, stored, true);
    byte[] memory = new byte[COUNT * element.bytes()];
    long[] expected = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      long bits = any(fitting);
      put(memory, i * element.bytes(), element.bytes(), ByteOrder.nativeOrder(), bits);
      expected[i] = canonical(stored, bits(stored, stored(inMemory, bits)).orElseThrow());
    }
    Raw format = format(stored, order, COUNT);
    Access access = Access.readWrite().withThreads(1).withChunkBytes(4096);
    Path path = file(new byte[COUNT * width]);
    try (ArrayFile file = ArrayFile.open(path, format, access)) {
      file.as(element).write(Elements.of(array(element, memory)));
    }
    byte[] written = Arrays.copyOfRange(Files.readAllBytes(path), 61, 61 + COUNT * width);
    assertThat(canonical(stored, written, order)).isEqualTo(expected);
    for (long unfit : sample(numbers(inMemory, stored, false))) {
      byte[] spoilt = memory.clone();
      int place = random.nextInt(COUNT);
      put(spoilt, place * element.bytes(), element.bytes(), ByteOrder.nativeOrder(), unfit);
      try (ArrayFile file = ArrayFile.open(path, format, access)) {
        assertThatExceptionOfType(ArithmeticException.class)
            .isThrownBy(() -> file.as(element).write(Elements.of(array(element, spoilt))))
            .withMessageStartingWith("%s: element %d of memory is ", path, place)
            .withMessageContaining(", which " + label(stored) + " (")
            .withMessageEndingWith(" does not hold");
      }
      assertThat(Files.readAllBytes(path)).endsWith(written);
    }
  }

  /// The real type that a message names.
  private static String label(DataType type) {
    return switch (type) {
      case COMPLEX64 -> "float32";
      case COMPLEX128 -> "float64";
      default -> type.label();
    };
  }

  static Stream<FileEngine> engines() {
    return Engines.everyWay();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void selectionsOfAnyMemoryAreConvertedByEveryEngine(FileEngine engine) throws IOException {
    for (StorageOrder storage : StorageOrder.values()) {
      Raw format =
          Raw.of(DataType.UINT16, ByteOrder.BIG_ENDIAN, Shape.of(60, 70)).withStorage(storage);
      int[] numbers = IntStream.range(0, 4200).map(i -> i * 15).toArray();
      Path path = Files.write(folder.resolve("g"), new byte[8400]);
      Access access = Access.readWrite().withEngine(engine).withThreads(2);
      try (ArrayFile file = ArrayFile.open(path, format, access);
          Arena arena = Arena.ofConfined()) {
        ArrayFile ints = file.as(ElementType.INT);
        assertThat(ints.type()).isEqualTo(ElementType.INT);
        assertThat(ints.as(ElementType.CHAR).type()).isEqualTo(ElementType.CHAR);
        ints.write(numbers);
        int[] read = new int[4200];
        ints.read(read);
        assertThat(read).isEqualTo(numbers);
        Hyperslab odd = Hyperslab.at(3, 5).count(20, 30).stride(2, 2);
        double[] tile = new double[600];
        file.as(ElementType.DOUBLE).read(odd, tile);
        MemorySegment longs = arena.allocate(600 * 8 + 3).asSlice(3);
        file.as(ElementType.LONG).read(odd, longs);
        float[] framed = new float[40 * 60];
        Hyperslab places = Hyperslab.at(0, 1).count(20, 30).stride(2, 2);
        file.as(ElementType.FLOAT).read(odd, framed, Shape.of(40, 60), places);
        for (int i = 0; i < 600; i++) {
          int row = i / 30;
          int column = i % 30;
          int expected = numbers[(3 + 2 * row) * 70 + 5 + 2 * column];
          assertThat(tile[i]).isEqualTo(expected);
          assertThat(longs.get(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i)).isEqualTo(expected);
          assertThat(framed[2 * row * 60 + 1 + 2 * column]).isEqualTo(expected);
        }
        file.as(ElementType.LONG).write(odd, MemorySegment.ofArray(new long[600]));
        file.as(ElementType.FLOAT).write(odd, framed, Shape.of(40, 60), places);
        ints.read(read);
        assertThat(read).isEqualTo(numbers);
      }
    }
  }

  @Test
  void manyThreadsConvertWhatIsLong() throws IOException {
    int count = 5 << 20;
    Path path = folder.resolve("long.npy");
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i * 0.5f;
    }
    Npy format = Npy.of(ElementType.DOUBLE, Shape.of(count));
    try (ArrayFile file = ArrayFile.create(path, format, Creation.whenComplete())) {
      file.as(ElementType.FLOAT).write(numbers);
    }
    float[] read = new float[count];
    try (ArrayFile file = ArrayFile.open(path, Access.read().withThreads(4))) {
      ArrayFile floats = file.as(ElementType.FLOAT);
      floats.read(read);
      assertThat(Arrays.mismatch(read, numbers)).isEqualTo(-1);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> file.as(ElementType.SHORT).read(new short[count]))
          .withMessageContaining(", which int16 (-32768 to 32767) does not hold");
      floats.close();
      assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> file.read(read));
    }
    assertThat(Npy.readDoubles(path)[count - 1]).isEqualTo(numbers[count - 1]);
  }

  @ParameterizedTest
  @CsvSource({
    "UINT8, BYTE, 200, int8",
    "UINT16, SHORT, 50000, int16",
    "UINT16, BYTE, 200, int8",
    "UINT32, INT, 4000000000, int32",
    "UINT32, SHORT, 4000000000, int16",
    "UINT64, INT, 18446744073709551615, int32",
    "INT64, CHAR, -1, uint16"
  })
  void anUnsignedNumberThatDoesNotFitIsNamedAsItIs(
      DataType type, ElementType memory, String number, String held) {
    boolean negative = number.startsWith("-");
    long bits = negative ? Long.parseLong(number) : Long.parseUnsignedLong(number);
    MemorySegment packed = Arena.ofAuto().allocate(8);
    packed.set(ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN), 0, bits);
    Kernel kernel = Kernel.forArrays(type, ByteOrder.LITTLE_ENDIAN, memory);
    Object array = Array.newInstance(memory.arrayClass().componentType(), 1);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> kernel.unpack(packed, 0, type.bytes(), array, 0, 1, 1))
        .withMessageMatching(number + ", which " + held + " \\(.*\\) does not hold");
  }

  @Test
  void soIsACharacterThatTheFileDoesNotHold() throws IOException {
    Path path = folder.resolve("shorts.npy");
    Npy.write(path, Shape.of(1), new short[1]);
    try (ArrayFile file = ArrayFile.open(path, Access.readWrite())) {
      assertThatExceptionOfType(ArithmeticException.class)
          .isThrownBy(() -> file.as(ElementType.CHAR).write(new char[] {50000}))
          .withMessageContaining("element 0 of memory is 50000, which int16");
    }
  }

  @Test
  void aFileThatGotAMisfitDoesNotAppear() throws IOException {
    Path path = folder.resolve("new.npy");
    ArrayFile file =
        ArrayFile.create(path, Npy.of(ElementType.BYTE, Shape.of(2)), Creation.whenComplete());
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> file.as(ElementType.INT).write(new int[] {1, 300}))
        .withMessage(
            "%s: element 1 of memory is 300, which int8 (-128 to 127) does not hold", path);
    assertThatExceptionOfType(IOException.class).isThrownBy(file::close);
    assertThat(path).doesNotExist();
  }

  @Test
  void memoryIsOfTheOtherType() throws IOException {
    Path path = folder.resolve("doubles.npy");
    Npy.write(path, Shape.of(2), new double[] {1, 2});
    try (ArrayFile file = ArrayFile.open(path)) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> file.as(ElementType.INT).read(new double[2]));
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> file.read(new int[2]))
          .withMessageContaining("or convert by ArrayFile.as");
      assertThat(file.as(ElementType.DOUBLE)).isSameAs(file);
      Object empty = Array.newInstance(int.class, 0);
      file.as(ElementType.INT).readAt(2, Elements.of(empty), 0, 0);
    }
  }
}
