package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayAppender;
import io.penstock.file.ArrayFile;
import io.penstock.file.Npy;
import io.penstock.file.Raw;
import io.penstock.message.MessageBuffer;
import io.penstock.message.SectionType;
import io.penstock.stream.ArrayDataInput;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each overload for a type reaches the bytes that the one for [Elements] reaches, and both the
/// bytes that the array has.
class TypedDataProperties {
  private static final int COUNT = 48;
  private static final Shape SHAPE = Shape.of(6, 8);
  private static final Selection SOME = Hyperslab.at(1, 2).count(3, 4);
  private static final Selection PLACES = Hyperslab.at(0, 1).count(3, 4);
  private static final Shape FRAME = Shape.of(4, 6);

  @TempDir Path folder;

  private static Object random(ElementType type, long seed) {
    byte[] bytes = new byte[COUNT * type.bytes()];
    new Random(seed).nextBytes(bytes);
    for (int i = type.bytes() - 1; i < bytes.length; i += type.bytes()) {
      bytes[i] &= 0x3f; // no float or double that is not a number
    }
    Object array = Array.newInstance(type.arrayClass().componentType(), COUNT);
    Elements.of(array).segment().copyFrom(MemorySegment.ofArray(bytes));
    return array;
  }

  private static Object empty(ElementType type) {
    return Array.newInstance(type.arrayClass().componentType(), COUNT);
  }

  private static byte[] bytes(Object data) {
    return Elements.of(data).segment().toArray(ValueLayout.JAVA_BYTE);
  }

