package io.penstock.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HashedKeysTest {
  private static final JdkObjectCodec CODEC =
      JdkObjectCodec.allowing(
          Place.class,
          Part.class,
          Own.class,
          Constant.class,
          Hashtable.class,
          Properties.class,
          Cell.Kind.class);
  private static final JdkObjectCodec LARGE =
      CODEC.within(ObjectLimits.defaults().references(10_000_000).bytes(1 << 30));

  record Place(int x, int y) implements Serializable {}

  record Part(int number, String name) implements Serializable {}

  /// A class with a hash code of its own.
  private static final class Own implements Serializable {
    private static final long serialVersionUID = 1;
    private static int factor = 31;
    private final int number;

    Own(int number) {
      this.number = number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Own that && number == that.number;
    }

    @Override
    public int hashCode() {
      return factor * number;
    }
  }

  /// A class whose objects all have the same hash code, and an order that says nothing.
  private record Constant(int number) implements Serializable, Comparable<Constant> {
    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public int compareTo(Constant other) {
      return 0;
    }
  }

  private static byte[] serialized(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  private static Object decoded(JdkObjectCodec codec, byte[] bytes) throws IOException {
    return codec.decode(new ByteArrayInputStream(bytes));
  }

  private static void assertRefused(JdkObjectCodec codec, byte[] bytes, String why) {
    assertThatExceptionOfType(ObjectException.class)
        .isThrownBy(() -> decoded(codec, bytes))
        .withMessageContaining(why);
  }

  private static JdkObjectCodec comparing(long steps) {
    return CODEC.within(ObjectLimits.defaults().comparisons(steps));
  }

  private static <T> List<T> list(int count, IntFunction<T> each) {
    return IntStream.range(0, count).mapToObj(each).toList();
  }

  private static Map<Object, Object> map(Collection<?> keys) {
    return keys.stream().collect(Collectors.toMap(Function.identity(), _ -> 1));
  }

  @SuppressWarnings("JdkObsolete") // users have such tables all the same
  static Stream<Object> ordinary() {
    int keys = 16_000;
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    List<String> texts = list(keys, i -> "user-" + i);
    Properties properties = new Properties();
    properties.putAll(map(texts));
    return Stream.of(
        new HashSet<>(list(keys, LocalDate::ofEpochDay)),
        new HashSet<>(list(keys, start::plusSeconds)),
        new HashSet<>(list(keys, i -> LocalDateTime.ofEpochSecond(i * 60L, 0, ZoneOffset.UTC))),
        new HashSet<>(list(keys, Duration::ofMinutes)),
        new HashSet<>(list(keys, i -> new Part(i, "part " + i))),
        new HashSet<>(list(keys, i -> new Place(i % 200, i / 200))),
        new HashSet<>(list(keys, Own::new)),
        new LinkedHashSet<>(list(keys, i -> BigDecimal.valueOf(i, 2))),
        new HashSet<>(list(keys, i -> new AbstractMap.SimpleEntry<>(i, "v" + i))),
        new HashSet<>(list(keys, i -> i % 2 == 0 ? (Object) i : "text " + i)),
        map(list(keys, i -> List.of(i, "a"))),
        map(list(keys / 10, i -> new HashSet<>(list(4, j -> 7 * i + j * j)))),
        Set.copyOf(texts),
        Set.copyOf(list(keys, i -> i * 0.5)),
        Set.copyOf(list(keys, i -> new UUID(i, i * 31L).toString())),
        Map.copyOf(map(texts)),
        new Hashtable<>(map(texts)),
        properties);
  }

  @ParameterizedTest
  @MethodSource("ordinary")
  void ordinaryTablesOfManyKeysPass(Object table) throws IOException {
    assertThat(decoded(LARGE, serialized(table))).isEqualTo(table);
  }

  /// Strings with the same hash code.
  private static List<String> colliding(int count) {
    return list(
        count,
        i ->
            IntStream.range(0, 16)
                .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining()));
  }

  /// As [List#hashCode] sees them.
  private static List<List<Integer>> collidingLists(int count) {
    return list(count, i -> List.of(i, -31 * i));
  }

  @SuppressWarnings("JdkObsolete") // users have such tables all the same
  static Stream<Object> colliding() {
    int keys = 200;
    List<Object> mixed = new ArrayList<>();
    mixed.add(new String(new char[] {0}));
    mixed.addAll(list(keys, i -> (long) i << 32 | i)); // hash code 0
    List<Object> nulls = new ArrayList<>(mixed);
    nulls.addAll(1, Collections.nCopies(keys, null));
    return Stream.of(
        new HashSet<>(collidingLists(keys)),
        new LinkedHashSet<>(collidingLists(keys)),
        map(collidingLists(keys)),
        new HashSet<>(list(keys, Constant::new)),
        new HashSet<>(list(keys, i -> new Place(i, -31 * i))),
        new HashSet<>(list(keys, i -> new AbstractMap.SimpleEntry<>(i, i))),
        new HashSet<>(mixed),
        new HashSet<>(nulls),
        Set.copyOf(colliding(keys)),
        Map.copyOf(map(colliding(keys))),
        Set.copyOf(list(keys, i -> 2 * keys * i)), // one place, many hash codes
        new Hashtable<>(map(colliding(keys))),
        List.of(collidingLists(keys), new HashSet<>(collidingLists(keys))));
  }

  @ParameterizedTest
  @MethodSource("colliding")
  void keysThatAreComparedWithEachOtherCount(Object table) throws IOException {
    long pairs = 200 * 199 / 2;
    assertRefused(comparing(pairs - 1), serialized(table), "take more steps than the limit");
    assertThat(decoded(comparing(20 * pairs), serialized(table))).isEqualTo(table);
  }

  @Test
  void aStreamOfCollidingKeysIsRefusedByDefault() throws IOException {
    byte[] table = serialized(new HashSet<>(list(15_000, Own::new)));
    assertThat(decoded(CODEC, table)).isInstanceOf(HashSet.class);
    Own.factor = 0;
    try {
      assertRefused(CODEC, table, "take more steps than the limit of 100000000");
    } finally {
      Own.factor = 31;
    }
  }

  @Test
  void keysOfOneClassWithAnOrderCostLittle() throws IOException {
    Set<String> texts = new HashSet<>(colliding(60_000));
    assertThat(decoded(CODEC, serialized(texts))).isEqualTo(texts);
  }

  @Test
  void longKeysCountByTheirBytes() throws IOException {
    String prefix = "x".repeat(640);
    Set<String> texts = Set.copyOf(colliding(50).stream().map(prefix::concat).toList());
    assertRefused(comparing(10 * 50 * 49 / 2), serialized(texts), "take more steps");
    assertThat(decoded(comparing(12 * 50 * 49 / 2), serialized(texts))).isEqualTo(texts);
  }

  @Test
  void equalTablesLookUpTheKeysOfEachOther() throws IOException {
    Set<Set<List<Integer>>> sets = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      Set<List<Integer>> set = new HashSet<>(collidingLists(50));
      set.add(List.of(1_000_000 + i, -31 * (1_000_000 + i)));
      sets.add(set);
    }
    long inside = 10 * 51 * 50 / 2 * 3;
    assertRefused(comparing(inside + 45 * 154 * 40), serialized(sets), "take more steps");
    assertThat(decoded(comparing(inside + 45 * 154 * 60), serialized(sets))).isEqualTo(sets);
  }

  @Test
  void aKeyThatTakesLongToHashIsRefused() throws IOException {
    BigInteger large = BigInteger.ONE.shiftLeft(1_000_000);
    List<Object> much = new ArrayList<>(Collections.nCopies(6000, large));
    assertThat(decoded(CODEC, serialized(much))).isEqualTo(much);
    assertRefused(
        CODEC,
        serialized(new HashSet<>(Set.of(much))),
        "hash codes take more steps than the limit");
  }

  @Test
  void keysMayComeBackFromElsewhere() throws IOException {
    List<String> texts = colliding(100);
    Cell.Kind kind = Cell.Kind.SOLID;
    List<Object> all =
        List.of(kind, texts, Set.copyOf(texts), map(List.of("SOLID", kind, int[].class, 7)), kind);
    JdkObjectCodec codec = CODEC.and(Class.class);
    assertThat(decoded(codec, serialized(all))).isEqualTo(all);
    assertRefused(comparing(1000), serialized(all), "take more steps than the limit of 1000");
  }

  @Test
  void aSetMayHoldWhatHoldsIt() throws IOException {
    Object[] all = new Object[2];
    all[0] = new HashSet<>(Arrays.asList(all, null, "text"));
    all[1] = Set.of(all, 2);
    Object[] back = (Object[]) decoded(CODEC, serialized(all));
    assertThat(((Set<?>) back[0]).contains(back)).isTrue();
    assertThat(((Set<?>) back[1]).contains(back)).isTrue();
  }

  private static byte[] replaced(byte[] bytes, String old, String with) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    assertThat(text).contains(old);
    return text.replace(old, with).getBytes(StandardCharsets.ISO_8859_1);
  }

  @SuppressWarnings("JdkObsolete") // users have such tables all the same
  @Test
  void tablesOfAnotherFormAreRefused() throws IOException {
    byte[] set = serialized(Set.of(1, 2, 3));
    assertRefused(
        CODEC, replaced(set, "\0\3tag", "\0\3gat"), "not the form that java.util.CollSer");
    assertRefused(CODEC, replaced(set, "w\4\0\0\0\3", "w\4\0\0\0\2"), "of another length");
    assertRefused(CODEC, replaced(set, "w\4\0\0\0\3", "w\5\0\0\0\3\0"), "no size");
    byte[] chained = serialized(new Hashtable<>(Map.of(1, 2)));
    assertRefused(
        CODEC,
        replaced(chained, "threshold", "threshole"),
        "not the form that java.util.Hashtable");
  }

  @Test
  void aRecordThatWritesMoreThanItsComponentsIsRefused() throws IOException {
    byte[] place = serialized(new Place(1, 2));
    String flags = "\2\0\2I\0\1x";
    byte[] more = replaced(place, flags, "\3" + flags.substring(1));
    byte[] ended = Arrays.copyOf(more, more.length + 1);
    ended[more.length] = 0x78;
    assertRefused(CODEC, ended, "a record that writes more than its components");
  }

  @Test
  void emptyTablesAndNullsPass() throws IOException {
    Map<Object, Object> nothing = new HashMap<>();
    nothing.put(null, null);
    for (Object table : List.of(Set.of(), Map.of(), new HashSet<>(), nothing)) {
      assertThat(decoded(comparing(0), serialized(table))).isEqualTo(table);
    }
  }
}
