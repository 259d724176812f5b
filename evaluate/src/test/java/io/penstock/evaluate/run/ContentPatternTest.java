package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContentPatternTest {
  private static final int BYTES = 20_003;

  @Test
  void theContentsAreTheSameForEver() {
    assertThat(ContentPattern.word(0, 1)).isEqualTo(0x1C0698BE38EE628FL);
    assertThat(ContentPattern.word(1_000_000_007L, 3)).isEqualTo(0x930825379A8E45EFL);
  }

  @RepeatedTest(40)
  void anyPartOfAFileIsWhatTheWholeHasThere(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    ContentPattern pattern = new ContentPattern(random.nextInt(100), 1 << random.nextInt(4));
    byte[] whole = bytes(pattern, 0, BYTES);
    int from = random.nextInt(BYTES);
    int length = random.nextInt(BYTES - from);
    byte[] part = bytes(pattern, from, length);
    assertThat(MemorySegment.ofArray(part).mismatch(slice(whole, from, length))).isEqualTo(-1);
    assertThat(pattern.mismatch(slice(whole, from, length), from)).isEmpty();
  }

  @RepeatedTest(40)
  void aSingleWrongBitIsFound(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    ContentPattern pattern = new ContentPattern(5, 1 << random.nextInt(4));
    int position = random.nextInt(100);
    byte[] part = bytes(pattern, position, BYTES);
    int at = random.nextInt(BYTES);
    part[at] ^= (byte) (1 << random.nextInt(8));
    assertThat(pattern.mismatch(MemorySegment.ofArray(part), position))
        .isEqualTo(OptionalLong.of(at));
  }

  @Test
  void noByteOfASpoiltArrayIsRight() {
    ContentPattern pattern = new ContentPattern(9, 4);
    byte[] spoilt = new byte[BYTES];
    pattern.spoil(MemorySegment.ofArray(spoilt), 3);
    byte[] right = bytes(pattern, 3, BYTES);
    for (int i = 0; i < BYTES; i++) {
      assertThat(spoilt[i]).isNotEqualTo(right[i]);
    }
  }

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void bigEndianFilesHoldTheSameElementsSwapped(ElementType type) {
    MemorySegment little =
        MemorySegment.ofArray(bytes(ContentPattern.of(2, type, ByteOrder.LITTLE_ENDIAN), 0, 8000));
    MemorySegment big =
        MemorySegment.ofArray(bytes(ContentPattern.of(2, type, ByteOrder.BIG_ENDIAN), 0, 8000));
    for (long i = 0; i < 8000; i++) {
      long mirrored = i / type.bytes() * type.bytes() + type.bytes() - 1 - i % type.bytes();
      assertThat(big.get(ValueLayout.JAVA_BYTE, i))
          .isEqualTo(little.get(ValueLayout.JAVA_BYTE, mirrored));
    }
  }

  @Test
  void noElementIsNotANumber() {
    MemorySegment memory =
        MemorySegment.ofArray(
            bytes(ContentPattern.of(2, ElementType.FLOAT, ByteOrder.LITTLE_ENDIAN), 0, 80_000));
    for (long i = 0; i < 10_000; i++) {
      assertThat(memory.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i)).isNotNaN();
      assertThat(memory.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 2 * i)).isNotNaN();
      assertThat(memory.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 2 * i + 1)).isNotNaN();
    }
  }

  private static byte[] bytes(ContentPattern pattern, long position, int length) {
    byte[] bytes = new byte[length];
    pattern.fill(MemorySegment.ofArray(bytes), position);
    return bytes;
  }

  private static MemorySegment slice(byte[] bytes, int from, int length) {
    return MemorySegment.ofArray(bytes).asSlice(from, length);
  }
}
