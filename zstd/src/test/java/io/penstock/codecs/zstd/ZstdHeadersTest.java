package io.penstock.codecs.zstd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDictCompress;
import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.file.FormatException;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.Contents;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What headers of frames claim, whichever library reads them.
class ZstdHeadersTest {
  private static final int SINGLE_SEGMENT = 0x20;
  private static final int FOUR_BYTES_OF_SIZE = 0x80;

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 40_959, 40_960, 300_000, 824_287, 824_288, 1_000_000})
  void aFrameThatHoldsLessThanItClaimsIsRefusedByReadsOfAnySize(int piece) throws IOException {
    byte[] frame = stored(new byte[300_000], 824_288);
    for (ZstdLibrary library : new ZstdLibrary[] {new NativeZstd(), new JavaZstd("by this test")}) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> read(library, frame, piece))
          .withMessageMatching("archive, byte .*(says 824288|damaged zstd data).*");
      assertThat(read(library, stored(new byte[300_000], 300_000), piece)).isEqualTo(300_000);
    }
  }

  /// Blocks of 100,000 bytes as they are, and an empty one at the end.
  private static byte[] stored(byte[] content, int claimed) {
    ByteBuffer frame = ByteBuffer.allocate(content.length + 100).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(ZstdHeader.FRAME).put((byte) (SINGLE_SEGMENT | FOUR_BYTES_OF_SIZE));
    frame.putInt(claimed);
    for (int from = 0; from < content.length; from += 100_000) {
      int count = Math.min(100_000, content.length - from);
      frame.put((byte) (count << 3)).put((byte) (count >> 5)).put((byte) (count >> 13));
      frame.put(content, from, count);
    }
    frame.put(new byte[] {1, 0, 0}).flip();
    byte[] bytes = new byte[frame.remaining()];
    frame.get(bytes);
    return bytes;
  }

  private static long read(ZstdLibrary library, byte[] archive, int piece) throws IOException {
    byte[] target = new byte[piece];
    long sum = 0;
    try (InputStream in = library.input(ArchiveInput.of(archive, "archive"), Limits.defaults())) {
      for (int n = in.read(target); n >= 0; n = in.read(target)) {
        sum += n;
      }
    }
    return sum;
  }

  @Test
  void emptyFramesCostNoWindows() throws IOException {
    byte[] frame = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, 13 << 3, 1, 0, 0}; // of 8 MiB
    byte[] archive = new byte[1000 * frame.length];
    for (int at = 0; at < archive.length; at += frame.length) {
      System.arraycopy(frame, 0, archive, at, frame.length);
    }
    for (ZstdLibrary library : new ZstdLibrary[] {new NativeZstd(), new JavaZstd("by this test")}) {
      assertThat(read(library, archive, 1000)).isZero();
      long before = AllocatedBytes.now();
      assertThat(read(library, archive, 1000)).isZero();
      assertThat(AllocatedBytes.now() - before).isLessThan(16 << 20);
    }
  }

  @Test
  void aWindowBeyondTheMemoryLimitIsNamed() throws IOException {
    byte[] archive = stored(new byte[300_000], 300_000);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(
            () ->
                new ZstdCodec()
                    .input(
                        ArchiveInput.of(archive, "archive"), Limits.defaults().withMemory(299_999))
                    .readAllBytes())
        .withMessageContaining("asks for 300000 bytes of memory at once; the limit is 299999");
    byte[] wide = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) 0xf8, 1, 0, 0}; // 2^41
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(wide, Limits.defaults()))
        .withMessageContaining("asks for 2199023255552 bytes of memory");
    byte[] endless = {
      0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, (byte) 0xe0, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0
    };
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(endless, Limits.defaults()))
        .withMessageContaining("bytes of memory at once");
  }

  @Test
  void aDictionaryThatIsNotHereIsNamed() {
    byte[][] samples = new byte[2000][];
    Random random = new Random(1);
    for (int i = 0; i < samples.length; i++) {
      samples[i] = ("a record of number " + random.nextInt(1000) + " and its name").getBytes(UTF_8);
    }
    byte[] trained = new byte[4096];
    long length = Zstd.trainFromBuffer(samples, trained);
    assertThat(Zstd.isError(length)).isFalse();
    byte[] dictionary = Arrays.copyOf(trained, (int) length);
    try (ZstdDictCompress compress = new ZstdDictCompress(dictionary, 3)) {
      byte[] archive = Zstd.compress(samples[0], compress);
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> Compression.decompress(archive, Limits.defaults()))
          .withMessageContaining(
              "the frame asks for the dictionary " + Zstd.getDictIdFromDict(dictionary));
    }
  }

  @Test
  void skippableFramesMayComeFirstOrAlone() throws IOException {
    byte[] content = Contents.mixed(new Random(2), 5000);
    byte[] archive = Zstd.compress(content);
    byte[] aside = new ZstdCodec().asides().wrap(new byte[100_000]);
    assertThat(unpacked(Contents.joined(aside, aside, archive))).isEqualTo(content);
    assertThat(unpacked(Contents.joined(aside, aside))).isEmpty();
    byte[] small = new ZstdCodec().asides().wrap(new byte[0]);
    assertThat(unpacked(Contents.joined(small, archive, small))).isEqualTo(content);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> unpacked(Contents.joined(small, new byte[] {1, 2, 3, 4})));
    for (int bytes = 1; bytes < small.length; bytes++) {
      byte[] cut = Contents.joined(archive, Arrays.copyOf(small, bytes));
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> unpacked(cut))
          .withMessageContaining("cut short");
    }
  }

  @Test
  void gzipBehindSkippableFramesIsRefused() {
    byte[] aside = new ZstdCodec().asides().wrap(new byte[10]);
    byte[] member = Compression.compress(new byte[100], Packing.of(Codecs.gzip()));
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> unpacked(Contents.joined(aside, member)))
        .withMessageContainingAll(
            "18", "gzip data behind skippable frames, which gzip does not have");
  }

  private static byte[] unpacked(byte[] archive) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream in =
        Compression.input(new ByteArrayInputStream(archive), "archive", Limits.defaults())) {
      in.transferTo(out);
    }
    return out.toByteArray();
  }
}
