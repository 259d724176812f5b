package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Elements;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A section of random elements, and random ways to write and to read it.
///
/// The oracle knows single elements alone: `Array.get` and `Array.set`.
final class RandomSection {
  private static final List<SectionType> TYPES =
      Stream.of(SectionType.values()).filter(type -> type != SectionType.OBJECT).toList();

  private static final int MOST_PIECES = 4;
  private static final int MOST_ELEMENTS = 200;

  private final SectionType type;

  /// What the section holds, as an array of its type.
  private Object expected;

  private RandomSection(SectionType type) {
    this.type = type;
    this.expected = array(0);
  }

  static RandomSection next(SplittableRandom random) {
    return new RandomSection(TYPES.get(random.nextInt(TYPES.size())));
  }

  private Object array(int length) {
    return Array.newInstance(component(), length);
  }

  private Class<?> component() {
    return switch (type) {
      case BYTE -> byte.class;
      case SHORT -> short.class;
      case CHAR -> char.class;
      case INT -> int.class;
      case LONG -> long.class;
      case FLOAT -> float.class;
      case DOUBLE -> double.class;
      case BOOLEAN -> boolean.class;
      case OBJECT -> throw new AssertionError();
    };
  }

  private Object randomArray(int length, SplittableRandom random) {
    Object array = array(length);
    for (int i = 0; i < length; i++) {
      long bits = random.nextLong();
      switch (type) {
        case BYTE -> Array.setByte(array, i, (byte) bits);
        case SHORT -> Array.setShort(array, i, (short) bits);
        case CHAR -> Array.setChar(array, i, (char) bits);
        case INT -> Array.setInt(array, i, (int) bits);
        case LONG -> Array.setLong(array, i, bits);
        case FLOAT -> Array.setFloat(array, i, random.nextFloat());
        case DOUBLE -> Array.setDouble(array, i, random.nextDouble());
        case BOOLEAN -> Array.setBoolean(array, i, bits < 0);
        case OBJECT -> throw new AssertionError();
      }
    }
    return array;
  }

  /// The same elements in a segment, on the heap or off it, at any alignment.
  private MemorySegment segment(Object array, SplittableRandom random) {
    int length = Array.getLength(array);
    long bytes = (long) length * type.bytes();
    long shift = random.nextInt(4);
    MemorySegment segment =
        random.nextBoolean()
            ? Arena.ofAuto().allocate(bytes + shift).asSlice(shift, bytes)
            : MemorySegment.ofArray(new byte[(int) (bytes + shift)]).asSlice(shift, bytes);
    for (int i = 0; i < length; i++) {
      set(segment, i, array);
    }
    return segment;
  }

