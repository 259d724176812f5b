package io.penstock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;

class SizeClassesTest {
  @Test
  void sizesAreFourToADoubling() {
    long[] sizes = new long[12];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = PooledBlock.bytes(i);
    }
    assertThat(sizes).containsExactly(64, 128, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024);
    assertThat(PooledBlock.bytes(PooledBlock.sizeClass(8 << 20))).isEqualTo(8 << 20);
  }

  @Test
  void everySizeFitsItsClassAndNotTheOneBelow() {
    for (long size = 0; size < 200_000; size++) {
      int found = PooledBlock.sizeClass(size);
      boolean fits = PooledBlock.bytes(found) >= size;
      boolean isSmallest = found == 0 || PooledBlock.bytes(found - 1) < size;
      if (!fits || !isSmallest) {
        fail("%d bytes in class %d", size, found);
      }
    }
  }
}
