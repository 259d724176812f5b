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
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What headers of frames claim, and what frames cost.
class Lz4HeadersTest {
  @Test
  void emptyFramesCostNoBlocks() throws IOException {
    byte[] header =
        new Lz4Header(Lz4Header.VERSION | Lz4Header.INDEPENDENT, Lz4Header.LARGEST_CODE, 0).bytes();
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

  @ParameterizedTest
  @ValueSource(ints = {4, 7})
  void blocksOfFewBytesRepeatWhatStandsFarBefore(int code) throws IOException {
    int blocks = 100_000;
    byte[] content = new byte[3000 + 5 * blocks];
    new Random(2).nextBytes(content);
    ByteBuffer frame = ByteBuffer.allocate(4000 + 9 * blocks).order(ByteOrder.LITTLE_ENDIAN);
    frame.put(new Lz4Header(Lz4Header.VERSION, code, 0).bytes());
    frame.putInt(3000 | Lz4Blocks.STORED).put(content, 0, 3000);
    Random random = new Random(3);
    for (int at = 3000; at < content.length; at += 5) {
      int offset = 4 + random.nextInt(Math.min(at, 65_535) - 3);
      System.arraycopy(content, at - offset, content, at, 4);
      // no literal and a match of four bytes, then one literal, with which a block ends
      frame.putInt(5).put((byte) 0).putShort((short) offset).put((byte) 0x10);
      frame.put(content[at + 4]);
    }
    byte[] archive = Arrays.copyOf(frame.array(), frame.putInt(0).position());
    assertThat(unpacked(archive)).isEqualTo(content);
  }

  @Test
  void aSizeOfZeroIsNone() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 1000);
    byte[] frame = Compression.compress(content, Packing.of(Codecs.named("lz4")));
    byte[] zero = Lz4Header.written(Lz4Header.LARGEST_CODE, 0).bytes();
    int header = Lz4Header.written(Lz4Header.LARGEST_CODE).bytes().length;
    assertThat(unpacked(Contents.joined(zero, Arrays.copyOfRange(frame, header, frame.length))))
        .isEqualTo(content);
  }

  @Test
  void theLegacyFormatIsNamed() {
    byte[] legacy =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(0x184C2102).array();
    byte[] frame = Compression.compress(new byte[100], Packing.of(Codecs.named("lz4")));
    for (byte[] archive : new byte[][] {legacy, Contents.joined(frame, legacy)}) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> Compression.decompress(archive, Limits.defaults()))
          .withMessageContaining("LZ4's legacy format");
    }
  }

  private static byte[] unpacked(byte[] archive) throws IOException {
    try (InputStream in =
        new Lz4Codec().input(ArchiveInput.of(archive, "archive"), Limits.defaults())) {
      return in.readAllBytes();
    }
  }
}
