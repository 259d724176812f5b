package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class GatherScatterTest {
  private static final Shape SHAPE = Shape.of(3, 4);
  private static final Selection PLACES = Hyperslab.at(1, 1).count(2, 2);

  private final MemorySegment packed = Arena.ofAuto().allocate(16);

  @Test
  void aTileIsPackedInBigEndianOrder() {
    short[] array = {0, 1, 2, 3, 4, 0x0506, 6, 7, 8, 9, 10, 11};
    assertThat(pack(new Tile(array, SHAPE, PLACES))).isEqualTo(8);
    assertThat(bytes(8)).containsExactly(5, 6, 0, 6, 0, 9, 0, 10);
  }

  @Test
  void aTileIsUnpackedIntoTheInsideOfAnArray() {
    packed.copyFrom(MemorySegment.ofArray(new int[] {51, 52, 61, 62}));
    int[] array = new int[12];
    assertThat(unpack(new Tile(array, SHAPE, PLACES))).isEqualTo(16);
    assertThat(array).containsExactly(0, 0, 0, 0, 0, 51, 52, 0, 0, 61, 62, 0);
  }

  @Test
  void anEmptySelectionMovesNothing() {
    Tile tile = new Tile(new int[12], SHAPE, Hyperslab.at(0, 0).count(3, 0));
    MemorySegment none = packed.asSlice(0, 0);
    assertThat(GatherScatter.pack(tile, none, ByteOrder.BIG_ENDIAN)).isZero();
    assertThat(GatherScatter.unpack(none, ByteOrder.BIG_ENDIAN, tile)).isZero();
  }

  @Test
  void memoryMayBeLongerThanItsShape() {
    byte[] array = new byte[20];
    array[10] = 9;
    pack(new Tile(array, SHAPE, PLACES));
    assertThat(packed.get(ValueLayout.JAVA_BYTE, 3)).isEqualTo((byte) 9);
  }

  @Test
  void logicalValuesAreAByteEach() {
    boolean[] array = new boolean[12];
    array[5] = true;
    array[10] = true;
    assertThat(pack(new Tile(Elements.of(array), SHAPE, PLACES))).isEqualTo(4);
    assertThat(bytes(4)).containsExactly(1, 0, 0, 1);
    boolean[] back = new boolean[12];
    unpack(new Tile(Elements.of(back), SHAPE, PLACES));
    assertThat(back).isEqualTo(array);
  }

  @Test
  void whatHasNoTypeIsPackedAsBytes() {
    try (BufferPool pool = BufferPools.cached();
        Lease lease = pool.lease(12)) {
      lease.segment().fill((byte) 7);
      assertThat(pack(new Tile(Elements.of(lease), SHAPE, PLACES))).isEqualTo(4);
      assertThat(bytes(4)).containsOnly(7);
      packed.fill((byte) 8);
      unpack(new Tile(lease.segment(), SHAPE, PLACES));
      assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE))
          .containsExactly(7, 7, 7, 7, 7, 8, 8, 7, 7, 8, 8, 7);
    }
  }

  @Test
  void whatDoesNotFitIsRefusedAndNothingIsMoved() {
    Tile tile = new Tile(new long[12], SHAPE, PLACES);
    assertRefused(() -> pack(tile), "16 bytes do not hold 4 elements of 8 bytes");
    assertThat(bytes(16)).containsOnly(0);
    packed.fill((byte) 1);
    assertRefused(() -> unpack(tile), "16 bytes do not hold 4 elements of 8 bytes");
    assertThat(tile.memory().segment().toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
  }

  @Test
  void memoryThatIsShorterThanItsShapeIsRefused() {
    Tile tile = new Tile(new int[11], SHAPE, PLACES);
    String message = "memory of 11 elements is shorter than its shape 3 x 4";
    assertRefused(() -> pack(tile), message);
    assertRefused(() -> unpack(tile), message);
  }

  @Test
  void memoryForReadingIsPackedAndNotUnpackedInto() {
    MemorySegment bytes = MemorySegment.ofArray(new byte[12]).asReadOnly();
    Tile tile = new Tile(bytes, SHAPE, PLACES);
    assertThat(pack(tile)).isEqualTo(4);
    assertThatThrownBy(() -> unpack(tile)).isInstanceOf(IllegalArgumentException.class);
  }

  private long pack(Tile tile) {
    return GatherScatter.pack(tile, packed, ByteOrder.BIG_ENDIAN);
  }

  private long unpack(Tile tile) {
    return GatherScatter.unpack(packed, ByteOrder.nativeOrder(), tile);
  }

  private byte[] bytes(int count) {
    return packed.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class).hasMessage(message);
  }
}
