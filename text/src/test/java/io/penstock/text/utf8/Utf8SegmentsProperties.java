package io.penstock.text.utf8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Seed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Segments of every kind are what arrays of the same bytes are, whatever lies at the boundary of
/// what is looked at at a time.
class Utf8SegmentsProperties {
  private static final int BLOCK = Utf8Segments.BLOCK;
  private static final int TEXTS = Seed.cases(2000);
  private static final String LETTERS = "aéд大漢\u0301😀";

  /// Leads of every length, bytes that go on, and those on either side of each boundary.
  private static final int[] EDGES = {
    'a', 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc3, 0xe0, 0xe5, 0xed, 0xf0, 0xf1, 0xf4, 0xff
  };

  private final Random random = Seed.sow(Utf8SegmentsProperties.class);

  @Test
  void everyThreeBytesAtABoundaryAreWhatTheyAreInAnArray() throws IOException {
    byte[] text = "é".repeat(BLOCK / 2 + 8).getBytes(StandardCharsets.UTF_8);
    for (int at = BLOCK - 4; at <= BLOCK; at++) {
      for (int one : EDGES) {
        for (int two : EDGES) {
          for (int three : EDGES) {
            byte[] changed = text.clone();
            changed[at] = (byte) one;
            changed[at + 1] = (byte) two;
            changed[at + 2] = (byte) three;
            checkPlace(changed, MemorySegment.ofArray(changed));
          }
        }
      }
    }
  }

  @Test
  void damageAtBoundariesIsWhatItIsInAnArray() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text(2 * BLOCK + 4 + random.nextInt(BLOCK));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        int boundary = BLOCK * (1 + random.nextInt(2));
        text[boundary - 6 + random.nextInt(10)] = (byte) EDGES[random.nextInt(EDGES.length)];
      }
      check(text);
    }
  }

  @Test
  void textsOfAnyLengthAreWhatTheyAreInAnArray() throws IOException {
    for (int length = 0; length < 200; length++) {
      check(text(length));
      byte[] noise = new byte[length];
      random.nextBytes(noise);
      check(noise);
    }
  }

  /// Characters of all lengths, at times with the last one cut.
  private byte[] text(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(LETTERS.codePointAt(random.nextInt(LETTERS.length() - 1)));
    }
    return Arrays.copyOf(text.toString().getBytes(StandardCharsets.UTF_8), length);
  }

  private void check(byte[] bytes) throws IOException {
    byte[] around = new byte[bytes.length + 13];
    random.nextBytes(around);
    int from = random.nextInt(13);
    System.arraycopy(bytes, 0, around, from, bytes.length);
    MemorySegment part = MemorySegment.ofArray(around).asSlice(from, bytes.length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nowhere = arena.allocate(bytes.length + 1L, 1).asSlice(0, bytes.length);
      nowhere.copyFrom(part);
      for (MemorySegment segment : List.of(part, part.asReadOnly(), nowhere)) {
        checkPlace(bytes, segment);
        checkText(bytes, segment);
      }
    }
  }

  private static void checkPlace(byte[] bytes, MemorySegment segment) {
    long found = Utf8Segments.malformedAt(segment);
    int expected = Utf8.malformedAt(bytes, 0, bytes.length);
    if (found != expected) {
      assertThat(found).isEqualTo(expected);
    }
  }

  private static void checkText(byte[] bytes, MemorySegment segment) throws IOException {
    StringBuilder text = new StringBuilder();
    Utf8Segments.decode(segment, Utf8Codec.replacing(), text);
    String expected = new String(bytes, StandardCharsets.UTF_8);
    assertThat(text.toString().equals(expected)).isTrue();
    assertThat(Utf8Segments.characters(segment)).isEqualTo(Utf8.characters(bytes, 0, bytes.length));
    int malformed = Utf8.malformedAt(bytes, 0, bytes.length);
    if (malformed < 0) {
      text.setLength(0);
      Utf8Segments.decode(segment, Utf8Codec.reporting(), text);
      assertThat(text.toString().equals(expected)).isTrue();
      checkBack(bytes, expected);
    } else {
      checkReport(bytes, segment);
    }
  }

  private static void checkReport(byte[] bytes, MemorySegment segment) {
    String expected = "";
    try {
      expected = Utf8Codec.reporting().decode(bytes, 0, bytes.length);
    } catch (MalformedTextException e) {
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(
              () -> Utf8Segments.decode(segment, Utf8Codec.reporting(), new StringBuilder()))
          .withMessage(e.getMessage())
          .satisfies(told -> assertThat(told.offset()).isEqualTo(e.offset()));
    }
    assertThat(expected).isEmpty();
  }

  private static void checkBack(byte[] bytes, String text) {
    MemorySegment target = MemorySegment.ofArray(new long[bytes.length / Long.BYTES + 2]);
    long end = Utf8Segments.encode(text, Utf8Codec.reporting(), target, 3);
    assertThat(end).isEqualTo(3 + bytes.length);
    assertThat(target.asSlice(3, bytes.length).mismatch(MemorySegment.ofArray(bytes)))
        .isEqualTo(-1);
  }

  @Test
  void whatHasNoRoomOrNoBytesIsNotWritten() {
    MemorySegment target = MemorySegment.ofArray(new byte[4]);
    assertThatThrownBy(() -> Utf8Segments.encode("größe", Utf8Codec.reporting(), target, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8Segments.encode("a", Utf8Codec.reporting(), target, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8Segments.encode("a\ud800", Utf8Codec.reporting(), target, 0))
        .isInstanceOf(MalformedTextException.class);
    assertThat(target.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    assertThat(Utf8Segments.encode("\ud800é", Utf8Codec.replacing(), target, 1)).isEqualTo(4);
    assertThat(target.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, '?', 0xc3, 0xa9);
  }

  @Test
  void aSegmentThatIsNoLongerAliveIsRefused() {
    Arena arena = Arena.ofConfined();
    MemorySegment segment = arena.allocate(10);
    arena.close();
    assertThatThrownBy(() -> Utf8Segments.malformedAt(segment))
        .isInstanceOf(IllegalStateException.class);
  }

  @Tag("long")
  @Test
  void aFaultBehindMoreBytesThanAnIntCountsIsFound() {
    long length = (1L << 31) + 100;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(length, 1).fill((byte) 'a');
      assertThat(Utf8Segments.malformedAt(segment)).isEqualTo(-1);
      assertThat(Utf8Segments.characters(segment)).isEqualTo(length);
      segment.set(ValueLayout.JAVA_BYTE, length - 2, (byte) 0xc3);
      assertThat(Utf8Segments.malformedAt(segment)).isEqualTo(length - 2);
    }
  }
}
