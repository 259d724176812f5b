package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.array.kernel.KernelMemory;
import io.penstock.testing.RandomSelections;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Random selections of memory of every type and kind, against an oracle that moves single bytes.
class GatherScatterProperties {
  private static final int CASES = 500;

  private final SplittableRandom random = new SplittableRandom(20261121);
  private final RandomSelections selections = new RandomSelections(random);

  static Stream<Arguments> memories() {
    return Arrays.stream(ElementType.values())
        .flatMap(type -> Stream.of(KernelMemory.values()).map(kind -> Arguments.of(type, kind)));
  }

  /// Memory, the elements of it that a tile names, and what is selected of these.
  private record Given(
      ElementType type,
      Object memory,
      int first,
      Shape shape,
      Selection selection,
      ByteOrder order) {
    Tile tile() {
      int count = Math.toIntExact(shape.size());
      if (memory instanceof MemorySegment segment) {
        long width = type.bytes();
        MemorySegment some = segment.asSlice(first * width, count * width);
        return new Tile(Elements.of(some, type), shape, selection);
      }
      return new Tile(Elements.of(memory, first, count), shape, selection);
    }

    /// Copies element by element, byte by byte.
    void move(byte[] packed, byte[] bytes, boolean toMemory) {
      long[] positions = RandomSelections.positions(shape, selection);
      int width = type.bytes();
      for (int i = 0; i < positions.length; i++) {
        for (int b = 0; b < width; b++) {
          int inPacked = i * width + (order == ByteOrder.nativeOrder() ? b : width - 1 - b);
          int inMemory = Math.toIntExact((first + positions[i]) * width + b);
          if (toMemory) {
            bytes[inMemory] = packed[inPacked];
          } else {
            packed[inPacked] = bytes[inMemory];
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("memories")
  void packingGathersTheSelectedElements(ElementType type, KernelMemory kind) {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < CASES; i++) {
        Given given = draw(type, kind);
        MemorySegment packed = packed(arena, given);
        byte[] expected = packed.toArray(ValueLayout.JAVA_BYTE);
        given.move(expected, KernelMemory.bytes(given.memory), false);
        assertThat(GatherScatter.pack(given.tile(), packed, given.order))
            .isEqualTo(given.selection.size() * type.bytes());
        assertThat(packed.toArray(ValueLayout.JAVA_BYTE))
            .as("case %d: %s of %s", i, given.selection, given.shape)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("memories")
  void unpackingScattersThemAndLeavesTheOthers(ElementType type, KernelMemory kind) {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < CASES; i++) {
        Given given = draw(type, kind);
        MemorySegment packed = packed(arena, given);
        byte[] expected = KernelMemory.bytes(given.memory);
        given.move(packed.toArray(ValueLayout.JAVA_BYTE), expected, true);
        assertThat(GatherScatter.unpack(packed, given.order, given.tile()))
            .isEqualTo(given.selection.size() * type.bytes());
        assertThat(KernelMemory.bytes(given.memory))
            .as("case %d: %s of %s", i, given.selection, given.shape)
            .isEqualTo(expected);
      }
    }
  }

  private Given draw(ElementType type, KernelMemory kind) {
    Shape shape = selections.shape(200);
    int first = random.nextInt(3);
    int elements = first + Math.toIntExact(shape.size()) + random.nextInt(3);
    return new Given(
        type,
        kind.make(type, elements, random),
        first,
        shape,
        selections.within(shape),
        random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  private MemorySegment packed(Arena arena, Given given) {
    byte[] bits =
        new byte[Math.toIntExact(given.selection.size() * given.type.bytes()) + random.nextInt(3)];
    random.nextBytes(bits);
    return arena.allocate(Math.max(1, bits.length)).copyFrom(MemorySegment.ofArray(bits));
  }
}
