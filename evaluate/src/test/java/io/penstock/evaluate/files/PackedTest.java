package io.penstock.evaluate.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.evaluate.text.LogText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackedTest {
  private static final Corpus LOG = new LogText(4 << 20);
  private static final Offset<Double> NEARLY = within(0.1);

  @TempDir private Path folder;

  private static byte[] bytes(Corpus corpus) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    corpus.write(bytes);
    return bytes.toByteArray();
  }

  private static double ratio(Corpus content, Form form) throws IOException {
    return (double) content.bytes() / bytes(new Packed(content, form)).length;
  }

  @ParameterizedTest
  @EnumSource
  void everyFormGivesTheContentBack(Form form) throws IOException {
    Corpus content = new LogText(300_000);
    Path file = folder.resolve("content" + form.suffix());
    Map<String, Long> answers;
    try (OutputStream out = Files.newOutputStream(file)) {
      answers = new Packed(content, form).write(out);
    }
    try (InputStream in = form.content(file)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes(content));
    }
    try (InputStream in = form.content(file)) {
      assertThat(answers).containsEntry(Packed.CRC, Packed.crc(in));
    }
  }

  @Test
  void remarksTellTheRightRatios() throws IOException {
    assertThat(ratio(LOG, Form.GZIP)).isCloseTo(Packed.LOG_GZIP, NEARLY);
    assertThat(ratio(LOG, Form.ZSTD)).isCloseTo(Packed.LOG_ZSTD, NEARLY);
    assertThat(ratio(LOG, Form.LZ4)).isCloseTo(Packed.LOG_LZ4, NEARLY);
    Corpus field = Field.of(4 << 20);
    assertThat(ratio(field, Form.SEEKABLE_GZIP)).isCloseTo(Packed.FIELD_GZIP, NEARLY);
    assertThat(ratio(field, Form.SEEKABLE_ZSTD)).isCloseTo(Packed.FIELD_ZSTD, NEARLY);
  }
}