  private void set(MemorySegment s, int i, Object a) {
    long at = (long) i * type.bytes();
    switch (type) {
      case BYTE -> s.set(ValueLayout.JAVA_BYTE, at, Array.getByte(a, i));
      case SHORT -> s.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Array.getShort(a, i));
      case CHAR -> s.set(ValueLayout.JAVA_CHAR_UNALIGNED, at, Array.getChar(a, i));
      case INT -> s.set(ValueLayout.JAVA_INT_UNALIGNED, at, Array.getInt(a, i));
      case LONG -> s.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Array.getLong(a, i));
      case FLOAT -> s.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, Array.getFloat(a, i));
      case DOUBLE -> s.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, Array.getDouble(a, i));
      case BOOLEAN -> s.set(ValueLayout.JAVA_BOOLEAN, at, Array.getBoolean(a, i));
      case OBJECT -> throw new AssertionError();
    }
  }

  private Object element(Object memory, int i) {
    if (!(memory instanceof MemorySegment s)) {
      return Array.get(memory, i);
    }
    long at = (long) i * type.bytes();
    return switch (type) {
      case BYTE -> s.get(ValueLayout.JAVA_BYTE, at);
      case SHORT -> s.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      case CHAR -> s.get(ValueLayout.JAVA_CHAR_UNALIGNED, at);
      case INT -> s.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case LONG -> s.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      case FLOAT -> s.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case DOUBLE -> s.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      case BOOLEAN -> s.get(ValueLayout.JAVA_BOOLEAN, at);
      case OBJECT -> throw new AssertionError();
    };
  }

  private void expect(Object array, int[] positions) {
    int before = Array.getLength(expected);
    Object longer = array(before + positions.length);
    System.arraycopy(expected, 0, longer, 0, before);
    for (int i = 0; i < positions.length; i++) {
      Array.set(longer, before + i, Array.get(array, positions[i]));
    }
    expected = longer;
  }

  void write(MessageBuffer message, SplittableRandom random) {
    switch (random.nextInt(4)) {
      case 0 -> {
        Object array = randomArray(random.nextInt(MOST_ELEMENTS), random);
        message.write(Elements.of(array));
        expect(array, all(Array.getLength(array)));
      }
      case 1 -> {
        Object array = randomArray(random.nextInt(MOST_ELEMENTS), random);
        MemorySegment lent = Arena.ofAuto().allocate((long) Array.getLength(array) * type.bytes());
        lent.copyFrom(segment(array, random));
        message.lend(lent, type);
        expect(array, all(Array.getLength(array)));
      }
      default -> {
        message.begin(type);
        for (int pieces = random.nextInt(MOST_PIECES); pieces >= 0; pieces--) {
          put(message, random);
        }
      }
    }
  }

  private static int[] all(int length) {
    return IntStream.range(0, length).toArray();
  }

  private void put(MessageBuffer message, SplittableRandom random) {
    RandomPlaces places = RandomPlaces.next(random);
    Object array = randomArray(places.memoryLength, random);
    Object memory = random.nextBoolean() ? array : segment(array, random);
    switch (places.form) {
      case RANGE -> message.put(Elements.of(memory), places.from, places.positions.length);
      case INT_INDEXES ->
          message.gather(Elements.of(memory), places.indexes(), 2, places.positions.length);
      case LONG_INDEXES ->
          message.gather(Elements.of(memory), places.longIndexes(), 2, places.positions.length);
      case SELECTION -> message.put(Elements.of(memory), places.shape, places.selection);
    }
    expect(array, places.positions);
  }

  void verify(MessageBuffer message, SplittableRandom random, String where) {
    int length = Array.getLength(expected);
    assertThat(message.nextType()).as(where).isEqualTo(type);
    assertThat(message.open(type)).as(where).isEqualTo(length);
    for (int done = 0; done < length; ) {
      RandomPlaces places = RandomPlaces.next(random);
      if (places.positions.length > length - done || places.positions.length == 0) {
        places = RandomPlaces.range(random.nextInt(5), 1 + random.nextInt(length - done));
      }
      get(message, places, done, random, where);
      done += places.positions.length;
    }
    assertThat(message.left()).isZero();
  }

  private void get(
      MessageBuffer message, RandomPlaces places, int done, SplittableRandom random, String where) {
    Object before = randomArray(places.memoryLength, random);
    Object memory = random.nextBoolean() ? segment(before, random) : copy(before);
    switch (places.form) {
      case RANGE -> message.get(Elements.of(memory), places.from, places.positions.length);
      case INT_INDEXES ->
          message.scatter(Elements.of(memory), places.indexes(), 2, places.positions.length);
      case LONG_INDEXES ->
          message.scatter(Elements.of(memory), places.longIndexes(), 2, places.positions.length);
      case SELECTION -> message.get(Elements.of(memory), places.shape, places.selection);
    }
    for (int i = 0; i < places.positions.length; i++) {
      Array.set(before, places.positions[i], Array.get(expected, done + i));
    }
    for (int i = 0; i < places.memoryLength; i++) {
      assertThat(element(memory, i)).as("%s, %s %d", where, type, i).isEqualTo(element(before, i));
    }
  }

  private Object copy(Object array) {
    Object copy = array(Array.getLength(array));
    System.arraycopy(array, 0, copy, 0, Array.getLength(array));
    return copy;
  }
}
