package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.object.JdkObjectCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever arrives is checked before anything of it can be read.
class MalformedMessageTest {
  private final CountingPool pool = new CountingPool();
  private final MessageSettings settings =
      MessageSettings.growing().pool(pool).objects(JdkObjectCodec.allowing());
  private final MessageBuffer received = new MessageBuffer(settings);
  private byte[] sound = {};

  /// Byte 32: three ints and padding; 64: one object; 80: five bytes and padding; 104: the object.
  @BeforeEach
  void aSoundMessage() {
    try (MessageBuffer sent = new MessageBuffer(settings.order(ByteOrder.LITTLE_ENDIAN))) {
      sent.write(new int[] {1, 2, 3}).writeObject("text").write(new byte[5]).commit();
      sound = Delivery.bytes(sent);
    }
  }

  @AfterEach
  void everyBlockIsGivenBack() {
    received.close();
    assertThat(pool.live()).isZero();
  }

  private byte[] forged(int at, long value) {
    byte[] bytes = sound.clone();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
    return bytes;
  }

  private void assertRefused(byte[] bytes, String why) {
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> Delivery.deliver(bytes, received))
        .withMessageStartingWith("malformed message, byte ")
        .withMessageContaining(why);
    assertThat(pool.live()).isZero();
    assertThat(received.state()).isEqualTo(BufferState.WRITING);
  }

  @Test
  void aSoundMessageIsRead() {
    Delivery.deliver(sound, received);
    received.read(new int[3]);
    assertThat(received.readObject()).isEqualTo("text");
    received.read(new byte[5]);
  }

  @Test
  void aMessageCutAtAnyByteIsRefused() {
    for (int length = 0; length < sound.length; length++) {
      assertRefused(Arrays.copyOf(sound, length), "");
    }
  }

  @Test
  void bytesBehindAMessageAreRefused() {
    for (int more = 1; more < 20; more++) {
      assertRefused(Arrays.copyOf(sound, sound.length + more), "wrong length of the objects");
    }
  }

  @Test
  void aByteOfAHeaderThatIsChangedIsRefusedOrChangesWhatIsRead() {
    for (int at = 0; at < 48; at++) {
      if (at >= 4 && at < 5) {
        continue; // the byte order: the other one is as good
      }
      byte[] bytes = sound.clone();
      bytes[at] ^= 0x40;
      assertRefused(bytes, "");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, no message",
    "8, sections",
    "16, static section too long",
    "24, wrong length of the objects",
    "32, unknown section type",
    "40, too many elements",
    "64, unknown section type",
    "72, more objects than there are bytes for",
    "80, unknown section type",
    "88, too many elements",
    "104, object too long"
  })
  void aFieldIsHeldAgainstWhatIsThere(int at, String why) {
    long[] values = {
      1L << 62, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 61, 1L << 32, (1L << 32) + 3, 1L << 31
    };
    for (long value : values) {
      assertRefused(forged(at, value), why);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 10, 100, 255, 256, 0x0104, 1L << 56})
  void anUnknownTypeIsRefused(long code) {
    assertRefused(forged(32, code), "byte 32: unknown section type (%d)".formatted(code));
  }

  @Test
  void anUnknownVersionIsRefused() {
    byte[] bytes = sound.clone();
    bytes[3] = 2;
    assertRefused(bytes, "no message, or of another version");
  }

  @Test
  void anUnknownByteOrderIsRefused() {
    byte[] bytes = sound.clone();
    bytes[4] = 2;
    assertRefused(bytes, "byte 4: unknown byte order (2)");
  }

  @Test
  void aCountThatMovesTheNextHeaderOffItsPlaceIsRefused() {
    assertRefused(forged(40, 2), "");
    assertRefused(forged(40, 5), "");
    assertRefused(forged(8, 2), "bytes behind the last section");
    assertRefused(forged(8, 4), "no room for a header");
  }

  @Test
  void aStaticSectionThatIsNotAlignedIsRefused() {
    for (long bytes = 65; bytes < 72; bytes++) {
      assertRefused(forged(16, bytes), "byte 16: not a multiple of 8");
    }
  }

  @Test
  void paddingThatIsNotZeroIsRefused() {
    byte[] bytes = sound.clone();
    bytes[61] = 1;
    assertRefused(bytes, "byte 61: padding must be 0 (1)");
  }

  @Test
  void objectsThatAreNotThereAreRefused() {
    assertRefused(forged(72, 0), "bytes behind the last object");
    assertRefused(forged(72, 2), "byte ");
    assertRefused(forged(104, 1), "bytes behind the last object");
  }

  @Test
  void anObjectThatIsCutIsAnErrorOfItsSection() {
    byte[] bytes = sound.clone();
    bytes[sound.length - 5] = 9; // the length of the string
    Delivery.deliver(bytes, received);
    received.read(new int[3]);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(received::readObject)
        .withMessageContaining("section 2 at byte 64, object 1: object refused")
        .withMessageContaining("ends after");
    received.read(new byte[5]);
  }

  @Test
  void anObjectWithBytesBehindItIsAnErrorOfItsSection() {
    byte[] bytes = sound.clone();
    bytes[sound.length - 5] = 3;
    Delivery.deliver(bytes, received);
    received.read(new int[3]);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(received::readObject)
        .withMessage("section 2 at byte 64, object 1: 1 bytes behind the object");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62, (1L << 30) + 1})
  void aLengthBeyondTheLimitIsRefusedBeforeAnythingIsAllocated(long bytes) {
    long before = pool.statistics().takes();
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> received.wire().arriving(bytes))
        .withMessage(
            "a message of %d bytes: this buffer takes up to 1073741824; raise MessageSettings.limit"
                .formatted(bytes));
    assertThat(pool.statistics().takes()).isEqualTo(before);
  }

  @Test
  void objectsAreNotReadWithoutACodec() {
    try (MessageBuffer plain = new MessageBuffer(MessageSettings.growing().pool(pool))) {
      Delivery.deliver(sound, plain);
      plain.read(new int[3]);
      assertThatExceptionOfType(SectionException.class)
          .isThrownBy(plain::readObject)
          .withMessageContaining("no codec");
      assertThat(plain.open(SectionType.OBJECT)).isEqualTo(1);
      plain.skip().read(new byte[5]);
      assertThatIllegalStateException().isThrownBy(() -> plain.write(new int[1]));
    }
  }
}
