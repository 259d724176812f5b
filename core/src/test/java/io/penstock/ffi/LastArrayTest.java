package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.SpokenAssumption;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One segment for an array that comes again and again, and reads that go by it.
class LastArrayTest {
  /// More than an array is missed until it is remembered.
  private static final int OFTEN = 40;

  private static MemorySegment often(LastArray last, Object array, long at) {
    for (int i = 1; i < OFTEN; i++) {
      MemorySegment _ = last.from(array, at);
    }
    return last.from(array, at);
  }

  @Test
  void anArrayThatComesOnceIsNotKnown() {
    assertThat(new LastArray().from(new int[10], 0).byteSize()).isZero();
  }

  @Test
  void anArrayThatComesOftenHasOneSegmentFromItsByteToItsEnd() {
    LastArray last = new LastArray();
    double[] array = {1, 2, 3};
    MemorySegment known = often(last, array, Double.BYTES);
    assertThat(known.toArray(ValueLayout.JAVA_DOUBLE)).containsExactly(2, 3);
    assertThat(last.from(array, Double.BYTES)).isSameAs(known);
  }

  @Test
  void neitherAnotherArrayNorAnotherPlaceGetsItsSegment() {
    LastArray last = new LastArray();
    int[] array = new int[10];
    MemorySegment _ = often(last, array, 0);
    assertThat(last.from(new int[10], 0).byteSize()).isZero();
    assertThat(last.from(array, Integer.BYTES).byteSize()).isZero();
    assertThat(last.from(array, 0).byteSize()).isEqualTo(40);
  }

  @Test
  void anArrayIsNotKeptAlive() {
    LastArray last = new LastArray();
    WeakReference<long[]> lost = remembered(last);
    for (int i = 0; i < 1000 && lost.get() != null; i++) {
      System.gc();
    }
    assertThat(lost.get()).isNull();
    assertThat(last.from(new long[10], 0).byteSize()).isZero();
  }

  private static WeakReference<long[]> remembered(LastArray last) {
    long[] array = new long[10];
    assertThat(often(last, array, 0).byteSize()).isEqualTo(80);
    return new WeakReference<>(array);
  }

  @Test
  void repeatedStraightReadsReachTheirPlaceAndNothingBeyondTheArray(@TempDir Path folder)
      throws Exception {
    Optional<LibC> found = NativeAccess.libc();
    SpokenAssumption.that(found.isPresent(), "native access is needed");
    LibC libc = found.orElseThrow();
    byte[] content = new byte[256];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) i;
    }
    int descriptor = libc.open(Files.write(folder.resolve("bytes"), content), 0, 0);
    byte[] array = new byte[64];
    for (int i = 0; i < 4 * OFTEN; i++) {
      int at = i < 2 * OFTEN ? 0 : 16;
      Arrays.fill(array, (byte) -1);
      assertThat(libc.preadCritical(descriptor, array, at, 48, i)).isEqualTo(48);
      assertThat(Arrays.copyOfRange(array, at, at + 48))
          .isEqualTo(Arrays.copyOfRange(content, i, i + 48));
      assertThat(array[(at + 48) % 64]).isEqualTo((byte) -1);
    }
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> libc.preadCritical(descriptor, array, 16, 49, 0));
    assertThat(libc.close(descriptor)).isZero();
  }
}