  /// Calls the method whose parameter for data is of exactly this type.
  private static void call(
      Class<?> owner, Object target, String name, Class<?> data, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : owner.getMethods()) {
      Class<?>[] types = method.getParameterTypes();
      if (method.getName().equals(name) && fit(types, arguments, data)) {
        try {
          method.invoke(target, arguments);
          return;
        } catch (InvocationTargetException e) {
          throw new AssertionError(e.getCause());
        }
      }
    }
    throw new AssertionError("no " + name + " takes " + data);
  }

  private static boolean fit(Class<?>[] types, Object[] arguments, Class<?> data) {
    if (types.length != arguments.length) {
      return false;
    }
    boolean seen = false;
    for (int i = 0; i < types.length; i++) {
      boolean isData = !seen && data.isInstance(arguments[i]);
      seen |= isData;
      boolean fits =
          isData
              ? types[i] == data
              : types[i].isInstance(arguments[i])
                  || (types[i] == long.class && arguments[i] instanceof Long)
                  || (types[i] == int.class && arguments[i] instanceof Integer);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /// An array, a segment of the same elements and [Elements] of the array.
  private static Object[] forms(Object array) {
    MemorySegment segment = Arena.ofAuto().allocate(bytes(array).length, 8);
    segment.copyFrom(Elements.of(array).segment());
    return new Object[] {array, segment, Elements.of(array)};
  }

  private static Class<?> parameter(Object form) {
    return form instanceof MemorySegment ? MemorySegment.class : form.getClass();
  }

  private interface Use {
    void of(Object target, Class<?> parameter, Object data) throws Exception;
  }

  /// Writes by each form to a file of its own, and compares.
  private void compareWrites(ElementType type, String name, Use use) throws Exception {
    byte[] first = {};
    for (Object form : forms(random(type, 1))) {
      Path path = Files.write(folder.resolve("w"), new byte[COUNT * type.bytes()]);
      Raw raw = Raw.of(type, ByteOrder.BIG_ENDIAN, SHAPE);
      try (ArrayFile file = ArrayFile.open(path, raw, Access.readWrite())) {
        use.of(file, parameter(form), form);
      }
      byte[] now = Files.readAllBytes(path);
      assertThat(now).as("%s of %s", name, parameter(form)).isNotEqualTo(new byte[now.length]);
      first = first.length == 0 ? now : first;
      assertThat(now).as("%s of %s", name, parameter(form)).isEqualTo(first);
    }
  }

  private void compareReads(ElementType type, String name, Use use) throws Exception {
    byte[] source = bytes(random(type, 2));
    Path path = Files.write(folder.resolve("r"), source);
    byte[] first = {};
    for (Object form : forms(empty(type))) {
      Raw raw = Raw.of(type, ByteOrder.BIG_ENDIAN, SHAPE);
      try (ArrayFile file = ArrayFile.open(path, raw)) {
        Elements.of(form).segment().fill((byte) 0);
        use.of(file, parameter(form), form);
      }
      byte[] now = bytes(form);
      assertThat(now).as("%s of %s", name, parameter(form)).isNotEqualTo(new byte[now.length]);
      first = first.length == 0 ? now.clone() : first;
      assertThat(now).as("%s of %s", name, parameter(form)).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource
  void arrayFilesMoveTheSameBytes(ElementType type) throws Exception {
    Class<?> c = ArrayFile.class;
    compareWrites(type, "write", (f, p, d) -> call(c, f, "write", p, d));
    compareWrites(type, "writeAt", (f, p, d) -> call(c, f, "writeAt", p, 5L, d, 3, 20));
    compareWrites(type, "selected", (f, p, d) -> call(c, f, "write", p, SOME, d));
    compareWrites(type, "selected from", (f, p, d) -> call(c, f, "write", p, SOME, d, 3));
    compareWrites(type, "framed", (f, p, d) -> call(c, f, "write", p, SOME, d, FRAME, PLACES));
    compareReads(type, "read", (f, p, d) -> call(c, f, "read", p, d));
    compareReads(type, "readAt", (f, p, d) -> call(c, f, "readAt", p, 5L, d, 3, 20));
    compareReads(type, "selected", (f, p, d) -> call(c, f, "read", p, SOME, d));
    compareReads(type, "selected from", (f, p, d) -> call(c, f, "read", p, SOME, d, 3));
    compareReads(type, "framed", (f, p, d) -> call(c, f, "read", p, SOME, d, FRAME, PLACES));
  }

  @ParameterizedTest
  @EnumSource
  void aRangeOfAnArrayIsWhatItsElementsAre(ElementType type) throws IOException {
    Object array = random(type, 4);
    Path path = folder.resolve("range.npy");
    Npy.write(path, Shape.of(10), Elements.of(array, 7, 10));
    Object back = empty(type);
    try (ArrayFile file = ArrayFile.open(path)) {
      file.read(Elements.of(back, 7, 10));
      file.readAt(3, Elements.of(back, 30, 5));
    }
    int bytes = type.bytes();
    MemorySegment from = Elements.of(array).segment();
    MemorySegment to = Elements.of(back).segment();
    assertThat(MemorySegment.mismatch(from, 7L * bytes, 17L * bytes, to, 7L * bytes, 17L * bytes))
        .isEqualTo(-1);
    assertThat(MemorySegment.mismatch(from, 10L * bytes, 15L * bytes, to, 30L * bytes, 35L * bytes))
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource
  void appendersAddTheSameBytes(ElementType type) throws Exception {
    byte[] first = {};
    for (Object form : forms(random(type, 3))) {
      Path path = folder.resolve("a.npy");
      Npy.write(path, Shape.of(1, 8), Elements.of(random(type, 9), 0, 8));
      try (ArrayAppender appender = ArrayAppender.open(path)) {
        call(ArrayAppender.class, appender, "append", parameter(form), form);
        call(ArrayAppender.class, appender, "append", parameter(form), form, 3L, 16L);
      }
      byte[] now = Files.readAllBytes(path);
      first = first.length == 0 ? now : first;
      assertThat(now).as("append of %s", parameter(form)).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource
  void streamsMoveTheSameBytes(ElementType type) throws Exception {
    Object array = random(type, 5);
    ByteArrayOutputStream typed = new ByteArrayOutputStream();
    ByteArrayOutputStream general = new ByteArrayOutputStream();
    try (ArrayDataOutputStream one = new ArrayDataOutputStream(typed);
        ArrayDataOutputStream other = new ArrayDataOutputStream(general)) {
      call(ArrayDataOutputStream.class, one, "writeArray", array.getClass(), array);
      call(ArrayDataOutputStream.class, one, "writeArray", array.getClass(), array, 3, 7);
      other.writeArray(Elements.of(array));
      other.writeArray(Elements.of(array, 3, 7));
    }
    assertThat(typed.toByteArray()).isEqualTo(general.toByteArray()).hasSize(55 * type.bytes());
    Object back = empty(type);
    ArrayDataInput in = new ArrayDataInputStream(new ByteArrayInputStream(typed.toByteArray()));
    call(ArrayDataInputStream.class, in, "readArray", array.getClass(), back);
    assertThat(bytes(back)).isEqualTo(bytes(array));
    call(ArrayDataInputStream.class, in, "readArray", array.getClass(), back, 9, 7);
    int b = type.bytes();
    assertThat(
            MemorySegment.mismatch(
                Elements.of(array).segment(),
                3L * b,
                10L * b,
                Elements.of(back).segment(),
                9L * b,
                16L * b))
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource
  void sectionsMoveTheSameBytes(ElementType type) throws Exception {
    Class<?> c = MessageBuffer.class;
    SectionType section = SectionType.of(type);
    int[] ints = {5, 1, 9};
    long[] longs = {2, 40};
    byte[] first = {};
    for (Object form : forms(random(type, 6))) {
      Class<?> p = parameter(form);
      try (MessageBuffer buffer = new MessageBuffer()) {
        buffer.begin(section);
        call(c, buffer, "put", p, form);
        call(c, buffer, "put", p, form, 3L, 5L);
        call(c, buffer, "put", p, form, SHAPE, SOME);
        call(c, buffer, "gather", p, form, ints);
        call(c, buffer, "gather", p, form, longs);
        buffer.commit().rewind().open(section);
        assertThat(buffer.left()).isEqualTo(48 + 5 + 12 + 3 + 2);
        Object all = Array.newInstance(type.arrayClass().componentType(), 70);
        buffer.get(Elements.of(all));
        byte[] now = bytes(all);
        first = first.length == 0 ? now : first;
        assertThat(now).as("put of %s", p).isEqualTo(first);
      }
    }
    Object array = random(type, 7);
    try (MessageBuffer buffer = new MessageBuffer()) {
      call(c, buffer, "write", array.getClass(), array);
      buffer.write(Elements.of(array));
      buffer.commit().rewind();
      Object back = empty(type);
      buffer.read(Elements.of(back));
      assertThat(bytes(back)).isEqualTo(bytes(array));
      Object again = empty(type);
      call(c, buffer, "read", array.getClass(), again);
      assertThat(bytes(again)).isEqualTo(bytes(array));
    }
  }
}
