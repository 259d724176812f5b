package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.RandomSelections;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Random selections of arrays of every type, against an oracle that moves single bytes.
class GatherScatterProperties {
  private static final int CASES = 1000;

  private final SplittableRandom random = new SplittableRandom(20261121);
  private final RandomSelections selections = new RandomSelections(random);

  /// One array, one selection, and the bytes that it is packed to.
  private record Given(
      ElementType type, Shape shape, Selection selection, ByteOrder order, Object array) {
    long[] positions() {
      return RandomSelections.positions(shape, selection);
    }

    /// Copies element by element, byte by byte.
    void move(byte[] packed, byte[] memory, boolean toMemory) {
      long[] positions = positions();
      int bytes = type.bytes();
      for (int i = 0; i < positions.length; i++) {
        for (int b = 0; b < bytes; b++) {
          int inFile = i * bytes + (order == ByteOrder.nativeOrder() ? b : bytes - 1 - b);
          int inMemory = Math.toIntExact(positions[i] * bytes + b);
          if (toMemory) {
            memory[inMemory] = packed[inFile];
          } else {
            packed[inFile] = memory[inMemory];
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void packingGathersTheSelectedElements(ElementType type) {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < CASES; i++) {
        Given given = draw(type);
        MemorySegment packed = packed(arena, given);
        byte[] expected = packed.toArray(ValueLayout.JAVA_BYTE);
        given.move(expected, KernelMemory.bytes(given.array), false);
        long moved =
            GatherScatter.pack(given.array, given.shape, given.selection, packed, given.order);
        assertThat(moved).isEqualTo(given.selection.size() * type.bytes());
        assertThat(packed.toArray(ValueLayout.JAVA_BYTE))
            .as("case %d: %s of %s", i, given.selection, given.shape)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void unpackingScattersThemAndLeavesTheOthers(ElementType type) {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < CASES; i++) {
        Given given = draw(type);
        MemorySegment packed = packed(arena, given);
        byte[] expected = KernelMemory.bytes(given.array);
        given.move(packed.toArray(ValueLayout.JAVA_BYTE), expected, true);
        long moved =
            GatherScatter.unpack(packed, given.order, given.array, given.shape, given.selection);
        assertThat(moved).isEqualTo(given.selection.size() * type.bytes());
        assertThat(KernelMemory.bytes(given.array))
            .as("case %d: %s of %s", i, given.selection, given.shape)
            .isEqualTo(expected);
      }
    }
  }

  private Given draw(ElementType type) {
    Shape shape = selections.shape(200);
    int elements = Math.toIntExact(shape.size()) + random.nextInt(3);
    return new Given(
        type,
        shape,
        selections.within(shape),
        random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
        KernelMemory.ARRAY.make(type, elements, random));
  }

  private MemorySegment packed(Arena arena, Given given) {
    byte[] bits =
        new byte[Math.toIntExact(given.selection.size() * given.type.bytes()) + random.nextInt(3)];
    random.nextBytes(bits);
    return arena.allocate(Math.max(1, bits.length)).copyFrom(MemorySegment.ofArray(bits));
  }
}
