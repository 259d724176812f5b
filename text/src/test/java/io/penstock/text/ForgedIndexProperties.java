package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Indexes in files that somebody has made up: none takes more memory than one that is right, or
/// does anything worse than to be made again, or to count lines wrongly where its checksum is right
/// too.
class ForgedIndexProperties {
  private static final int FORGERIES = Seed.cases(400);
  private static final int BLOCK = 64;

  /// Where the header's fields lie: what `LineCatalog` writes.
  private static final int SIZE = 8;

  private static final int CHANGED = 16;
  private static final int CHANGED_NANOS = 24;
  private static final int KEY = 28;
  private static final int TAKEN = 36;
  private static final int TAKEN_NANOS = 44;
  private static final int HEAD = 48;
  private static final int TAIL = 52;
  private static final int OPEN = 56;
  private static final int NEWLINES = 60;
  private static final int BLOCK_BYTES = 68;
  private static final int COUNTS = 72;
  private static final int CHECKSUM = Integer.BYTES;

  private static final long[] HUGE = {
    -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, 1L << 31, 1L << 32, 1L << 62, 0
  };

  @TempDir private Path folder;
  private final Random random = Seed.sow(ForgedIndexProperties.class);
  private Path file;
  private Path saved;
  private List<String> lines = List.of();
  private byte[] genuine = {};

