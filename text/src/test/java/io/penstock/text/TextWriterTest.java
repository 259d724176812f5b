package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Watchdog;
import io.penstock.text.utf8.MalformedTextException;
import io.penstock.text.utf8.Utf8Codec;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TextWriterTest {
  private static final WriterOptions LEAST =
      WriterOptions.usual().withBuffer(WriterOptions.LEAST_BUFFER);
  private static final WriterOptions REPLACING = LEAST.withCodec(Utf8Codec.replacing());

  @TempDir Path folder;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  @Test
  void everythingIsWrittenInItsOrder() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      writer
          .text("Größe ")
          .number(-42)
          .character(' ')
          .number(0.1)
          .character('€')
          .character(0x1f600)
          .fixed(2.675, 2)
          .text("")
          .decimal(-310, 2)
          .slice(ByteSlice.of("slice").slice(1, 3))
          .bytes("bytes".getBytes(StandardCharsets.US_ASCII), 1, 4)
          .newline();
    }
    assertThat(text()).isEqualTo("Größe -42 0.1€😀2.67-3.10liyte\n");
  }

  @Test
  void whatIsLargerThanTheBufferIsWritten() throws IOException {
    String large = "0123456789äöü大😀".repeat(1000);
    byte[] bytes = large.getBytes(StandardCharsets.UTF_8);
    try (TextWriter writer = TextWriter.of(written, LEAST)) {
      writer.text("a").text(large).text("b").bytes(bytes, 0, bytes.length).text("c");
    }
    assertThat(text()).isEqualTo("a" + large + "b" + large + "c");
  }

  @Test
  void aPairOfSurrogatesIsNeverCutByTheBuffer() throws IOException {
    for (int before = 0; before < 4; before++) {
      written.reset();
      String text = "x".repeat(before) + "😀".repeat(500);
      try (TextWriter writer = TextWriter.of(written, LEAST)) {
        writer.text(text);
      }
      assertThat(text()).isEqualTo(text);
    }
  }

  @Test
  void numbersThatFillTheBufferToTheLastByteAreWritten() throws IOException {
    StringBuilder expected = new StringBuilder();
    try (TextWriter writer = TextWriter.of(written, LEAST)) {
      for (int i = 0; i < 2000; i++) {
        long large = Long.MIN_VALUE >> (i % Long.SIZE);
        writer.number(large).character(',').number(-Double.MIN_NORMAL).text(";");
        expected.append(large).append(',').append(-Double.MIN_NORMAL).append(';');
      }
      writer.fixed(-Double.MAX_VALUE, 18);
    }
    assertThat(text()).startsWith(expected).endsWith(".000000000000000000");
  }

  @Test
  void nothingIsHandedOverBeforeTheBufferIsFullOrFlushed() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      writer.text("line\n");
      assertThat(text()).isEmpty();
      writer.flush();
      assertThat(text()).isEqualTo("line\n");
    }
  }

  @Test
  void aLineBufferedWriterHandsOverEachLine() throws IOException {
    try (TextWriter writer = TextWriter.lineBuffered(written, WriterOptions.usual())) {
      writer.text("a ").number(1);
      assertThat(text()).isEmpty();
      writer.newline();
      assertThat(text()).isEqualTo("a 1\n");
      writer.text("b\nc");
      assertThat(text()).isEqualTo("a 1\nb\nc");
      writer.fill(Template.of("{}\n")).with(2);
      assertThat(text()).isEqualTo("a 1\nb\nc2\n");
      writer.text("d");
    }
    assertThat(text()).isEqualTo("a 1\nb\nc2\nd");
  }

  @Test
  void aLineBufferedWriterHandsOverLinesThatAreLongerThanItsBuffer() throws IOException {
    OutputStream buffered = new BufferedOutputStream(written, 1 << 20);
    try (TextWriter writer = TextWriter.lineBuffered(buffered, LEAST)) {
      writer.slice(ByteSlice.of("x".repeat(1000) + "\n"));
      assertThat(text()).hasSize(1001);
      writer.text("\n" + "y".repeat(10_000));
      assertThat(text()).startsWith("x".repeat(1000) + "\n\n");
    }
  }

  @Test
  void aLineBufferedWriterTakesNewlinesInTheMidstOfATemplate() throws IOException {
    try (TextWriter writer = TextWriter.lineBuffered(written, WriterOptions.usual())) {
      writer.fill(Template.of("a\n{}\n{}")).with("b\n").with(3);
    }
    assertThat(text()).isEqualTo("a\nb\n\n3");
  }

  /// Looking through all of a line for each of its characters would take hours.
  @Test
  void aLongLineIsWrittenCharacterByCharacterToALineBufferedTarget() throws Exception {
    int length = 1 << 20;
    Watchdog.guard(
        "a line of " + length + " characters",
        () -> {
          WriterOptions options = WriterOptions.usual().withBuffer(length + 1);
          try (TextWriter writer = TextWriter.lineBuffered(written, options)) {
            for (int i = 0; i < length; i++) {
              writer.character('x');
            }
            assertThat(written.size()).isZero();
            writer.newline();
            assertThat(written.size()).isEqualTo(length + 1);
          }
          return length;
        });
  }

  @Test
  void filesAndChannelsAreWritten() throws IOException {
    Path file = folder.resolve("text");
    try (TextWriter writer = TextWriter.create(file)) {
      writer.text("a longer text");
    }
    try (TextWriter writer = TextWriter.create(file)) {
      writer.text("new");
    }
    assertThat(file).hasContent("new");
    try (TextWriter writer =
        TextWriter.of(FileChannel.open(file, StandardOpenOption.APPEND), LEAST)) {
      writer.text("er".repeat(1000));
    }
    assertThat(Files.readString(file)).isEqualTo("new" + "er".repeat(1000));
  }

  @Test
  void anInterruptClosesNoFile() throws IOException {
    Path file = folder.resolve("text");
    boolean interrupted;
    Thread.currentThread().interrupt();
    try (TextWriter writer = TextWriter.create(file, LEAST)) {
      writer.text("some, ").text("a longer one, ".repeat(LEAST.bufferBytes())).text("the last");
      writer.flush();
    } finally {
      interrupted = Thread.interrupted();
    }
    assertThat(interrupted).isTrue();
    assertThat(file)
        .hasContent("some, " + "a longer one, ".repeat(LEAST.bufferBytes()) + "the last");
  }

  @Test
  void aFileThatCannotBeOpenedIsRefused() {
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> TextWriter.create(folder.resolve("no/file")));
  }

  // ---- malformed text --------------------------------------------------------------------------

  @Test
  void aLoneSurrogateIsReportedAndNothingOfItsTextIsWritten() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      writer.text("before ");
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> writer.text("ab\ud800c"))
          .withMessage("lone surrogate U+D800 at char 2, which UTF-8 has no bytes for");
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> writer.character(0xdc00));
      writer.text("behind");
    }
    assertThat(text()).isEqualTo("before behind");
  }

  @Test
  void aLoneSurrogateIsFoundFarBehindInALongText() throws IOException {
    try (TextWriter writer = TextWriter.of(written, LEAST)) {
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> writer.text("x".repeat(5000) + "\ud800"))
          .satisfies(e -> assertThat(e.offset()).isEqualTo(5000));
    }
  }

  @Test
  void aTextOfAnyLengthIsWrittenAndItsLoneSurrogateFound() throws IOException {
    for (int length : new int[] {15, 16, 17, 100, 8191, 8192, 8193, 100_000}) {
      written.reset();
      String text = "ä".repeat(length - 1) + "?";
      try (TextWriter writer = TextWriter.of(written)) {
        writer.text(text);
        assertThatExceptionOfType(MalformedTextException.class)
            .isThrownBy(() -> writer.text("x".repeat(length - 1) + "\ud800"))
            .satisfies(e -> assertThat(e.offset()).isEqualTo(length - 1));
      }
      assertThat(text()).startsWith(text);
    }
  }

  @Test
  void aLoneSurrogateIsReplacedIfWished() throws IOException {
    try (TextWriter writer = TextWriter.of(written, REPLACING)) {
      writer.text("a\ud800b").character(0xdfff).text("\ud83d".repeat(600));
    }
    assertThat(text()).isEqualTo("a?b?" + "?".repeat(600));
  }

  @Test
  void aByteOrderMarkIsWrittenIfTheTextHasOneAndOnlyThen() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      writer.text("\ufeffx");
    }
    assertThat(written.toByteArray()).containsExactly(0xef, 0xbb, 0xbf, 'x');
  }

  @Test
  void whatIsNoCharacterIsRefused() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      assertThatIllegalArgumentException().isThrownBy(() -> writer.character(-1));
      assertThatIllegalArgumentException().isThrownBy(() -> writer.character(0x110000));
    }
  }

  // ---- templates -------------------------------------------------------------------------------

  @Test
  void theBytesBetweenPlacesFollowByThemselves() throws IOException {
    Template square = Template.of("The square of {} is {}\n");
    try (TextWriter writer = TextWriter.of(written)) {
      for (long i = 1; i <= 3; i++) {
        writer.fill(square).with(i).with(i * i);
      }
      writer
          .fill(Template.of("{}{}: {}, {} {{x} {}"))
          .with("ä")
          .with(ByteSlice.of("ö"))
          .with(0.5)
          .with(1.005, 1)
          .with(7);
    }
    assertThat(text())
        .isEqualTo(
            """
            The square of 1 is 1
            The square of 2 is 4
            The square of 3 is 9
            äö: 0.5, 1.0 {{x} 7\
            """);
  }

  @Test
  void aTemplateWithoutPlacesIsItsText() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      writer.fill(Template.of("plain {"));
      assertThat(Template.of("plain {").places()).isZero();
    }
    assertThat(text()).isEqualTo("plain {");
  }

  @Test
  void moreValuesThanPlacesAreRefused() throws IOException {
    try (TextWriter writer = TextWriter.of(written)) {
      Filling full = writer.fill(Template.of("<{}>")).with(1);
      assertThatIllegalStateException()
          .isThrownBy(() -> full.with(2))
          .withMessage("all 1 places are filled: <{}>");
    }
    assertThat(text()).isEqualTo("<1>");
  }

  @Test
  void aTemplateThatIsLeftUnfilledIsReported() throws IOException {
    String message = "a template was left with 1 of its places not filled: {} {}";
    Template two = Template.of("{} {}");
    try (TextWriter writer = TextWriter.of(written)) {
      writer.fill(two).with(1);
      assertThatIllegalStateException().isThrownBy(() -> writer.fill(two)).withMessage(message);
      writer.fill(two).with(1);
      assertThatIllegalStateException().isThrownBy(writer::flush).withMessage(message);
    }
    TextWriter writer = TextWriter.of(written);
    writer.fill(two).with(1);
    assertThatIllegalStateException().isThrownBy(writer::close).withMessage(message);
    assertThat(text()).isEqualTo("1 1 1 ");
  }

  // ---- errors ----------------------------------------------------------------------------------

  @EnabledOnOs(OS.LINUX)
  @Test
  void aFullDiskIsReportedWhenTheTextIsHandedOver() throws IOException {
    Path full = Path.of("/dev/full");
    TextWriter writer = TextWriter.create(full);
    writer.text("lost");
    assertThatIOException()
        .isThrownBy(writer::close)
        .withMessageStartingWith("/dev/full: ")
        .withMessageContaining("No space left");
    assertThatIOException()
        .isThrownBy(
            () -> {
              try (TextWriter other = TextWriter.create(full, LEAST)) {
                for (int i = 0; i < 1000; i++) {
                  other.number(i);
                }
              }
            })
        .withMessageContaining("No space left")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }

  @Test
  void lostTextIsReportedAgainAndAgainAndTheTargetIsClosed() throws IOException {
    Failing target = new Failing();
    TextWriter writer = TextWriter.of(target, LEAST);
    writer.text("lost");
    assertThatIOException()
        .isThrownBy(writer::flush)
        .withMessage("output: cannot be written after 0 bytes: no more");
    writer.text("more");
    assertThatIOException()
        .isThrownBy(writer::flush)
        .withMessage("output: text was lost when an earlier write failed");
    assertThatIOException()
        .isThrownBy(writer::close)
        .withMessage("output: text was lost when an earlier write failed");
    assertThat(target.closed).isTrue();
    writer.close();
  }

  @Test
  void aClosedWriterRefusesText() throws IOException {
    TextWriter writer = TextWriter.of(written);
    writer.close();
    writer.close();
    assertThatThrownBy(() -> writer.text("x")).hasMessage("output: the writer is closed");
    assertThatThrownBy(() -> writer.number(1)).hasMessage("output: the writer is closed");
    assertThatThrownBy(() -> writer.bytes(new byte[1], 0, 1))
        .hasMessage("output: the writer is closed");
    assertThatThrownBy(writer::newline).hasMessage("output: the writer is closed");
    assertThatThrownBy(writer::flush).hasMessage("output: the writer is closed");
  }

  @Test
  void buffersHaveASizeThatIsChosen() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WriterOptions.usual().withBuffer(511))
        .withMessage("a buffer of 511 bytes; there may be 512 to 1073741824");
  }

  @Test
  void theStandardOutputStaysOpen() throws IOException {
    TextWriter.standardOutput().close();
    try (TextWriter writer = TextWriter.standardOutput()) {
      writer.flush();
    }
  }

  private String text() {
    return written.toString(StandardCharsets.UTF_8);
  }

  private static final class Failing extends OutputStream {
    private boolean closed;

    @Override
    public void write(int b) throws IOException {
      throw new IOException("no more");
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
