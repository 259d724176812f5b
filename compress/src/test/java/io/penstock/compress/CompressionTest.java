package io.penstock.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.file.FormatException;
import io.penstock.testing.Contents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Streams and buffers, limits and failures.
class CompressionTest {
  private static final Packing PACKING = Packing.of(Codecs.gzip()).withThreads(2);

  @Test
  void memoryIsCompressedAndDecompressed() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 3_000_000);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(content.length);
      MemorySegment.copy(MemorySegment.ofArray(content), 0, memory, 0, content.length);
      byte[] archive = Compression.compress(memory, PACKING);
      assertThat(Compression.decompress(archive, Limits.defaults())).isEqualTo(content);
      MemorySegment target = arena.allocate(content.length);
      assertThat(Compression.decompress(archive, target, Limits.defaults()))
          .isEqualTo(content.length);
      assertThat(target.mismatch(memory)).isEqualTo(-1);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(
              () ->
                  Compression.decompress(
                      archive, target.asSlice(0, content.length - 1), Limits.defaults()));
    }
  }

  @Test
  void theJdkReadsWhatIsWrittenAndIsReadItself() throws IOException {
    byte[] content = Contents.mixed(new Random(2), 1_000_000);
    byte[] archive = Compression.compress(content, PACKING);
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(archive))) {
      assertThat(in.readAllBytes()).isEqualTo(content);
    }
    ByteArrayOutputStream theirs = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(theirs)) {
      out.write(content);
    }
    assertThat(Compression.decompress(theirs.toByteArray(), Limits.defaults())).isEqualTo(content);
  }

  @Test
  void aBombIsRefusedByRatioAndBySizeAndUnpackedOnRequest() throws IOException {
    byte[] zeros = new byte[40 << 20];
    byte[] bomb = Compression.compress(zeros, PACKING);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(bomb, Limits.defaults()))
        .withMessageContaining("more than 200 times its size");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(bomb, Limits.upTo(zeros.length - 1)))
        .withMessageContaining("more than the limit of " + (zeros.length - 1) + " bytes");
    assertThat(Compression.decompress(bomb, Limits.upTo(zeros.length))).isEqualTo(zeros);
  }

  @Test
  void whatIsNoArchiveIsRefused() {
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(new byte[0], Limits.defaults()))
        .withMessage("archive, byte 0: empty, not an archive");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(new byte[100], Limits.defaults()))
        .withMessageContaining("no archive of a known format");
  }

  @Test
  void anUnknownCodecIsRefusedWithThoseThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codecs.named("nonsense"))
        .withMessage("no codec 'nonsense'; there are " + Codecs.names());
  }
}
