package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.Window;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemoteAccessTest {
  private static final ByteOrder FOREIGN =
      ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
          ? ByteOrder.LITTLE_ENDIAN
          : ByteOrder.BIG_ENDIAN;

  @ParameterizedTest
  @EnumSource
  void aHeadSaysWhatWasWritten(RemoteAccess.Operation operation) {
    RemoteAccess access =
        new RemoteAccess(
            operation,
            MessageKind.DOUBLE,
            FOREIGN,
            RemoteAccess.code(Window.NO_OP),
            1 << 30,
            1L << 40,
            1L << 50);
    MemorySegment head = MemorySegment.ofArray(new byte[(int) RemoteAccess.HEAD]);
    access.write(head);
    assertThat(RemoteAccess.read(head)).isEqualTo(access);
    assertThat(access.operator()).isEqualTo(Window.NO_OP);
  }

  @Test
  void whatIsNoHeadIsRefused() {
    MemorySegment head = MemorySegment.ofArray(new byte[(int) RemoteAccess.HEAD]);
    head.fill((byte) -1);
    assertThatExceptionOfType(MessageException.class).isThrownBy(() -> RemoteAccess.read(head));
    head.fill((byte) 0).set(ValueLayout.JAVA_BYTE, 2, (byte) 99);
    assertThatExceptionOfType(MessageException.class).isThrownBy(() -> RemoteAccess.read(head));
  }

  @Test
  void elementsOfTheOtherByteOrderAreTurnedOnTheirWayThereAndBack() {
    RemoteAccess access =
        new RemoteAccess(RemoteAccess.Operation.PUT, MessageKind.INT, FOREIGN, 0, 0, 0, 8);
    int[] back = new int[2];
    ReplyPayload reply = new ReplyPayload(Region.of(back));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sent = arena.allocateFrom(ValueLayout.JAVA_INT, 0x01020304, -2);
      reply.admit(MessageKind.INT, FOREIGN, 8);
      reply.copyFrom(sent, 0, 0, 8);
      reply.arrived();
      assertThat(back).containsExactly(0x04030201, Integer.reverseBytes(-2));
      assertThat(access.toNative(sent).toArray(ValueLayout.JAVA_INT)).isEqualTo(back);
    }
  }

  @Test
  void anAnswerOfAnotherLengthIsRefusedAndARefusalSaysWhy() {
    ReplyPayload reply = new ReplyPayload(Region.of(new int[2]));
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(() -> reply.admit(MessageKind.INT, FOREIGN, 4));
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(() -> reply.admit(ReplyPayload.REFUSAL, FOREIGN, 1 << 30))
        .withMessageContaining("1073741824 bytes");
    byte[] why = {'n', 'o'};
    reply.admit(ReplyPayload.REFUSAL, ByteOrder.nativeOrder(), why.length);
    reply.copyFrom(MemorySegment.ofArray(why), 0, 0, why.length);
    assertThatExceptionOfType(MessageException.class).isThrownBy(reply::arrived).withMessage("no");
  }
}
