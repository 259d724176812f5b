package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.Confinement;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// Elements that a machine of the other byte order sends.
class ElementsPayloadTest {
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final ByteOrder OTHER =
      NATIVE == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;

  private static final MemorySegment SENT =
      Arena.global().allocateFrom(ValueLayout.JAVA_INT.withOrder(OTHER), 1, -2);

  private final ElementsPayload payload = new ElementsPayload();

  @Test
  void elementsOfTheOtherByteOrderAreTheSameNumbers() {
    int[] array = new int[2];
    receive(array, MessageKind.INT);
    assertThat(array).containsExactly(1, -2);
  }

  @Test
  void soAreThoseInASegment() {
    MemorySegment memory = MemorySegment.ofArray(new int[2]);
    payload.name(memory, MessageKind.INT);
    take(MessageKind.INT);
    assertThat(memory.toArray(ValueLayout.JAVA_INT)).containsExactly(1, -2);
  }

  @Test
  void bytesStayAsTheyAre() {
    int[] array = new int[2];
    receive(array, MessageKind.BYTES);
    assertThat(MemorySegment.ofArray(array).mismatch(SENT)).isEqualTo(-1);
  }

  @Test
  void theNextMessageOfThisByteOrderIsNotSwapped() {
    int[] array = new int[2];
    receive(array, MessageKind.INT);
    payload.admit(MessageKind.INT, NATIVE, SENT.byteSize());
    payload.copyFrom(SENT, 0, 0, SENT.byteSize());
    assertThat(MemorySegment.ofArray(array).mismatch(SENT)).isEqualTo(-1);
  }

  @Test
  void aMessageThatFillsTheMemoryIsAdmittedAndALongerOneIsNot() {
    payload.name(new int[2]);
    payload.admit(MessageKind.INT, NATIVE, 8);
    assertThat(payload.bytes()).isEqualTo(8);
    payload.admit(MessageKind.INT, NATIVE, 4);
    assertThat(payload.bytes()).isEqualTo(4);
    payload.admit(MessageKind.INT, NATIVE, 8);
    assertRefused(MessageKind.INT, 12, "the message has 12 bytes, the receiver has room for 8");
    assertRefused(MessageKind.BYTES, 7, "the message has 7 bytes, no whole number of elements");
    assertRefused(MessageKind.LONG, 8, "the message carries ");
  }

  private void assertRefused(MessageKind sent, long bytes, String message) {
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(() -> payload.admit(sent, NATIVE, bytes))
        .withMessageStartingWith(message);
    assertThat(payload.bytes()).isEqualTo(8);
  }

