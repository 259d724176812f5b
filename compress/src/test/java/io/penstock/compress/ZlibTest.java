package io.penstock.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.DeflateLibraryContract;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The JDK's zlib does what every library that deflates does.
class ZlibTest extends DeflateLibraryContract {
  @Override
  protected DeflateLibrary library() {
    return DeflateBlocks.ZLIB;
  }

  @Test
  void aBlockRepeatsWhatStandsJustBelow32KiBBeforeIt() throws Exception {
    byte[] noise = new byte[32_000];
    new Random(1).nextBytes(noise);
    try (BlockEncoder encoder = library().encoder(6)) {
      assertThat(encoder.encode(noise, noise, noise.length).remaining()).isLessThan(1000);
    }
  }
}
