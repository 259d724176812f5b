package io.penstock.codecs.lz4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.compress.ArchiveInput;
import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.file.FormatException;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.Contents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What headers of frames claim, and what frames cost.
class Lz4HeadersTest {
  @Test
  void emptyFramesCostNoBlocks() throws IOException {
    byte[] header =
        new Lz4Header(BlockSize.LARGEST, false, false, false, OptionalLong.empty()).bytes();
    byte[] frame = Arrays.copyOf(header, header.length + 4);
    byte[] archive = new byte[1000 * frame.length];
    for (int at = 0; at < archive.length; at += frame.length) {
      System.arraycopy(frame, 0, archive, at, frame.length);
    }
    assertThat(unpacked(archive)).isEmpty();
    long before = AllocatedBytes.now();
    assertThat(unpacked(archive)).isEmpty();
    assertThat(AllocatedBytes.now() - before).isLessThan(4 << 20);
  }

  @Test
  void aSizeOfZeroIsNone() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 1000);
    byte[] frame = Compression.compress(content, Packing.of(Codecs.named("lz4")));
    byte[] zero = new Lz4Header(BlockSize.LARGEST, false, false, true, OptionalLong.of(0)).bytes();
    int header =
        new Lz4Header(BlockSize.LARGEST, false, false, true, OptionalLong.empty()).bytes().length;
    assertThat(unpacked(Contents.joined(zero, Arrays.copyOfRange(frame, header, frame.length))))
        .isEqualTo(content);
  }

  @Test
  void theLegacyFormatIsNamed() {
    byte[] legacy =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(0x184C2102).array();
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Compression.decompress(legacy, Limits.defaults()))
        .withMessageContaining("LZ4's legacy format");
  }

  private static byte[] unpacked(byte[] archive) throws IOException {
    try (InputStream in =
        new Lz4Codec().input(ArchiveInput.of(archive, "archive"), Limits.defaults())) {
      return in.readAllBytes();
    }
  }
}
