package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.AxisSelection;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Selected places of an array, filled and read piece by piece.
class TilePayloadTest {
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final Shape SHAPE = Shape.of(6, 10);

  /// Rows that are parallel, a comb, columns, blocks, everything.
  private static final List<Selection> PLACES =
      List.of(
          Hyperslab.at(1, 2).count(4, 5),
          Hyperslab.at(0, 1).count(3, 3).stride(2, 3),
          Hyperslab.at(0, 3).count(6, 1),
          Hyperslab.at(2, 0).count(2, 2).stride(2, 5).block(1, 3),
          Hyperslab.at(0, 0).count(6, 10));

  private static int[] places(Selection selection) {
    return IntStream.range(0, 60)
        .filter(i -> has(selection, 0, i / 10) && has(selection, 1, i % 10))
        .toArray();
  }

  private static boolean has(Selection selection, int axis, int index) {
    AxisSelection along = selection.axis(axis);
    long from = index - along.start();
    return from >= 0
        && from / along.stride() < along.count()
        && from % along.stride() < along.block();
  }

  private static int[] numbers() {
    return IntStream.range(0, 100).map(i -> 1000 + i).toArray();
  }

  @Test
  void whatIsSentAreTheElementsAtTheirPlacesInWhateverPieces() {
    for (Selection selection : PLACES) {
      int[] expected = IntStream.of(places(selection)).map(i -> 1000 + 4 + i).toArray();
      for (int piece : new int[] {1, 2, 3, 5, 7, 100}) {
        TilePayload payload =
            new TilePayload(new Tile(Elements.of(numbers(), 4, 96), SHAPE, selection));
        int[] sent = new int[expected.length];
        for (int at = 0; at < expected.length; at += piece) {
          int n = Math.min(piece, expected.length - at);
          MemorySegment room = MemorySegment.ofArray(sent).asSlice(at * 4L, n * 4L);
          payload.copyTo(at * 4L, room, 0, n * 4L);
        }
        assertThat(sent).as("%s by %d", selection, piece).isEqualTo(expected);
        assertThat(payload.bytes()).isEqualTo(expected.length * 4L);
      }
    }
  }

  @Test
  void whatIsReceivedGoesToItsPlacesAndNoOtherIsTouched() {
    for (Selection selection : PLACES) {
      int[] places = places(selection);
      int[] expected = numbers();
      for (int i = 0; i < places.length; i++) {
        expected[4 + places[i]] = -i;
      }
      int[] sent = IntStream.rangeClosed(0, places.length).map(i -> 1 - i).toArray();
      for (int piece : new int[] {1, 2, 3, 5, 7, 100}) {
        int[] memory = numbers();
        TilePayload payload =
            new TilePayload(new Tile(Elements.of(memory, 4, 96), SHAPE, selection));
        payload.admit(MessageKind.INT, NATIVE, places.length * 4L);
        for (int at = 0; at < places.length; at += piece) {
          int n = Math.min(piece, places.length - at);
          MemorySegment some = MemorySegment.ofArray(sent).asSlice(at * 4L, (n + 1) * 4L);
          payload.copyFrom(some, 4, at * 4L, n * 4L);
        }
        assertThat(memory).as("%s by %d", selection, piece).isEqualTo(expected);
      }
    }
  }

  @Test
  void theByteOrderOfTheSenderIsHeededAndBytesStayAsTheyAre() {
    int[] memory = new int[60];
    TilePayload payload =
        new TilePayload(new Tile(Elements.of(memory), SHAPE, Hyperslab.at(1, 2).count(1, 1)));
    MemorySegment one = MemorySegment.ofArray(new byte[] {1, 0, 0, 0});
    ByteOrder[] orders = {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN};
    int[] read = new int[3];
    for (int i = 0; i < 2; i++) {
      payload.admit(MessageKind.INT, orders[i], 4);
      payload.copyFrom(one, 0, 0, 4);
      read[i] = memory[12];
    }
    payload.admit(MessageKind.BYTES, ByteOrder.BIG_ENDIAN, 4);
    payload.copyFrom(one, 0, 0, 4);
    read[2] = NATIVE == ByteOrder.LITTLE_ENDIAN ? memory[12] : memory[12] >>> 24;
    assertThat(read).containsExactly(1, 1 << 24, 1);
  }

  @Test
  void aShorterMessageIsAdmittedAndALongerOneIsNot() {
    TilePayload payload =
        new TilePayload(new Tile(Elements.of(new int[60]), SHAPE, Hyperslab.at(0, 0).count(2, 2)));
    payload.admit(MessageKind.INT, NATIVE, 8);
    assertThat(payload.bytes()).isEqualTo(8);
    assertThat(payload.kind()).isEqualTo(MessageKind.INT);
    assertThat(payload.offHeap(0)).isFalse();
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(() -> payload.admit(MessageKind.INT, NATIVE, 20))
        .withMessageStartingWith("the message has 20 bytes, the receiver has room for 16");
  }

  @Test
  void booleansAndSegmentsHavePlacesToo() throws InterruptedException {
    boolean[] flags = new boolean[60];
    flags[11] = true;
    TilePayload payload =
        new TilePayload(new Tile(Elements.of(flags), SHAPE, Hyperslab.at(1, 0).count(1, 3)));
    byte[] sent = new byte[3];
    payload.copyTo(0, MemorySegment.ofArray(sent), 0, 3);
    assertThat(sent).containsExactly(0, 1, 0);
    assertThat(payload.isAccessible()).isTrue();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(ValueLayout.JAVA_BYTE, 60);
      segment.set(ValueLayout.JAVA_BYTE, 12, (byte) 9);
      TilePayload confined =
          new TilePayload(new Tile(Elements.of(segment), SHAPE, Hyperslab.at(1, 0).count(1, 3)));
      confined.copyTo(0, MemorySegment.ofArray(sent), 0, 3);
      assertThat(sent).containsExactly(0, 0, 9);
      assertThat(confined.isAccessible()).isTrue();
      boolean[] elsewhere = {true};
      Thread other = Thread.ofPlatform().start(() -> elsewhere[0] = confined.isAccessible());
      other.join();
      assertThat(elsewhere[0]).isFalse();
    }
  }
}
