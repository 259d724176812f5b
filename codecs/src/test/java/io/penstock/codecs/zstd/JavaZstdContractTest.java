package io.penstock.codecs.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codec;
import io.penstock.compress.FrameDecoder;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.file.FormatException;
import io.penstock.testing.CodecContract;
import io.penstock.testing.Contents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// zstd in Java does what every codec does, and the same as the native library.
class JavaZstdContractTest extends CodecContract {
  private static final ZstdCodec NATIVE = new ZstdCodec(NativeZstd::new);
  private static final ZstdCodec JAVA = new ZstdCodec(() -> new JavaZstd("by this test"));

  @Override
  protected Codec codec() {
    return JAVA;
  }

  @Test
  void eachReadsWhatTheOtherHasWritten() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 3_000_000);
    for (int level : new int[] {-7, 1, 3, 9, 19}) {
      assertThat(unpacked(JAVA, packed(NATIVE, content, level))).isEqualTo(content);
    }
    byte[] archive = packed(JAVA, content, 3);
    assertThat(unpacked(NATIVE, archive)).isEqualTo(content);
    assertThat(unpacked(JAVA, Contents.joined(archive, packed(NATIVE, content, 3), archive)))
        .isEqualTo(Contents.joined(content, content, content));
  }

  @Test
  void frameByFrameToo() throws IOException {
    byte[] content = Contents.mixed(new Random(2), 9_000_000);
    for (ZstdCodec writer : new ZstdCodec[] {NATIVE, JAVA}) {
      try (FrameEncoder encoder = writer.encoder(3);
          FrameDecoder decoder = (writer == JAVA ? NATIVE : JAVA).decoder(Limits.defaults())) {
        ByteBuffer frame = encoder.encode(content, content.length);
        byte[] target = new byte[content.length];
        decoder.decode(
            Arrays.copyOfRange(frame.array(), frame.arrayOffset(), frame.remaining()), target);
        assertThat(target).isEqualTo(content);
      }
    }
  }

  @Test
  void aWindowThatIsTooLargeIsRefusedWithTheReason() throws IOException {
    byte[] archive = packed(NATIVE, new byte[40 << 20], 22);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> unpacked(JAVA, archive))
        .withMessageContaining("8388608 are possible")
        .withMessageContaining("by this test");
  }

  private static byte[] packed(Codec codec, byte[] content, int level) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (OutputStream out = codec.output(archive, Packing.of(codec).withLevel(level))) {
      out.write(content);
    }
    return archive.toByteArray();
  }

  private static byte[] unpacked(Codec codec, byte[] archive) throws IOException {
    try (InputStream in =
        codec.input(ArchiveInput.of(archive, "archive"), Limits.upTo(Long.MAX_VALUE))) {
      return in.readAllBytes();
    }
  }
}
