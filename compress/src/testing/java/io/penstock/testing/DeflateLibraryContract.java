package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.penstock.compress.BlockEncoder;
import io.penstock.compress.DeflateLibrary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every library that deflates does, whichever it is.
public abstract class DeflateLibraryContract {
  private static final byte[] NOTHING = {};
  private static final byte[] EMPTY_LAST_BLOCK = {3, 0};

  /// The one that is tested.
  protected abstract DeflateLibrary library();

  @Test
  void aLibrarySaysWhatItIs() {
    assertThat(library().toString()).startsWith("deflate library ");
  }

  @Test
  void itIsAvailableHere() {
    assertThat(library().available()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 100, 5000, 65_535, 65_536, 262_143, 262_144, 262_145, 900_000})
  void aBlockOfAnySizeInflatesToItsContent(int size) throws Exception {
    byte[] content = Contents.mixed(new Random(size), size);
    for (int level = 0; level <= 9; level++) {
      assertThat(inflated(deflated(content, level, size))).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000, 32_767, 32_768, 100_000})
  void blocksOfOneContentAreOneStream(int blockBytes) throws Exception {
    byte[] content = Contents.mixed(new Random(blockBytes), 3 * blockBytes + blockBytes / 2);
    assertThat(inflated(deflated(content, 6, blockBytes))).isEqualTo(content);
  }

  @Test
  void whatDoesNotCompressGrowsByLessThanAPercent() throws Exception {
    byte[] noise = new byte[1_000_000];
    new Random(4).nextBytes(noise);
    byte[] packed = deflated(noise, 6, noise.length);
    assertThat(packed.length).isLessThan(1_010_000);
    assertThat(inflated(packed)).isEqualTo(noise);
  }

  @Test
  void whatIsAllTheSameBecomesNextToNothing() throws Exception {
    byte[] zeros = new byte[1_000_000];
    byte[] packed = deflated(zeros, 6, zeros.length);
    assertThat(packed.length).isLessThan(2000);
    assertThat(inflated(packed)).isEqualTo(zeros);
  }

  @Test
  void randomContentsCutAnywhereInflateToThemselves() throws Exception {
    Random random = Seed.sow(getClass());
    for (int i = 0; i < 300; i++) {
      byte[] content = Contents.mixed(random, random.nextInt(1 << random.nextInt(18)));
      int blockBytes = content.length / 50 + 1 + random.nextInt(content.length + 1);
      int level = random.nextInt(10);
      assertThat(inflated(deflated(content, level, blockBytes)))
          .as(
              "content %d: %d bytes, in blocks of %d, at level %d",
              i, content.length, blockBytes, level)
          .isEqualTo(content);
    }
  }

  @Test
  void anEncoderIsClosedOnceAndNotUsedAgain() throws Exception {
    byte[] content = Contents.mixed(new Random(5), 1000);
    BlockEncoder encoder = library().encoder(6);
    encoder.close();
    encoder.close();
    assertThatException().isThrownBy(() -> encoder.encode(NOTHING, content, content.length));
    try (BlockEncoder one = library().encoder(6);
        BlockEncoder other = library().encoder(6)) {
      CompletableFuture<ByteBuffer> aside =
          CompletableFuture.supplyAsync(() -> encoded(one, content));
      assertThat(encoded(other, content)).isEqualTo(aside.get());
    }
  }

  private static ByteBuffer encoded(BlockEncoder encoder, byte[] content) {
    try {
      return encoder.encode(NOTHING, content, content.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] deflated(byte[] content, int level, int blockBytes) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] before = NOTHING;
    try (BlockEncoder encoder = library().encoder(level)) {
      for (int from = 0; from == 0 || from < content.length; from += Math.max(1, blockBytes)) {
        int count = Math.min(blockBytes, content.length - from);
        byte[] block = Arrays.copyOf(Arrays.copyOfRange(content, from, from + count), blockBytes);
        ByteBuffer packed = encoder.encode(before, block, count);
        all.write(packed.array(), packed.arrayOffset() + packed.position(), packed.remaining());
        before = block;
      }
    }
    all.write(EMPTY_LAST_BLOCK);
    return all.toByteArray();
  }

  /// By the JDK's own Inflater, which must find the end where the data ends.
  private static byte[] inflated(byte[] deflated) throws DataFormatException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 16];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      while (!inflater.finished()) {
        int n = inflater.inflate(piece);
        if (n == 0 && !inflater.finished()) {
          throw new DataFormatException("the stream has no end");
        }
        content.write(piece, 0, n);
      }
      assertThat(inflater.getRemaining()).isZero();
      return content.toByteArray();
    } finally {
      inflater.end();
    }
  }
}
