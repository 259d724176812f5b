package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class GatherScatterTest {
  private static final Shape SHAPE = Shape.of(3, 4);
  private static final Selection TILE = Hyperslab.at(1, 1).count(2, 2);

  private final MemorySegment packed = Arena.ofAuto().allocate(16);

  @Test
  void aTileIsPackedInBigEndianOrder() {
    short[] array = {0, 1, 2, 3, 4, 0x0506, 6, 7, 8, 9, 10, 11};
    assertThat(GatherScatter.pack(array, SHAPE, TILE, packed, ByteOrder.BIG_ENDIAN)).isEqualTo(8);
    assertThat(packed.asSlice(0, 8).toArray(ValueLayout.JAVA_BYTE))
        .containsExactly(5, 6, 0, 6, 0, 9, 0, 10);
  }

  @Test
  void aTileIsUnpackedIntoTheInsideOfAnArray() {
    packed.copyFrom(MemorySegment.ofArray(new int[] {51, 52, 61, 62}));
    int[] array = new int[12];
    assertThat(GatherScatter.unpack(packed, ByteOrder.nativeOrder(), array, SHAPE, TILE))
        .isEqualTo(16);
    assertThat(array).containsExactly(0, 0, 0, 0, 0, 51, 52, 0, 0, 61, 62, 0);
  }

  @Test
  void anEmptySelectionMovesNothing() {
    Selection empty = Hyperslab.at(0, 0).count(3, 0);
    MemorySegment none = packed.asSlice(0, 0);
    assertThat(GatherScatter.pack(new int[12], SHAPE, empty, none, ByteOrder.BIG_ENDIAN)).isZero();
    assertThat(GatherScatter.unpack(none, ByteOrder.BIG_ENDIAN, new int[12], SHAPE, empty))
        .isZero();
  }

  @Test
  void anArrayMayBeLongerThanItsShape() {
    byte[] array = new byte[20];
    array[10] = 9;
    GatherScatter.pack(array, SHAPE, TILE, packed, ByteOrder.BIG_ENDIAN);
    assertThat(packed.get(ValueLayout.JAVA_BYTE, 3)).isEqualTo((byte) 9);
  }

  @Test
  void whatDoesNotFitIsRefusedAndNothingIsMoved() {
    assertRefused(
        () -> pack(new int[11], SHAPE, TILE),
        IllegalArgumentException.class,
        "an array of 11 elements is shorter than its shape 3 x 4");
    assertRefused(
        () -> pack("text", SHAPE, TILE),
        IllegalArgumentException.class,
        "not an array of byte, short, char, int, long, float or double: java.lang.String");
    assertRefused(
        () -> pack(new int[12], SHAPE, Hyperslab.at(0, 1).count(3, 4)),
        IndexOutOfBoundsException.class,
        "selection ends at index 5 on axis 1, which has 4 elements (array 3 x 4)");
    assertRefused(
        () -> pack(new int[12], SHAPE, Hyperslab.at(0)),
        IllegalArgumentException.class,
        "a selection of rank 1 does not fit an array of rank 2 (3 x 4)");
    assertRefused(
        () -> pack(new long[12], SHAPE, TILE),
        IndexOutOfBoundsException.class,
        "16 bytes do not hold 4 elements of LONG");
    assertThat(packed.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
  }

  @Test
  void unpackingRefusesTheSame() {
    long[] array = new long[12];
    packed.fill((byte) 1);
    assertRefused(
        () -> GatherScatter.unpack(packed, ByteOrder.BIG_ENDIAN, array, SHAPE, TILE),
        IndexOutOfBoundsException.class,
        "16 bytes do not hold 4 elements of LONG");
    assertThat(array).containsOnly(0);
  }

  private void pack(Object array, Shape shape, Selection selection) {
    GatherScatter.pack(array, shape, selection, packed, ByteOrder.BIG_ENDIAN);
  }

  private static void assertRefused(
      ThrowingCallable call, Class<? extends RuntimeException> kind, String message) {
    assertThatThrownBy(call).isInstanceOf(kind).hasMessage(message);
  }
}
