package io.penstock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.compress.Codec;
import io.penstock.compress.Compression;
import io.penstock.compress.FrameEncoder;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SeekableFile;
import io.penstock.file.FormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every codec's seekable archives do.
public abstract class SeekableContract {
  private static final Limits LIMITS = Limits.defaults();
  private static final int FRAME = 1000;

  @TempDir private Path folder;

  /// The one that is tested.
  protected abstract Codec codec();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1000, 1001, 54_321})
  void anyRangeIsRead(int size) throws IOException {
    Random random = Seed.sow(getClass());
    byte[] content = Contents.mixed(random, size);
    try (SeekableFile file = SeekableFile.open(file(packed(content)), LIMITS)) {
      assertThat(file.size()).isEqualTo(size);
      for (int i = 0; i < 50; i++) {
        int from = random.nextInt(size + 1);
        int count = random.nextInt(size - from + 1);
        byte[] target = new byte[count + 3];
        file.read(from, target, 2, count);
        assertThat(Arrays.copyOfRange(target, 2, count + 2))
            .isEqualTo(Arrays.copyOfRange(content, from, from + count));
      }
    }
  }

  @Test
  void onlyTheFramesOfARangeAreDecompressedAndThoseOnce() throws IOException {
    byte[] content = Contents.mixed(new Random(1), 20 * FRAME);
    try (SeekableFile file = SeekableFile.open(file(packed(content)), LIMITS)) {
      assertThat(file.frames()).isEqualTo(20);
      byte[] target = new byte[2 * FRAME];
      file.read(5 * FRAME, target, 0, FRAME);
      assertThat(file.framesDecoded()).isEqualTo(1);
      file.read(5 * FRAME + 1, target, 0, FRAME);
      assertThat(file.framesDecoded()).isEqualTo(2);
      file.read(5 * FRAME, target, 0, 2 * FRAME);
      assertThat(file.framesDecoded()).isEqualTo(2);
    }
  }

  @Test
  void theWholeIsReadBySeveralThreadsAndAsAStream() throws IOException {
    byte[] content = Contents.mixed(new Random(2), 100_500);
    byte[] archive = packed(content);
    try (SeekableFile file = SeekableFile.open(file(archive), LIMITS)) {
      for (int threads : new int[] {1, 3}) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        file.transferTo(whole, threads);
        assertThat(whole.toByteArray()).isEqualTo(content);
      }
    }
    assertThat(streamed(archive)).isEqualTo(content);
  }

  @Test
  void archivesBehindOneAnotherAreReadAtAnyPlace() throws IOException {
    byte[] content = Contents.mixed(new Random(8), 5500);
    byte[] one = packed(content);
    byte[] none = packed(new byte[0]);
    byte[] joined = Contents.joined(one, none, one, none);
    byte[] whole = Contents.joined(content, content);
    assertThat(streamed(joined)).isEqualTo(whole);
    try (SeekableFile file = SeekableFile.open(file(joined), LIMITS)) {
      byte[] read = new byte[whole.length];
      file.read(0, read, 0, read.length);
      assertThat(read).isEqualTo(whole);
      file.read(5400, read, 0, 200);
      assertThat(Arrays.copyOf(read, 200)).isEqualTo(Arrays.copyOfRange(whole, 5400, 5600));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      file.transferTo(out, 2);
      assertThat(out.toByteArray()).isEqualTo(whole);
    }
  }

  @Test
  void whereOnlyTheLastFramesHaveATableTheFileIsReadFromItsBegin() throws IOException {
    byte[] content = Contents.mixed(new Random(9), 1500);
    byte[] plain = Compression.compress(content, Packing.of(codec()));
    byte[] joined = Contents.joined(plain, packed(content));
    Path path = file(joined);
    assertThat(SeekableFile.openIfSeekable(path, LIMITS)).isEmpty();
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> SeekableFile.open(path, LIMITS).close())
        .withMessageContaining("or one of only some");
    assertThat(streamed(joined)).isEqualTo(Contents.joined(content, content));
  }

  @Test
  void framesWithoutContentCostLittle() throws IOException {
    int empty = 300;
    byte[] frame = frame(new byte[0]);
    byte[] first = frame(new byte[] {1});
    byte[] last = frame(new byte[] {2});
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    ByteBuffer table = ByteBuffer.allocate((empty + 2) * 8 + 9).order(ByteOrder.LITTLE_ENDIAN);
    archive.writeBytes(first);
    table.putInt(first.length).putInt(1);
    for (int i = 0; i < empty; i++) {
      archive.writeBytes(frame);
      table.putInt(frame.length).putInt(0);
    }
    archive.writeBytes(last);
    table.putInt(last.length).putInt(1);
    table.putInt(empty + 2).put((byte) 0).putInt(0x8F92EAB1);
    archive.writeBytes(codec().asides().wrap(table.array()));
    Path path = file(archive.toByteArray());
    SeekableFile.open(path, LIMITS).close(); // classes are loaded
    long before = AllocatedBytes.now();
    try (SeekableFile file = SeekableFile.open(path, LIMITS)) {
      byte[] both = new byte[2];
      file.read(0, both, 0, 2);
      assertThat(both).containsExactly(1, 2);
      file.read(1, both, 0, 1);
      assertThat(both[0]).isEqualTo((byte) 2);
    }
    assertThat(streamed(archive.toByteArray())).containsExactly(1, 2);
    // a stream has a buffer of 128 KiB, and LZ4 a block of 4 MiB, for all frames together
    assertThat(AllocatedBytes.now() - before).isLessThan((16L << 20) + empty * 10_000L);
  }

  private byte[] frame(byte[] content) throws IOException {
    try (FrameEncoder encoder = codec().encoder(codec().levels().usual())) {
      ByteBuffer frame = encoder.encode(content, content.length);
      byte[] bytes = new byte[frame.remaining()];
      frame.get(bytes);
      return bytes;
    }
  }

  @Test
  void aRangeThatIsNotInTheContentIsRefused() throws IOException {
    try (SeekableFile file = SeekableFile.open(file(packed(new byte[2500])), LIMITS)) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.read(2000, new byte[501], 0, 501));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.read(-1, new byte[1], 0, 1));
    }
  }

  @Test
  void anArchiveThatIsCutAnywhereIsNotOpened() throws IOException {
    byte[] archive = packed(Contents.mixed(new Random(3), 2500));
    for (int length = 0; length < archive.length; length++) {
      Path cut = file(Arrays.copyOf(archive, length));
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> SeekableFile.open(cut, LIMITS).close());
    }
  }

  @Test
  void anyBitThatIsFlippedIsNoticedOrHarmless() throws IOException {
    byte[] content = Contents.mixed(new Random(4), 300);
    byte[] archive = packed(content, 100);
    for (int bit = 0; bit < 8 * archive.length; bit++) {
      requireNoticedOrHarmless(Contents.flipped(archive, bit), content);
    }
  }

  @Test
  void randomDamageIsNoticedOrHarmless() throws IOException {
    Random random = Seed.sow(getClass());
    byte[] content = Contents.mixed(random, 3000);
    byte[] archive = packed(content);
    for (int i = 0; i < 200; i++) {
      requireNoticedOrHarmless(Contents.damaged(random, archive), content);
    }
  }

  private void requireNoticedOrHarmless(byte[] damaged, byte[] content) throws IOException {
    Path path = file(damaged);
    try (SeekableFile file = SeekableFile.open(path, LIMITS)) {
      byte[] whole = new byte[(int) file.size()];
      file.read(0, whole, 0, whole.length);
      assertThat(whole).isEqualTo(content);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(path.toString());
    }
  }

  @Test
  void aTableThatLiesIsRefused() throws IOException {
    byte[] content = Contents.mixed(new Random(5), 3 * FRAME);
    byte[] archive = packed(content);
    int footer = archive.length - codec().asides().trailerBytes() - 9;
    int entries = footer - 3 * 8;
    for (int at = entries; at < footer + 5; at += 4) {
      for (int value : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 30}) {
        byte[] forged = archive.clone();
        ByteBuffer little = ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN);
        if (at < footer + 4 && little.getInt(at) != value) {
          little.putInt(at, value);
          assertThatExceptionOfType(FormatException.class).isThrownBy(() -> readAll(file(forged)));
        }
      }
    }
  }

  @Test
  void sizesThatAreMovedFromOneFrameToTheNextAreRefused() throws IOException {
    byte[] archive = packed(Contents.mixed(new Random(6), 3 * FRAME));
    int footer = archive.length - codec().asides().trailerBytes() - 9;
    for (int column : new int[] {0, 4}) {
      byte[] forged = archive.clone();
      ByteBuffer little = ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN);
      int first = footer - 24 + column;
      little.putInt(first, little.getInt(first) - 1);
      little.putInt(first + 8, little.getInt(first + 8) + 1);
      assertThatExceptionOfType(FormatException.class).isThrownBy(() -> readAll(file(forged)));
    }
  }

  @Test
  void aFrameAboveTheMemoryLimitIsRefused() throws IOException {
    Path path = file(packed(new byte[5000], 5000));
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> SeekableFile.open(path, LIMITS.withMemory(4999)).close())
        .withMessageContaining("asks for 5000 bytes of memory");
  }

  @Test
  void contentBeyondTheLimitIsRefusedBeforeItIsWritten() throws IOException {
    Path path = file(packed(new byte[5000]));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SeekableFile file = SeekableFile.open(path, Limits.upTo(4999))) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> file.transferTo(out, 2))
          .withMessageContaining("more than the limit of 4999 bytes");
    }
    assertThat(out.size()).isZero();
  }

  @Test
  @Timeout(60)
  void whatAFileIsWrittenToCannotCloseIt() throws IOException {
    SeekableFile file = SeekableFile.open(file(packed(new byte[3 * FRAME])), Limits.trusted());
    OutputStream closing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            file.close();
          }
        };
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> file.transferTo(closing, 2))
        .withMessageContaining("cannot be closed by what it is written to");
    assertThat(file.size()).isEqualTo(3 * FRAME);
    file.close();
  }

  @Test
  void aClosedFileIsNotRead() throws IOException {
    SeekableFile file = SeekableFile.open(file(packed(new byte[10])), LIMITS);
    file.close();
    file.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> file.read(0, new byte[1], 0, 1));
  }

  private void readAll(Path path) throws IOException {
    try (SeekableFile file = SeekableFile.open(path, LIMITS)) {
      byte[] whole = new byte[Math.toIntExact(file.size())];
      file.read(0, whole, 0, whole.length);
    }
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("archive" + codec().suffix()), bytes);
  }

  private byte[] packed(byte[] content) throws IOException {
    return packed(content, FRAME);
  }

  private byte[] packed(byte[] content, int frame) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    Packing packing = Packing.of(codec()).withFrameBytes(frame).withThreads(2);
    try (OutputStream out = Compression.seekable(archive, packing)) {
      out.write(content);
    }
    return archive.toByteArray();
  }

  private byte[] streamed(byte[] archive) throws IOException {
    try (InputStream in = Compression.input(new ByteArrayInputStream(archive), "archive", LIMITS)) {
      return in.readAllBytes();
    }
  }
}
