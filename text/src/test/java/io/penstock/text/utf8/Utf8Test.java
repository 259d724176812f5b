package io.penstock.text.utf8;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Utf8Test {
  /// What lies on either side of each boundary that the standard draws.
  private static final int[] EDGES = {
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xf0, 0xf4,
    0xff
  };

  private static final int ROOM = 100;

  private final JdkUtf8 jdk = new JdkUtf8();

  @Test
  void everyOneAndTwoBytesAreWhatTheyAreToTheJdk() {
    for (int first = 0; first < 256; first++) {
      jdk.check(bytes(first), 0, 1);
      for (int second = 0; second < 256; second++) {
        jdk.check(bytes(first, second), 0, 2);
        jdk.check(bytes(first, second, 'x'), 0, 3);
      }
    }
  }

  @Test
  void everyLeadWithEveryEdgeBehindItIsWhatItIsToTheJdk() {
    for (int lead = 0x80; lead < 256; lead++) {
      for (int second : EDGES) {
        for (int third : EDGES) {
          jdk.check(bytes(lead, second, third), 0, 3);
          for (int fourth : EDGES) {
            jdk.check(bytes(lead, second, third, fourth), 0, 4);
          }
        }
      }
    }
  }

  @Test
  void everyLeadWithEveryEdgeBehindItIsFoundInTheMidstOfOtherCharacters() {
    byte[] text = "xäक😀".repeat(ROOM / 10).getBytes(StandardCharsets.UTF_8);
    int at = 50; // a character begins here, and no word
    for (int lead = 0; lead < 256; lead++) {
      for (int second : EDGES) {
        for (int third : EDGES) {
          for (int fourth : EDGES) {
            byte[] changed = text.clone();
            System.arraycopy(bytes(lead, second, third, fourth), 0, changed, at, 4);
            checkOffset(changed, at);
          }
        }
      }
    }
  }

  // The slow way from the changed place on, which every lead with every edge has been held to.
  private static void checkOffset(byte[] bytes, int changed) {
    int expected = -1;
    for (int i = changed; i < bytes.length && expected < 0; ) {
      int length = Sequences.length(bytes, i, bytes.length);
      expected = length == 0 ? i : -1;
      i += length;
    }
    int found = Utf8.malformedAt(bytes, 0, bytes.length);
    if (found != expected) {
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void aFaultIsFoundWhereverItLiesAndWhereverTheRangeBegins() {
    for (int from = 0; from < 12; from++) {
      for (int fault = from; fault < ROOM; fault++) {
        byte[] text = "é".repeat(ROOM).getBytes(StandardCharsets.UTF_8);
        text[fault] = (byte) 0xff;
        jdk.check(text, from, ROOM);
      }
    }
  }

  @Test
  void aFaultBehindKilobytesOfTextIsFound() {
    byte[] text = "Größe 大小 😀\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.malformedAt(text, 0, text.length)).isEqualTo(-1);
    for (int at : new int[] {4095, 4096, 4097, 12_345, text.length - 1}) {
      byte[] changed = text.clone();
      changed[at] = (byte) 0xc0;
      jdk.check(changed, 0, changed.length);
    }
    jdk.check(text, 0, text.length - 2);
  }

  @Test
  void asciiThatFollowsAnUnfinishedCharacterIsNoExcuse() {
    byte[] text = "a".repeat(20_000).getBytes(StandardCharsets.UTF_8);
    for (int at : new int[] {0, 7, 8, 4095, 4096, 4103, 8191, 19_999}) {
      byte[] changed = text.clone();
      changed[at] = (byte) 0xe2;
      assertThat(Utf8.malformedAt(changed, 0, changed.length)).isEqualTo(at);
    }
  }

  @Test
  void nothingIsWellFormed() {
    assertThat(Utf8.isWellFormed(new byte[0], 0, 0)).isTrue();
    assertThat(Utf8.isWellFormed(new byte[9], 9, 9)).isTrue();
    assertThat(Utf8.characters(new byte[9], 4, 4)).isZero();
  }

  @Test
  void utf16IsNoUtf8() {
    byte[] text = "Größe".getBytes(StandardCharsets.UTF_16);
    assertThat(Utf8.malformedAt(text, 0, text.length)).isZero();
  }

  @Test
  void aByteOrderMarkIsACharacterLikeOthers() {
    byte[] text = "\ufeffx".getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8.characters(text, 0, text.length)).isEqualTo(2);
    assertThat(Utf8Codec.reporting().decode(text, 0, text.length)).isEqualTo("\ufeffx");
  }

  @Test
  void whatIsReportedSaysWhereAndWhat() {
    byte[] text = {'x', 'x', 'a', (byte) 0xc3, 0x28, 'b'};
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> Utf8Codec.reporting().decode(text, 2, 6))
        .withMessage("malformed UTF-8 at byte 1: c3 28 62")
        .satisfies(e -> assertThat(e.offset()).isEqualTo(1));
    assertThatThrownBy(() -> Utf8Codec.reporting().decode(text, 2, 6, new char[4], 0))
        .hasMessage("malformed UTF-8 at byte 1: c3 28 62");
    assertThat(Utf8Codec.replacing().decode(text, 2, 6)).isEqualTo("a\ufffd(b");
  }

  @Test
  void aLoneSurrogateIsReportedOrReplaced() {
    byte[] target = new byte[20];
    for (String text :
        new String[] {"ab\ud83d", "ab\udc00c", "ab\ud83dc", "ab\ud83d\ud83d\ude00"}) {
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> Utf8Codec.reporting().encode(text, 0, text.length(), target, 0))
          .withMessageStartingWith("lone surrogate U+D")
          .withMessageEndingWith(" at char 2, which UTF-8 has no bytes for")
          .satisfies(e -> assertThat(e.offset()).isEqualTo(2));
      int end = Utf8Codec.replacing().encode(text, 0, text.length(), target, 0);
      assertThat(new String(target, 0, end, StandardCharsets.UTF_8))
          .isEqualTo(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }
  }

  @Test
  void theBytesOfATextAreThoseOfTheJdkUnlessASurrogateIsAlone() {
    String text = "What? Größe? 大小? 😀? ".repeat(20);
    byte[] expected = text.getBytes(StandardCharsets.UTF_8);
    assertThat(Utf8Codec.reporting().encode(text)).isEqualTo(expected);
    assertThat(Utf8Codec.replacing().encode(text)).isEqualTo(expected);
    assertThat(Utf8Codec.reporting().encode("")).isEmpty();
    String broken = text + "\ud800" + text;
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> Utf8Codec.reporting().encode(broken))
        .satisfies(e -> assertThat(e.offset()).isEqualTo(text.length()));
    assertThat(Utf8Codec.replacing().encode(broken))
        .isEqualTo((text + "?" + text).getBytes(StandardCharsets.UTF_8));
    for (int length = 0; length < 20; length++) {
      String end = "x".repeat(length) + "\udc00";
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> Utf8Codec.reporting().encode(end));
    }
  }

  @Test
  void theEndOfARangeCutsAPair() {
    assertThatThrownBy(() -> Utf8Codec.reporting().encode("😀", 0, 1, new byte[4], 0))
        .hasMessageStartingWith("lone surrogate U+D83D at char 0");
  }

  @Test
  void everyCharIsWrittenAsTheJdkWritesIt() {
    byte[] target = new byte[Utf8Codec.MOST_BYTES];
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      String text = String.valueOf((char) c);
      int end = Utf8Codec.replacing().encode(text, 0, 1, target, 0);
      assertThat(target).startsWith(text.getBytes(StandardCharsets.UTF_8));
      assertThat(end).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Test
  void aRangeThatLeavesTheArrayIsRefused() {
    byte[] bytes = new byte[10];
    assertThatThrownBy(() -> Utf8.malformedAt(bytes, 0, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8.characters(bytes, -1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8Codec.replacing().decode(bytes, 5, 4, new char[9], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8Codec.replacing().decode(bytes, 0, 10, new char[9], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8Codec.replacing().encode("ab", 0, 3, bytes, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Utf8Codec.replacing().encode("ab", 0, 2, bytes, 9))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
