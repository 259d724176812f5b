package io.penstock.codecs.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.compress.Compression;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.SkippableFrames;
import io.penstock.file.FormatException;
import io.penstock.testing.Contents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.jpountz.xxhash.XXHashFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Seek tables with checksums, as other programs write them.
class ForeignSeekTableTest {
  private static final int FRAME = 1000;

  @TempDir private Path folder;

  private final byte[] content = Contents.mixed(new Random(1), 5 * FRAME);

  @Test
  void checksumsOfTheTableAreChecked() throws IOException {
    Path path = archive(0);
    try (SeekableFile file = SeekableFile.open(path, Limits.defaults())) {
      byte[] whole = new byte[content.length];
      file.read(0, whole, 0, whole.length);
      assertThat(whole).isEqualTo(content);
    }
  }

  @Test
  void aWrongChecksumInTheTableIsNoticed() throws IOException {
    Path path = archive(1);
    try (SeekableFile file = SeekableFile.open(path, Limits.defaults())) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> file.read(0, new byte[FRAME], 0, FRAME))
          .withMessageContaining("another checksum than the seek table says");
    }
  }

  private Path archive(int error) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    byte[] bytes = new byte[5 * 12 + 9];
    ByteBuffer table = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try (FrameEncoder encoder = new ZstdCodec().encoder(3)) {
      for (int from = 0; from < content.length; from += FRAME) {
        byte[] part = Arrays.copyOfRange(content, from, from + FRAME);
        ByteBuffer frame = encoder.encode(part, FRAME);
        archive.write(frame.array(), frame.arrayOffset(), frame.remaining());
        long hash = XXHashFactory.safeInstance().hash64().hash(part, 0, FRAME, 0);
        table.putInt(frame.remaining()).putInt(FRAME).putInt((int) hash + error);
      }
    }
    table.putInt(5).put((byte) 0x80).putInt(0x8F92EAB1);
    archive.writeBytes(new SkippableFrames().wrap(bytes));
    return Files.write(folder.resolve("a.zst"), archive.toByteArray());
  }

  /// The library's memory is not the heap's: the system knows how much there is.
  @Test
  void archivesThatAreRefusedLeaveNoMemory() throws IOException {
    Path path = withContentThatTheTableDenies();
    refuse(path, 100);
    long before = mappedKibibytes();
    refuse(path, 3000);
    assertThat(mappedKibibytes()).isLessThan(before + 3000 * 50);
  }

  private static void refuse(Path path, int times) {
    for (int i = 0; i < times; i++) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> SeekableFile.openIfSeekable(path, Limits.defaults()))
          .withMessageContaining("frame 0");
    }
  }

  private static long mappedKibibytes() throws IOException {
    String status = Files.readString(Path.of("/proc/self/status"));
    return Long.parseLong(status.replaceAll("(?s).*VmSize:\\s+(\\d+) kB.*", "$1"));
  }

  private Path withContentThatTheTableDenies() throws IOException {
    try (FrameEncoder encoder = new ZstdCodec().encoder(3)) {
      ByteBuffer frame = encoder.encode(content, FRAME);
      byte[] packed = new byte[frame.remaining()];
      frame.get(packed);
      byte[] table = new byte[8 + 9];
      ByteBuffer.wrap(table)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(packed.length)
          .putInt(0)
          .putInt(1)
          .put((byte) 0)
          .putInt(0x8F92EAB1);
      return Files.write(
          folder.resolve("b.zst"), Contents.joined(packed, new SkippableFrames().wrap(table)));
    }
  }

  /// As bytes, and as numbers that all have checksums where one table has them.
  @Test
  void aTableThatTakesMoreMemoryThanIsAllowedIsRefused() throws IOException {
    int frames = 10_000;
    ByteBuffer first = ByteBuffer.allocate(12 + 9).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer second = ByteBuffer.allocate(8 * frames + 9).order(ByteOrder.LITTLE_ENDIAN);
    byte[] packed = Compression.compress(new byte[1], Packing.of(new ZstdCodec()));
    first.putInt(packed.length).putInt(1).putInt(0);
    first.putInt(1).put((byte) 0x80).putInt(0x8F92EAB1);
    for (int i = 0; i < frames; i++) {
      second.putInt(1).putInt(1);
    }
    second.putInt(frames).put((byte) 0).putInt(0x8F92EAB1);
    SkippableFrames asides = new SkippableFrames();
    byte[] begin = Contents.joined(packed, asides.wrap(first.array()));
    byte[] end = Contents.joined(new byte[frames], asides.wrap(second.array()));
    Path path = Files.write(folder.resolve("c.zst"), Contents.joined(begin, end));
    long needed = frames * 40L;
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> SeekableFile.open(path, Limits.defaults().withMemory(needed)))
        .withMessageContaining("bytes of memory at once");
    try (SeekableFile file = SeekableFile.open(path, Limits.defaults().withMemory(needed + 1000))) {
      assertThat(file.frames()).isEqualTo(frames + 1);
    }
  }
}
