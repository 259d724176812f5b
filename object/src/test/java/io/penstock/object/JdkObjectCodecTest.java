package io.penstock.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneId;
import java.time.chrono.HijrahChronology;
import java.time.chrono.HijrahEra;
import java.time.chrono.IsoChronology;
import java.time.chrono.IsoEra;
import java.time.chrono.JapaneseChronology;
import java.time.chrono.MinguoEra;
import java.time.chrono.ThaiBuddhistDate;
import java.time.chrono.ThaiBuddhistEra;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkObjectCodecTest {
  private static final JdkObjectCodec BASIC = JdkObjectCodec.allowing();
  private static final JdkObjectCodec CELLS =
      JdkObjectCodec.allowing(Cell.class, Cell.Kind.class, Cell.Point.class);

  @SuppressWarnings("JdkObsolete") // users have linked lists all the same
  static List<Object> basics() {
    EnumMap<Cell.Kind, String> enumMap = new EnumMap<>(Cell.Kind.class);
    enumMap.put(Cell.Kind.FLUID, "water");
    return List.of(
        "text",
        "long".repeat(30_000),
        true,
        (byte) 1,
        (short) 2,
        'c',
        3,
        4L,
        5f,
        6d,
        new BigInteger("12345678901234567890"),
        new BigDecimal("1.5"),
        new UUID(1, 2),
        Instant.EPOCH,
        LocalDate.of(2026, 11, 21),
        Duration.ofNanos(3),
        BitSet.valueOf(new long[] {5}),
        new ArrayList<>(List.of(1, "b")),
        new LinkedList<>(List.of(1, 2)),
        List.of(),
        List.of(1, 2, 3),
        Set.of("a"),
        Map.of(1, "x"),
        Arrays.asList(1, null, 3),
        new HashMap<>(Map.of("k", List.of(1))),
        new LinkedHashMap<>(Map.of("k", 1)),
        new TreeMap<>(Map.of("k", 1)),
        new HashSet<>(Set.of(1, 2)),
        new LinkedHashSet<>(List.of(2, 1)),
        new TreeSet<>(Set.of(2, 1)),
        Map.entry(1, 2) instanceof Serializable ? Map.entry(1, 2) : 0,
        Collections.emptyList(),
        Collections.singletonMap(1, 2),
        Collections.unmodifiableList(new ArrayList<>(List.of(1))),
        EnumSet.of(Cell.Kind.SOLID),
        enumMap,
        Cell.Kind.FLUID,
        new Cell.Point(1, Double.NaN),
        new Cell(1, Cell.Kind.FLUID, new Cell.Point(1, 2), true, new byte[] {1, 2}, "a", "b"));
  }

  private static byte[] encoded(ObjectCodec codec, Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    codec.encode(value, bytes);
    return bytes.toByteArray();
  }

  /// As anyone can write them, without any codec.
  private static byte[] serialized(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object decoded(ObjectCodec codec, byte[] bytes) throws IOException {
    return codec.decode(new ByteArrayInputStream(bytes));
  }

  private static void assertRefused(ObjectCodec codec, byte[] bytes, String why) {
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> decoded(codec, bytes))
        .withMessageContaining(why)
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest
  @MethodSource("basics")
  void anAllowedObjectComesBackEqual(Object value) throws IOException {
    assertThat(decoded(CELLS, encoded(CELLS, value))).isEqualTo(value).hasSameClassAs(value);
  }

  @Test
  void arraysComeBackEqual() throws IOException {
    Object[] arrays = {
      new int[] {1, 2}, new double[2][3], new String[] {"a", null}, new boolean[1], new Object[0]
    };
    assertThat(Arrays.deepToString((Object[]) decoded(BASIC, encoded(BASIC, arrays))))
        .isEqualTo(Arrays.deepToString(arrays));
    Cell.Point[][] points = {{new Cell.Point(1, 2)}, {}};
    assertThat(decoded(CELLS, encoded(CELLS, points))).isEqualTo(points);
  }

  @Test
  void sharedAndCircularReferencesAreKept() throws IOException {
    Cell cell = new Cell(7, Cell.Kind.SOLID, new Cell.Point(0, 0), false, new byte[0]);
    cell.next = cell;
    Cell back = (Cell) decoded(CELLS, encoded(CELLS, cell));
    assertThat(back.next).isSameAs(back);
    assertThat(back.id).isEqualTo(7);
  }

  @Test
  void oneObjectIsReadAndNotAByteBeyond() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object value : basics()) {
      CELLS.encode(value, bytes);
    }
    InputStream in = new ByteArrayInputStream(bytes.toByteArray());
    for (Object value : basics()) {
      assertThat(CELLS.decode(in)).isEqualTo(value);
    }
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void aClassThatIsNotAllowedIsNeitherWrittenNorRead() throws IOException {
    File file = new File("x");
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> encoded(BASIC, List.of(file)))
        .withMessage("class java.io.File is not allowed; name it in JdkObjectCodec.allowing");
    assertRefused(BASIC, serialized(file), "class java.io.File is not allowed");
    assertRefused(BASIC, serialized(new File[0]), "class [Ljava.io.File; is not allowed");
    assertRefused(BASIC, serialized(Cell.Kind.SOLID), "is not allowed");
    assertRefused(BASIC, serialized(File.class), "is not allowed");
    assertThat(decoded(JdkObjectCodec.allowing(File.class), serialized(file))).isEqualTo(file);
  }

  @Test
  void namesFromTheStreamReachNoTerminalAsTheyAre() throws IOException {
    byte[] bytes = replaced(serialized(new File("x")), "java.io.File", "j\033[2J\n\u007f.File");
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> decoded(BASIC, bytes))
        .withMessageContaining("class j\\u{1b}[2J\\u{a}\\u{7f}.File")
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).chars().filter(Character::isISOControl))
                    .isEmpty());
    assertThat(new ObjectException("\u202e\u2028" + "x".repeat(70_000)))
        .hasMessageStartingWith("\\u{202e}\\u{2028}xxx")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1100));
  }

  @Test
  void whatJavaTimeHasIsAllowed() throws IOException {
    List<Object> times =
        List.of(
            DayOfWeek.MONDAY,
            Month.MAY,
            ChronoUnit.DAYS,
            ChronoField.EPOCH_DAY,
            IsoFields.QUARTER_OF_YEAR,
            JulianFields.JULIAN_DAY,
            WeekFields.ISO,
            ValueRange.of(1, 12),
            IsoChronology.INSTANCE,
            HijrahChronology.INSTANCE,
            JapaneseChronology.INSTANCE,
            ThaiBuddhistDate.of(2560, 1, 1),
            MinguoEra.ROC,
            IsoEra.CE,
            ThaiBuddhistEra.BE,
            HijrahEra.AH,
            IsoChronology.INSTANCE.period(1, 2, 3),
            HijrahChronology.INSTANCE.period(1, 2, 3),
            ZoneId.of("Europe/Berlin"),
            ZoneId.of("Europe/Berlin").getRules());
    for (Object time : times) {
      assertThat(decoded(BASIC, encoded(BASIC, time))).as("%s", time).isEqualTo(time);
    }
  }

  @Test
  void aResetBeforeTheObjectMeansNothing() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.reset();
      out.reset();
      out.writeObject(List.of(1, 2));
    }
    assertThat(decoded(BASIC, bytes.toByteArray())).isEqualTo(List.of(1, 2));
  }

  private static byte[] annotated(Object value, Object annotation) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out =
        new ObjectOutputStream(bytes) {
          @Override
          protected void annotateClass(Class<?> type) throws IOException {
            if (type != annotation.getClass()) {
              writeInt(7);
              writeObject(annotation);
            }
          }
        }) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  // As RMI writes where a class may be loaded from.
  @Test
  void annotationsOfClassesArePassedOverAndJudgedAsAllElse() throws IOException {
    Object value = new ArrayList<>(List.of(1, new BigInteger("2")));
    assertThat(decoded(BASIC, annotated(value, "http://there"))).isEqualTo(value);
    assertRefused(BASIC, annotated(value, new File("x")), "class java.io.File is not allowed");
    JdkObjectCodec narrow = BASIC.within(ObjectLimits.defaults().unfolded(10));
    assertRefused(narrow, annotated(value, new Integer[20]), "unfolds to more objects");
  }

  @Test
  void aClassThatIsNotThereIsRefusedByName() throws IOException {
    JdkObjectCodec wide = BASIC.andPackagesOf(Cell.class);
    byte[] bytes = serialized(new Cell.Point(1, 2));
    assertThat(decoded(wide, bytes)).isEqualTo(new Cell.Point(1, 2));
    assertRefused(wide, replaced(bytes, "Point", "Paint"), "io.penstock.object.Cell$Paint");
    assertRefused(BASIC, replaced(bytes, "Point", "Paint"), "is not allowed");
  }

  @Test
  void anEnumConstantThatIsNotThereIsRefused() throws IOException {
    assertRefused(CELLS, replaced(serialized(Cell.Kind.SOLID), "SOLID", "SOILD"), "SOILD");
  }

  private static byte[] replaced(byte[] bytes, String old, String with) {
    return new String(bytes, StandardCharsets.ISO_8859_1)
        .replace(old, with)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void packagesOfTheJdkAreNotAllowedAsAWhole() {
    assertThatIllegalArgumentException().isThrownBy(() -> BASIC.andPackagesOf(List.class));
  }

  @Test
  void proxiesAndLambdasAreRefused() throws IOException {
    Object proxy =
        Proxy.newProxyInstance(
            JdkObjectCodecTest.class.getClassLoader(),
            new Class<?>[] {Comparable.class},
            (java.lang.reflect.InvocationHandler & Serializable) (_, _, _) -> 0);
    JdkObjectCodec wide = BASIC.andPackagesOf(Cell.class);
    assertRefused(wide, serialized(proxy), "proxy");
    assertThatExceptionOfType(ObjectException.class).isThrownBy(() -> encoded(wide, proxy));
    Runnable lambda = (Runnable & Serializable) () -> {};
    assertRefused(wide, serialized(lambda), "SerializedLambda is not allowed");
  }

  @Test
  void whatIsNotSerializableIsRefusedByName() {
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> encoded(BASIC, List.of(new Object())))
        .withMessage("class java.lang.Object is not serializable");
  }

  private static Object nested(int depth) {
    Object value = "core";
    for (int i = 0; i < depth; i++) {
      value = new ArrayList<>(Collections.singletonList(value));
    }
    return value;
  }

  @Test
  void aGraphDeeperThanTheLimitIsRefused() throws IOException {
    assertThat(decoded(BASIC, serialized(nested(198)))).isEqualTo(nested(198));
    assertRefused(BASIC, serialized(nested(250)), "objects nested deeper than the limit of 200");
    JdkObjectCodec deep = BASIC.within(ObjectLimits.defaults().depth(500));
    assertThat(decoded(deep, serialized(nested(250)))).isEqualTo(nested(250));
  }

  @Test
  void aGraphDeeperThanTheStackIsAnErrorOnEitherSide() throws Exception {
    Object deep = nested(1_000_000);
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> encoded(BASIC, deep))
        .withMessageContaining("nested too deeply");
    byte[] bytes = deepBytes(1_000_000);
    assertRefused(BASIC, bytes, "deeper than the limit");
    ObjectLimits none =
        ObjectLimits.defaults().depth(Integer.MAX_VALUE).references(1L << 40).unfolded(1L << 40);
    assertRefused(BASIC.within(none), bytes, "nested too deeply");
  }

  /// Object arrays in object arrays.
  private static byte[] deepBytes(int depth) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] head = serialized(new Object[1]);
    bytes.write(head, 0, head.length - 1);
    for (int i = 1; i < depth; i++) {
      bytes.writeBytes(new byte[] {0x75, 0x71, 0x00, 0x7e, 0, 0, 0, 0, 0, 1});
    }
    bytes.write(0x70);
    return bytes.toByteArray();
  }

  private static Object bomb(int depth) {
    Set<Object> root = new HashSet<>();
    Set<Object> first = root;
    Set<Object> second = new HashSet<>();
    for (int i = 0; i < depth; i++) {
      Set<Object> next = new HashSet<>(Set.of("t" + i));
      Set<Object> other = new HashSet<>();
      first.add(next);
      first.add(other);
      second.add(next);
      second.add(other);
      first = next;
      second = other;
    }
    return root;
  }

  /// A set of lists that hold the same list many times, and so on.
  private static Object shallowBomb(int depth, int width) {
    List<Object> list = new ArrayList<>(List.of("core"));
    for (int i = 0; i < depth; i++) {
      list = new ArrayList<>(Collections.nCopies(width, list));
    }
    return Collections.singletonList(list);
  }

  @ParameterizedTest
  @ValueSource(ints = {25, 60, 90})
  void aSetOfSetsThatWouldTakeForeverIsRefused(int depth) throws IOException {
    assertRefused(BASIC, serialized(bomb(depth)), "than the limit of 10000000");
  }

  @Test
  void arraysThatUnfoldWithoutEndAreRefused() throws IOException {
    Object[] arrays = {};
    for (int i = 0; i < 40; i++) {
      arrays = new Object[] {arrays, arrays};
    }
    assertRefused(BASIC, serialized(arrays), "unfolds to more objects than the limit");
  }

  @Test
  void aFlatBombIsRefusedToo() throws IOException {
    assertRefused(BASIC, serialized(shallowBomb(6, 50)), "unfolds to more objects than the limit");
    assertThat(decoded(BASIC, serialized(shallowBomb(2, 50)))).isEqualTo(shallowBomb(2, 50));
  }

  @Test
  void aHugeArrayThatIsClaimedTakesNoMemory() throws IOException {
    for (Object array : new Object[] {new byte[0], new long[0], new String[0], new int[0][0]}) {
      byte[] claimed = serialized(array);
      claimed[claimed.length - 4] = 0x7f;
      claimed[claimed.length - 1] = -9;
      assertRefused(BASIC, claimed, "an array of 2130706679 elements, above the limit");
      claimed[claimed.length - 4] = 0;
      claimed[claimed.length - 3] = 0x7f;
      assertRefused(BASIC, claimed, "it ends after %d bytes".formatted(claimed.length));
      claimed[claimed.length - 4] = -1;
      assertRefused(BASIC, claimed, "negative length");
    }
  }

  @Test
  void aHashTableThatIsClaimedTakesNoMemory() throws IOException {
    byte[] map = serialized(new HashMap<>(Map.of(1, 2)));
    byte[] claimed = replaced(map, "\0\0\0\2\0\0\0\1", "\0\0\0\2\0\177\0\1");
    assertThat(claimed).isNotEqualTo(map);
    assertRefused(BASIC, claimed, "the object cannot be read");
    byte[] thin = replaced(map, "?@\0\0", "\0\0\0\1");
    assertThat(thin).isNotEqualTo(map);
    assertThat(decoded(BASIC, thin)).isEqualTo(Map.of(1, 2));
  }

  @Test
  void moreReferencesThanTheLimitAreRefused() throws IOException {
    JdkObjectCodec few = BASIC.within(ObjectLimits.defaults().references(100));
    assertRefused(
        few,
        serialized(new ArrayList<>(Collections.nCopies(101, "same"))),
        "more references than the limit of 100");
  }

  /// Fields of a byte without a name: three bytes of the stream, and some fifty of memory.
  @Test
  void moreFieldsOfClassesThanReferencesAreRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {(byte) 0xac, (byte) 0xed, 0, 5, 0x73});
    for (int i = 0; i < 4; i++) {
      out.writeByte(0x72);
      out.writeUTF("java.lang.Integer");
      out.writeLong(1);
      out.writeByte(2);
      out.writeShort(0xffff);
      for (int field = 0; field < 0xffff; field++) {
        out.write(new byte[] {'B', 0, 0});
      }
      out.writeByte(0x78);
    }
    assertRefused(
        BASIC, bytes.toByteArray(), "more fields of classes than the limit of references, 200000");
  }

  @Test
  void arraysInTheNameOfAnElementAreNoClass() throws IOException {
    byte[] bytes = serialized(new String[0][0]);
    assertThat(decoded(BASIC, bytes)).isEqualTo(new String[0][0]);
    byte[] other = replaced(bytes, "\0\24[[Ljava.lang.String;", "\0\26[L[Ljava.lang.String;;");
    assertThat(other).isNotEqualTo(bytes);
    assertRefused(BASIC, other, "class [L[Ljava.lang.String;; is not allowed");
  }

  @Test
  void longerArraysThanTheLimitAreRefused() throws IOException {
    JdkObjectCodec few = BASIC.within(ObjectLimits.defaults().arrayLength(10));
    assertThat(decoded(few, serialized(new byte[10]))).isEqualTo(new byte[10]);
    assertRefused(few, serialized(new byte[11]), "an array of 11 elements");
    assertRefused(few, serialized(new ArrayList<>(Collections.nCopies(11, 1))), "cannot be read");
  }

  @Test
  void moreBytesThanTheLimitAreRefused() throws IOException {
    byte[] bytes = serialized("x".repeat(100));
    JdkObjectCodec exact = BASIC.within(ObjectLimits.defaults().bytes(bytes.length));
    assertThat(decoded(exact, bytes)).isEqualTo("x".repeat(100));
    assertRefused(
        BASIC.within(ObjectLimits.defaults().bytes(bytes.length - 1)),
        bytes,
        "longer than the limit of %d bytes".formatted(bytes.length - 1));
  }

  @Test
  void nullsAreBytesToo() throws IOException {
    byte[] bytes = serialized(new Object[1000]);
    assertRefused(
        BASIC.within(ObjectLimits.defaults().bytes(bytes.length - 1)),
        bytes,
        "longer than the limit of %d bytes".formatted(bytes.length - 1));
  }

  @ParameterizedTest
  @MethodSource("basics")
  void anObjectThatIsCutAnywhereIsRefused(Object value) throws IOException {
    byte[] whole = encoded(CELLS, value);
    int step = Math.max(1, whole.length / 500);
    for (int length = 0; length < whole.length; length += step) {
      assertRefused(
          CELLS, Arrays.copyOf(whole, length), "it ends after %d bytes".formatted(length));
    }
  }

  @Test
  void anExceptionInAReadObjectMethodDoesNotEscape() throws IOException {
    byte[] cell =
        serialized(new Cell(1, Cell.Kind.SOLID, new Cell.Point(1, 2), true, new byte[] {1, 2}));
    byte[] changed = replaced(cell, "\0\0\0\2q", "\0\0\0\3q");
    assertThat(changed).isNotEqualTo(cell);
    assertRefused(CELLS, changed, "does not make sense");
  }

  @Test
  void limitsThatAllowNothingAreRefused() {
    ObjectLimits limits = ObjectLimits.defaults();
    assertThatIllegalArgumentException().isThrownBy(() -> limits.depth(0));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.references(0));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.unfolded(0));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.arrayLength(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.bytes(0));
    assertThatIllegalArgumentException().isThrownBy(() -> limits.bytes(1L << 31));
  }

  @Test
  void arrayDequesComeBack() throws IOException {
    ArrayDeque<Object> deque = new ArrayDeque<>(List.of(1, 2, 3));
    ArrayDeque<?> back = (ArrayDeque<?>) decoded(BASIC, encoded(BASIC, deque));
    assertThat(back.toArray()).containsExactly(1, 2, 3);
  }

  @Test
  void anArrayByItselfHasAHeaderAndKeepsToTheLimits() throws IOException {
    byte[] bytes = encoded(BASIC, new int[] {1, 2, 3});
    assertThat(bytes).hasSize(24).startsWith(0xa7, 0x7a, 'I');
    byte[] swapped = {(byte) 0xa7, 0x7a, 'S', 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 3, 4};
    assertThat(decoded(BASIC, swapped)).isEqualTo(new short[] {0x0102, 0x0304});
    swapped[3] = 1;
    assertThat(decoded(BASIC, swapped)).isEqualTo(new short[] {0x0201, 0x0403});
    swapped[3] = 2;
    assertRefused(BASIC, swapped, "byte 3: unknown byte order 2");
    bytes[2] = 'Q';
    assertRefused(BASIC, bytes, "byte 2: an array of the unknown type 0x51");
    bytes[2] = 'Z';
    bytes[12] = 7;
    assertRefused(BASIC, bytes, "byte 12: a boolean of value 7");
    bytes[4] = -1;
    assertRefused(BASIC, bytes, "elements, above the limit of 16777216");
    JdkObjectCodec few = BASIC.within(ObjectLimits.defaults().arrayLength(10));
    assertRefused(few, encoded(BASIC, new byte[11]), "an array of 11 elements");
    JdkObjectCodec small = BASIC.within(ObjectLimits.defaults().bytes(100));
    assertThat(decoded(small, encoded(BASIC, new long[11]))).isEqualTo(new long[11]);
    assertRefused(small, encoded(BASIC, new long[12]), "longer than the limit of 100 bytes");
  }
}