  @Test
  void piecesGoWhereTheyBelongInArraysAndSegmentsFromAnElementOn() {
    int[] array = new int[6];
    payload.name(Elements.of(array, 2, 3));
    takePieces();
    assertThat(array).containsExactly(0, 0, 1, 2, 3, 0);
    assertThat(givePieces()).containsExactly(1, 2, 3);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment segment = arena.allocate(ValueLayout.JAVA_INT, 6);
      payload.name(segment.asSlice(8, 12), MessageKind.INT);
      takePieces();
      assertThat(segment.toArray(ValueLayout.JAVA_INT)).containsExactly(0, 0, 1, 2, 3, 0);
      assertThat(givePieces()).containsExactly(1, 2, 3);
      assertThat(payload.offHeap(0)).isTrue();
      assertThat(payload.buffer(4, 100).order(NATIVE).asIntBuffer().get(1)).isEqualTo(3);
      assertThat(payload.buffer(4, 100).remaining()).isEqualTo(8);
      assertThat(payload.buffer(4, 6).remaining()).isEqualTo(6);
    }
  }

  private void takePieces() {
    MemorySegment sent = MemorySegment.ofArray(new int[] {7, 1, 2, 3});
    payload.admit(MessageKind.INT, NATIVE, 12);
    payload.copyFrom(sent, 4, 0, 8);
    payload.copyFrom(sent, 12, 8, 4);
  }

  private int[] givePieces() {
    int[] given = new int[3];
    payload.copyTo(0, MemorySegment.ofArray(given), 0, 8);
    payload.copyTo(8, MemorySegment.ofArray(given), 8, 4);
    return given;
  }

  @Test
  void memoryOfEveryKindIsCopiedToMemoryOfEveryOtherAtOnce() {
    for (boolean fromArray : new boolean[] {true, false}) {
      for (boolean toArray : new boolean[] {true, false}) {
        int[] sent = {7, 7, 1, 2, 3, 7};
        int[] received = new int[6];
        ElementsPayload target = new ElementsPayload();
        target.name(elements(received, 1, 4, toArray));
        payload.name(elements(sent, 2, 3, fromArray));
        target.admit(payload.kind(), NATIVE, payload.bytes());
        payload.copyStraightTo(target);
        assertThat(received)
            .as("array %s to array %s", fromArray, toArray)
            .containsExactly(0, 1, 2, 3, 0, 0);
      }
    }
  }

  private static Elements elements(int[] array, int from, int count, boolean asArray) {
    MemorySegment segment = MemorySegment.ofArray(array).asSlice(from * 4L, count * 4L);
    return asArray ? Elements.of(array, from, count) : Elements.of(segment, ElementType.INT);
  }

  @Test
  void booleansAreBytesAndAnyByteButZeroIsTrue() {
    boolean[] flags = {true, false, true};
    payload.name(flags);
    assertThat(payload.kind()).isEqualTo(MessageKind.BOOLEAN);
    assertThat(payload.bytes()).isEqualTo(3);
    byte[] sent = new byte[3];
    payload.copyTo(0, MemorySegment.ofArray(sent), 0, 3);
    assertThat(sent).containsExactly(1, 0, 1);
    payload.admit(MessageKind.BOOLEAN, NATIVE, 2);
    payload.copyFrom(MemorySegment.ofArray(new byte[] {0, 9}), 0, 0, 2);
    assertThat(flags).containsExactly(false, true, true);
    assertThat(payload.offHeap(0)).isFalse();
  }

  @Test
  void elementsThatAreToBeSwappedAreNotMovedAsTheyAre() {
    try (Arena arena = Arena.ofShared()) {
      payload.name(arena.allocate(ValueLayout.JAVA_INT, 2), MessageKind.INT);
      payload.admit(MessageKind.INT, OTHER, 8);
      assertThat(payload.offHeap(0)).isFalse();
      payload.admit(MessageKind.INT, NATIVE, 8);
      assertThat(payload.offHeap(0)).isTrue();
      payload.name(new int[2]);
      assertThat(payload.offHeap(0)).isFalse();
      payload.name(MemorySegment.ofArray(new int[2]), MessageKind.INT);
      assertThat(payload.offHeap(0)).isFalse();
      assertThat(payload.bytes()).isEqualTo(8);
    }
  }

  /// Where the JDK lets a segment be bound to another lifetime.
  @Test
  void memoryOfOneThreadIsReadByTheThreadThatSends() throws Exception {
    assumeThat(Confinement.canLift()).isTrue();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment confined = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3);
      payload.name(confined, MessageKind.INT);
      FutureTask<int[]> elsewhere =
          new FutureTask<>(
              () -> {
                int[] given = new int[3];
                payload.copyTo(0, MemorySegment.ofArray(given), 0, 12);
                assertThat(payload.buffer(0, 12).order(NATIVE).getInt()).isOne();
                return given;
              });
      Thread.ofPlatform().start(elsewhere);
      assertThat(elsewhere.get()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void theSameBufferIsUsedForTheSameMemoryAndAnotherForAnother() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment one = arena.allocate(100);
      MemorySegment other = arena.allocate(100);
      payload.name(one);
      ByteBuffer first = payload.buffer(0, 100);
      payload.name(other);
      assertThat(payload.buffer(0, 100)).isNotSameAs(first);
      payload.name(one);
      assertThat(payload.buffer(16, 100)).isSameAs(first);
    }
  }

  private void receive(int[] array, MessageKind sent) {
    payload.name(array);
    take(sent);
  }

  private void take(MessageKind sent) {
    payload.admit(sent, OTHER, SENT.byteSize());
    payload.copyFrom(SENT, 0, 0, SENT.byteSize());
  }
}
