package io.penstock.codecs.lz4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.Contents;
import io.penstock.testing.Seed;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The decompressor of blocks that depend on one another, beside the library's.
class LinkedBlocksTest {
  @Test
  void blocksAreDecompressedAsByTheLibrary() throws IOException {
    Random random = Seed.sow(getClass());
    for (int i = 0; i < 200; i++) {
      byte[] content = Contents.mixed(random, random.nextInt(20_000));
      byte[] block = Lz4Blocks.compressor(1 + random.nextInt(12)).compress(content);
      byte[] target = new byte[content.length + 100];
      int end = LinkedBlocks.decompress(block, block.length, target, 60, 60 + content.length);
      assertThat(end).isEqualTo(60 + content.length);
      assertThat(Arrays.copyOfRange(target, 60, end)).isEqualTo(content);
    }
  }

  @Test
  void damageNeverWritesOutsideTheTarget() throws IOException {
    Random random = Seed.sow(getClass());
    byte[] content = Contents.mixed(random, 5000);
    byte[] block = Lz4Blocks.compressor(1).compress(content);
    for (int i = 0; i < 5000; i++) {
      byte[] damaged = Contents.damaged(random, block);
      byte[] target = new byte[6000];
      try {
        int _ = LinkedBlocks.decompress(damaged, damaged.length, target, 500, 5500);
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("a block ");
      }
      assertThat(Arrays.copyOf(target, 500)).containsOnly(0);
      assertThat(Arrays.copyOfRange(target, 5500, 6000)).containsOnly(0);
    }
  }

  @Test
  void aMatchBeforeTheContentIsRefused() {
    byte[] block = {0x10, 'x', 2, 0, 0x50, 'a', 'b', 'c', 'd', 'e'};
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> LinkedBlocks.decompress(block, block.length, new byte[100], 0, 100))
        .withMessageContaining("repeats what is not there");
  }
}
