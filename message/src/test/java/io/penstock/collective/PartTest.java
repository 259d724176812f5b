package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.array.pack.Walk;
import io.penstock.file.Npy;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is taken for one rank's elements, and what is refused before any byte is moved.
@Timeout(60)
class PartTest {
  private static final Npy FORMAT = Npy.of(ElementType.INT, Shape.of(4, 6));
  private static final Selection SIX = Hyperslab.at(1, 0).count(1, 6);

  private static Part part(Object data) {
    return Part.of(Direction.WRITE, FORMAT, SIX, data);
  }

  @Test
  void memoryOfJustTheSelectedElementsIsEnough() {
    assertThat(part(new int[6]).count()).isEqualTo(6);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> part(new int[5]))
        .withMessage("6 elements do not fit in memory of 5 elements");
  }

  @Test
  void partOfAnArrayBeginsWhereItSays() {
    int[] memory = new int[9];
    Part part = part(Elements.of(memory, 3, 6));
    assertThat(part.memory()).isSameAs(memory);
    assertThat(part.first()).isEqualTo(3);
    assertThat(part.type()).isEqualTo(ElementType.INT);
    assertThat(part.selection()).isEqualTo(SIX);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> part(Elements.of(memory, 4, 5)));
  }

  @Test
  void aRangeHasAsManyElementsAsTheMemory() {
    Part part = Part.range(Direction.READ, FORMAT, 20, new int[4]);
    assertThat(part.view()).isEqualTo(View.flat(FORMAT));
    assertThat(part.selection()).isEqualTo(Hyperslab.at(20).count(4));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Part.range(Direction.READ, FORMAT, 21, new int[4]));
  }

  @Test
  void elementsOfAnotherTypeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> part(Elements.of(new float[6])))
        .withMessage("the file holds INT elements, not FLOAT");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> part(new long[6]))
        .withMessage(
            "the file holds INT elements, a long[] cannot take or give them; use a int[], Elements"
                + " of one, a Tile or a MemorySegment");
  }

  @Test
  void theElementsPlacesInTheFileAreWalkedInItsOrder() {
    Walk walk = new Walk();
    Part.of(Direction.WRITE, FORMAT, Hyperslab.at(1, 2).count(2, 3), new int[6]).inFile(walk);
    List<Long> positions = new ArrayList<>();
    for (walk.seek(0); walk.remaining() > 0; walk.advance(1)) {
      positions.add(walk.position());
    }
    assertThat(positions).containsExactly(8L, 9L, 10L, 14L, 15L, 16L);
  }

  @Test
  void aTileHasTheShapeOfTheSelectionAndAllItsMemory() {
    Shape around = Shape.of(3, 8);
    Tile tile = new Tile(new int[24], around, Hyperslab.at(1, 1).count(1, 6));
    Part part = part(tile);
    assertThat(part.tile()).isSameAs(tile);
    assertThat(part.first()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> part(new Tile(new int[24], around, Hyperslab.at(0, 0).count(2, 3))))
        .withMessage("a selection of 1 x 6 does not match places of 2 x 3");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> part(new Tile(new int[23], around, Hyperslab.at(1, 1).count(1, 6))))
        .withMessage("memory of 23 elements is shorter than its shape 3 x 8");
  }

  @Test
  void aReadOnlySegmentIsWrittenFromAndNotReadInto() {
    MemorySegment memory = Arena.ofAuto().allocate(24).asReadOnly();
    assertThat(part(memory).count()).isEqualTo(6);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Part.of(Direction.READ, FORMAT, SIX, memory))
        .withMessage("a read-only segment cannot be read into");
  }

  @Test
  void aSegmentWhoseArenaIsClosedIsRefused() {
    MemorySegment memory;
    try (Arena arena = Arena.ofShared()) {
      memory = arena.allocate(24);
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> part(memory))
        .withMessage("the segment's memory has been freed: its arena is closed");
  }

  @Test
  void aSegmentOfAnotherThreadIsRefused() {
    MemorySegment memory =
        CompletableFuture.supplyAsync(
                () -> Arena.ofConfined().allocate(24), Thread.ofPlatform()::start)
            .join();
    assertThatExceptionOfType(WrongThreadException.class)
        .isThrownBy(() -> part(memory))
        .withMessage("the segment is confined to another thread");
  }

  @Test
  void memoryOfOneThreadAloneIsNotMovedBesideIt() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared();
        Lease lease = BufferPool.shared().lease(24)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> part(confined.allocate(24)).requireShared())
          .withMessageStartingWith("memory that is confined to a thread cannot be used beside it");
      assertThatIllegalArgumentException().isThrownBy(() -> part(lease).requireShared());
      assertThat(part(shared.allocate(24)).requireShared().count()).isEqualTo(6);
      assertThat(part(new int[6]).requireShared().count()).isEqualTo(6);
      assertThat(part(Elements.of(lease)).memory()).isEqualTo(lease.segment());
    }
  }
}
