package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.file.EngineFile;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileWindowTest {
  private static final int BUFFER = 1 << 16;

  final MemoryFile file = new MemoryFile(1 << 20);
  private final FileWindow window = new FileWindow(file, true, block(BUFFER));

  ElementBlock block(int size) {
    return new NativeBlock(size, ByteOrder.BIG_ENDIAN);
  }

  private void put(int value) throws IOException {
    int at = window.claim(1);
    window.block().putByte(at, (byte) value);
  }

  @Test
  void bytesThatCouldNotBeWrittenAreWrittenByTheNextFlush() throws IOException {
    window.seek(100);
    put(7);
    file.failuresToCome = 1;
    assertThatThrownBy(window::flush).hasMessage("no space left");
    assertThat(file.content[100]).isZero();
    window.flush();
    assertThat(file.content[100]).isEqualTo((byte) 7);
  }

  @Test
  void aSeekThatCannotWriteStaysWhereItIsAndKeepsTheBytes() throws IOException {
    put(7);
    file.failuresToCome = 1;
    assertThatThrownBy(() -> window.seek(500_000)).hasMessage("no space left");
    assertThat(window.pointer()).isEqualTo(1);
    window.close();
    assertThat(file.content[0]).isEqualTo((byte) 7);
  }

  @Test
  void aReadThatFindsNoMemoryLeavesThePointerWhereItIs() throws IOException {
    new Random(2).nextBytes(file.content);
    window.seek(500_000);
    window.read();
    window.seek(400_000); // what is read next lies around the pointer
    file.shortagesToCome = 1;
    assertThatThrownBy(window::read).isInstanceOf(OutOfMemoryError.class);
    assertThat(window.pointer()).isEqualTo(400_000);
    assertThat(window.read()).isEqualTo(Byte.toUnsignedInt(file.content[400_000]));
  }

  /// Nothing is moved, so that the buffer takes no memory.
  @Test
  void aLargeBufferIsReadAheadAsFarAsItGoes() throws IOException {
    List<Long> lengths = new ArrayList<>();
    EngineFile endless =
        new ForwardedFile(file) {
          @Override
          public long size() {
            return 1L << 40;
          }

          @Override
          public void read(long offset, MemorySegment target, long at, long length) {
            lengths.add(length);
          }
        };
    int size = 600 << 20;
    ElementBlock large = new NativeBlock(size, ByteOrder.BIG_ENDIAN);
    try (FileWindow ahead = new FileWindow(endless, false, large)) {
      for (int i = 0; i < 12; i++) {
        assertThat(ahead.read()).isNotNegative();
        ahead.seek(ahead.pointer() + lengths.getLast() - 1);
      }
    }
    assertThat(lengths).isSorted().endsWith((long) size, (long) size);
  }

  @Test
  void closingReportsWhatItCouldNotWriteAndClosesTheFile() throws IOException {
    put(7);
    file.failuresToCome = 1;
    assertThatThrownBy(window::close).hasMessage("no space left");
    assertThat(file.closed).isTrue();
  }

  @Test
  void aReadAfterASeekFetchesLittleAndMoreTheLongerItGoesOn() throws IOException {
    window.seek(500_000);
    for (int i = 0; i < 100_000; i++) {
      window.read();
    }
    assertThat(file.reads).startsWith(4096L, 16384L, 65536L);
    window.seek(3);
    window.read();
    assertThat(file.reads).endsWith(4096L);
  }

  @Test
  void goingBackByteByByteFetchesAsLittleAsGoingForward() throws IOException {
    new Random(1).nextBytes(file.content);
    for (int at = 500_000; at > 300_000; at--) {
      window.seek(at);
      assertThat(window.read()).isEqualTo(file.content[at] & 0xff);
      assertThat(window.pointer()).isEqualTo(at + 1L);
    }
    assertThat(file.reads).startsWith(4096L, 16384L, 65536L).hasSizeLessThan(10);
  }

  @Test
  void theLastStepsOfASearchStayInTheBuffer() throws IOException {
    int low = 0;
    int high = file.content.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      window.seek(middle);
      window.read();
      if (middle < 345_678) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    assertThat(file.reads).hasSizeLessThanOrEqualTo(12);
  }

  @Test
  void whatIsWrittenAfterGoingBackIsWhereItBelongs() throws IOException {
    window.seek(500_000);
    window.read();
    window.seek(499_000);
    put(1);
    assertThat(window.read()).isZero();
    window.seek(498_000);
    window.read();
    put(2);
    window.flush();
    assertThat(file.content[499_000]).isEqualTo((byte) 1);
    assertThat(file.content[498_001]).isEqualTo((byte) 2);
  }

  @Test
  void aReadThatNeedsMuchFetchesItAtOnce() throws IOException {
    window.seek(500_000);
    window.readArray(new int[12_000], 0, 12_000);
    assertThat(file.reads).containsExactly(48_000L);
  }

  @Test
  void onlyBytesThatWereWrittenGoToTheFile() throws IOException {
    window.read();
    window.seek(10);
    put(1);
    window.seek(20);
    put(2);
    file.content[15] = 99; // somebody else, between the two
    window.flush();
    assertThat(file.content[10]).isEqualTo((byte) 1);
    assertThat(file.content[15]).isEqualTo((byte) 99);
    assertThat(file.content[20]).isEqualTo((byte) 2);
  }

  @Test
  void afterAFailedSyncNothingIsPromisedAnyMore() throws IOException {
    put(7);
    window.flush();
    window.seek(0);
    assertThat(window.take(1)).isZero();
    window.seek(0); // what it holds could be read again
    file.failuresToCome = 1;
    assertThatThrownBy(window::sync).hasMessage("input/output error");
    assertThatThrownBy(window::sync).hasMessageContaining("earlier sync failed");
    assertThatThrownBy(() -> window.claim(1)).hasMessageContaining("earlier sync failed");
    assertThatThrownBy(() -> window.take(1)).hasMessageContaining("earlier sync failed");
    assertThatThrownBy(window::close).hasMessageContaining("earlier sync failed");
    assertThat(file.closed).isTrue();
  }

  @Test
  void placesThatNoFileHasAreRefused() {
    assertThatThrownBy(() -> window.seek(-1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> window.seek(Long.MAX_VALUE)).isInstanceOf(IOException.class);
  }
}
