package io.penstock.codecs.deflate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.testing.Contents;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Complete streams, as another library makes them, can be followed by others.
class OpenEndTest {
  private static final int MOST = 400_000;

  private final OpenEnd ends = new OpenEnd();

  @ParameterizedTest
  @ValueSource(ints = {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY})
  void streamsOfZlibAreJoined(int strategy) throws DataFormatException {
    for (int size : new int[] {0, 1, 20, 1000, 70_000, 150_000}) {
      for (int level : new int[] {0, 1, 6, 9}) {
        byte[] content = Contents.mixed(new Random(size), size);
        assertThat(twice(content, level, strategy))
            .as("%d bytes at level %d", size, level)
            .isEqualTo(both(content));
      }
    }
  }

  @Test
  void theEndMayBeAtAnyBitOfAByte() throws DataFormatException {
    for (int size = 0; size < 300; size++) {
      byte[] content = Contents.mixed(new Random(size), size);
      assertThat(twice(content, 6, Deflater.DEFAULT_STRATEGY)).isEqualTo(both(content));
    }
  }

  @Test
  void whatStandsBehindTheEndDoesNotMatter() throws DataFormatException {
    byte[] content = Contents.mixed(new Random(5), 1000);
    byte[] target = new byte[MOST];
    Arrays.fill(target, (byte) 0xa5);
    int end = ends.open(target, 0, complete(content, 6, Deflater.DEFAULT_STRATEGY, target, 0));
    target[end] = 3;
    target[end + 1] = 0;
    assertThat(inflated(target, end + 2)).isEqualTo(content);
  }

  @Test
  void whatIsNoDeflatedDataIsNoticed() {
    assertThatIllegalStateException()
        .isThrownBy(() -> ends.open(new byte[] {7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 1))
        .withMessageContaining("no deflated data");
  }

  private byte[] twice(byte[] content, int level, int strategy) throws DataFormatException {
    byte[] target = new byte[MOST];
    int first = ends.open(target, 0, complete(content, level, strategy, target, 0));
    return inflated(target, complete(content, level, strategy, target, first));
  }

  private static byte[] both(byte[] content) {
    byte[] both = Arrays.copyOf(content, 2 * content.length);
    System.arraycopy(content, 0, both, content.length, content.length);
    return both;
  }

  private static int complete(byte[] content, int level, int strategy, byte[] target, int from) {
    Deflater deflater = new Deflater(level, true);
    try {
      deflater.setStrategy(strategy);
      deflater.setInput(content);
      deflater.finish();
      int end = from;
      while (!deflater.finished()) { // a new strategy makes a turn of its own
        end += deflater.deflate(target, end, MOST - 20 - end);
      }
      return end;
    } finally {
      deflater.end();
    }
  }

  private static byte[] inflated(byte[] deflated, int length) throws DataFormatException {
    byte[] content = new byte[MOST];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated, 0, length);
      int n = inflater.inflate(content);
      assertThat(inflater.finished()).isTrue();
      assertThat(inflater.getRemaining()).isZero();
      return Arrays.copyOf(content, n);
    } finally {
      inflater.end();
    }
  }
}
