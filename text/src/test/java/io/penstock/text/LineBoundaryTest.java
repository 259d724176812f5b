package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every end of a line, at every boundary of what is read at a time.
class LineBoundaryTest {
  private static final int CHUNK = 16;
  private static final String ENDS = "\n\ra";
  private static final int LENGTH = 4;

  @TempDir private Path folder;

  @Test
  void whateverLiesAtABoundaryIsSeen() throws IOException {
    for (int before = CHUNK - LENGTH; before <= CHUNK + 1; before++) {
      for (int number = 0; number < Math.pow(ENDS.length(), LENGTH); number++) {
        String middle = combination(number);
        assertLines("x".repeat(before) + middle);
        assertLines("x\n".repeat(before / 2) + "x".repeat(before % 2) + middle + "yy\r\nz");
      }
    }
  }

  private static String combination(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0, left = number; i < LENGTH; i++, left /= ENDS.length()) {
      text.append(ENDS.charAt(left % ENDS.length()));
    }
    return text.toString();
  }

  @Test
  void everyLengthOfWhatIsReadAtATimeGivesTheSameLines() throws IOException {
    String text = "a\n\nbc\r\ndef\r\r\n" + "g".repeat(100) + "\r\n\r\n" + "h".repeat(40) + "\ni\rj";
    Path file = Files.writeString(folder.resolve("text"), text);
    List<String> expected = SplitText.lines(text.getBytes(StandardCharsets.US_ASCII));
    for (int chunk = CHUNK; chunk < 2 * text.length(); chunk++) {
      assertThat(ShownLines.byForEach(Lines.of(file).withChunk(chunk))).isEqualTo(expected);
      assertThat(ShownLines.inOrder(Lines.of(file).withChunk(chunk).parallel(2)))
          .isEqualTo(expected);
      assertThat(ShownLines.byReader(Lines.of(inPieces(text, chunk)).withChunk(CHUNK)))
          .isEqualTo(expected);
    }
  }

  /// Behind a chunk a file is read in pieces, to where its last line ends.
  @Test
  void aLineMayEndAnywhereInWhatIsReadBehindAChunk() throws IOException {
    for (int pieces = 1; pieces <= 4; pieces++) {
      for (int length = -CHUNK - 4; length <= 4; length++) {
        String line = "y".repeat(pieces * ChunkSource.OVERRUN + length);
        assertLines("\n" + line + "\r\nz");
        assertLines("abc\r\n" + line);
      }
    }
  }

  /// Whoever writes into a pipe may wait for an answer before going on.
  @Test
  void aLineIsShownAsSoonAsItHasEnded() throws IOException {
    InputStream pieces =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(piece("a"), piece("\n"), piece("b\nc"), piece("\r"), piece("\n"), STUCK)));
    try (LineReader reader = Lines.of(pieces).open()) {
      for (String line : List.of("a", "b", "c")) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.line()).hasToString(line);
      }
      assertThatThrownBy(reader::next).hasMessageContaining("nothing comes");
    }
  }

  private static final InputStream STUCK =
      new InputStream() {
        @Override
        public int read() throws IOException {
          throw new IOException("nothing comes");
        }

        @Override
        public int read(byte[] target, int from, int count) throws IOException {
          return read();
        }
      };

  private static InputStream piece(String text) {
    return inPieces(text, text.length());
  }

  private void assertLines(String text) throws IOException {
    List<String> expected = SplitText.lines(text.getBytes(StandardCharsets.US_ASCII));
    Path file = Files.writeString(folder.resolve("text"), text);
    Lines lines = Lines.of(file).withChunk(CHUNK);
    assertThat(ShownLines.byForEach(lines)).isEqualTo(expected);
    assertThat(ShownLines.byReader(lines)).isEqualTo(expected);
    assertThat(ShownLines.byReader(Lines.of(inPieces(text, 7)).withChunk(CHUNK)))
        .isEqualTo(expected);
    try (LineIndex index = LineIndex.open(file, IndexOptions.inMemory().withBlock(CHUNK))) {
      assertThat(ShownLines.byIndex(index)).isEqualTo(expected);
    }
    assertThat(lines.countAll().lines()).isEqualTo(expected.size());
  }

  private static InputStream inPieces(String text, int length) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)) {
      @Override
      public synchronized int read(byte[] target, int from, int count) {
        return super.read(target, from, Math.min(count, length));
      }
    };
  }

  @Test
  void aReaderThatHasComeToTheEndStaysThere() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "a\nb\n");
    byte[] bytes = Files.readAllBytes(file);
    for (Lines lines : List.of(Lines.of(file), Lines.of(new ByteArrayInputStream(bytes)))) {
      try (LineReader reader = lines.open()) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.next()).isTrue();
        for (int i = 0; i < 3; i++) {
          assertThat(reader.next()).isFalse();
        }
      }
    }
  }
}