  @BeforeEach
  void indexAText() throws IOException {
    file = folder.resolve("text");
    saved = folder.resolve("text.lines");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      text.append("x".repeat(random.nextInt(20))).append(i).append('\n');
    }
    Files.writeString(file, text);
    Path _ = Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));
    lines = SplitText.lines(Files.readAllBytes(file));
    assertLinesAreRight();
    genuine = Files.readAllBytes(saved);
    assertThat(ByteBuffer.wrap(genuine).getLong(NEWLINES)).isEqualTo(lines.size());
    assertThat(ByteBuffer.wrap(genuine).getInt(BLOCK_BYTES)).isEqualTo(BLOCK);
  }

  private static LineIndex open(Path file) throws IOException {
    return LineIndex.open(file, IndexOptions.saved().withBlock(BLOCK));
  }

  private void assertLinesAreRight() throws IOException {
    try (LineIndex index = open(file)) {
      assertThat(ShownLines.byIndex(index)).isEqualTo(lines);
    }
  }

  private void forge(byte[] bytes) throws IOException {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, bytes.length - CHECKSUM);
    ByteBuffer.wrap(bytes).putInt(bytes.length - CHECKSUM, (int) checksum.getValue());
    Files.write(saved, bytes);
  }

  @Test
  void aHeaderWithNumbersThatCannotBeIsNotBelievedThoughItsChecksumIsRight() throws IOException {
    for (int field : new int[] {SIZE, CHANGED, KEY, TAKEN, NEWLINES}) {
      for (long number : HUGE) {
        byte[] bytes = genuine.clone();
        ByteBuffer.wrap(bytes).putLong(field, number);
        forge(bytes);
        assertLinesAreRight();
      }
    }
    for (int field : new int[] {CHANGED_NANOS, TAKEN_NANOS, HEAD, TAIL, OPEN, BLOCK_BYTES}) {
      for (long number : HUGE) {
        byte[] bytes = genuine.clone();
        ByteBuffer.wrap(bytes).putInt(field, (int) number);
        forge(bytes);
        assertLinesAreRight();
      }
    }
  }

  @Test
  void aHeaderWithAnyBytesIsNotBelievedUnlessItIsTheRightOne() throws IOException {
    for (int i = 0; i < FORGERIES; i++) {
      byte[] bytes = genuine.clone();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        bytes[SIZE + random.nextInt(COUNTS - SIZE)] = (byte) random.nextInt(256);
      }
      forge(bytes);
      assertLinesAreRight();
    }
  }

  @Test
  void aHeaderThatHasTheLastLineOpenWhereItIsNotIsNotBelieved() throws IOException {
    byte[] bytes = genuine.clone();
    ByteBuffer.wrap(bytes).putInt(OPEN, 1);
    forge(bytes);
    assertLinesAreRight();
  }

  @Test
  void anIndexOfAnotherLengthIsNotBelievedThoughItsChecksumIsRight() throws IOException {
    for (int length = COUNTS + CHECKSUM;
        length < genuine.length + 100;
        length += 1 + random.nextInt(3)) {
      byte[] bytes = Arrays.copyOf(genuine, length);
      forge(bytes);
      assertLinesAreRight();
    }
  }

  @Test
  void anIndexOfAnyBytesIsMadeAgain() throws IOException {
    for (int i = 0; i < FORGERIES; i++) {
      byte[] bytes = new byte[random.nextInt(genuine.length + 100)];
      random.nextBytes(bytes);
      System.arraycopy(genuine, 0, bytes, 0, Math.min(Long.BYTES, bytes.length));
      Files.write(saved, bytes);
      assertLinesAreRight();
    }
  }

  /// Whoever may write beside the text can have its lines miscounted; but a block that is read is
  /// compared with what the index says of it.
  @Test
  void countsThatWereMadeUpAreFoundOutOrGiveWholeLines() throws IOException {
    int foundOut = 0;
    for (int i = 0; i < 5 * FORGERIES; i++) {
      byte[] bytes = genuine.clone();
      int blocks = (bytes.length - COUNTS - CHECKSUM) / Character.BYTES;
      int from = COUNTS + Character.BYTES * random.nextInt(blocks);
      int to = COUNTS + Character.BYTES * random.nextInt(blocks);
      ByteBuffer counts = ByteBuffer.wrap(bytes);
      int moved = random.nextBoolean() ? counts.getChar(from) : random.nextInt(4);
      counts.putChar(from, (char) (counts.getChar(from) - moved));
      counts.putChar(to, (char) (counts.getChar(to) + moved));
      forge(bytes);
      try (LineIndex index = open(file)) {
        assertThat(index.count()).isEqualTo(lines.size());
        int number = 1 + random.nextInt(lines.size());
        assertThat(lines).contains(index.bytes(number).toString(StandardCharsets.ISO_8859_1));
      } catch (ChangedTextException _) {
        foundOut++;
      }
    }
    assertThat(foundOut).isPositive();
  }

  @Test
  void countsWithAnotherSumAreNotBelieved() throws IOException {
    for (int i = 0; i < FORGERIES / 4; i++) {
      byte[] bytes = genuine.clone();
      int at = COUNTS + Character.BYTES * random.nextInt((bytes.length - COUNTS) / 2 - 2);
      ByteBuffer counts = ByteBuffer.wrap(bytes);
      counts.putChar(at, (char) (counts.getChar(at) + 1 + random.nextInt(9)));
      forge(bytes);
      assertLinesAreRight();
    }
  }

  @Test
  void aBlockWithMoreNewlinesThanBytesIsNotBelieved() throws IOException {
    byte[] bytes = genuine.clone();
    Arrays.fill(bytes, COUNTS, bytes.length - CHECKSUM, (byte) 0);
    ByteBuffer.wrap(bytes).putChar(COUNTS, (char) lines.size());
    forge(bytes);
    assertLinesAreRight();
  }

  @Test
  void whatIsNoIndexStaysAsItIs() throws IOException {
    for (int i = 0; i < FORGERIES / 4; i++) {
      byte[] bytes = new byte[Long.BYTES + random.nextInt(300)];
      random.nextBytes(bytes);
      Files.write(saved, bytes);
      try (LineIndex index = open(file)) {
        throw new AssertionError("taken for an index of " + index.count() + " lines");
      } catch (FileSystemException e) {
        assertThat(e).hasMessageContaining("is no index of lines, and is not overwritten");
      }
      assertThat(saved).hasBinaryContent(bytes);
    }
  }
}
