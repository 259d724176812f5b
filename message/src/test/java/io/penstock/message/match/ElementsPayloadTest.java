package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.MessageKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
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

  private void receive(int[] array, MessageKind sent) {
    payload.name(array);
    take(sent);
  }

  private void take(MessageKind sent) {
    payload.admit(sent, OTHER, SENT.byteSize());
    payload.copyFrom(SENT, 0, 0, SENT.byteSize());
  }
}
