package io.penstock.evaluate.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.evaluate.run.TextWork.Corpus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusTest {
  private static final Pattern LOG_LINE =
      Pattern.compile(
          "10(\\.\\d+){3} - - \\[\\d\\d/Mar/2007(:\\d\\d){3} -0700\\] \"GET /\\S+ HTTP/1\\.1\""
              + " (200|304) \\d+ \\d+\\.\\d\\d\\d");

  @ParameterizedTest
  @ValueSource(longs = {160, 161, 319, 320, 321, 1000, 65_537})
  void aLogHasTheLengthThatIsWanted(long bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Map<String, Long> answers = new LogText(bytes).write(out);
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text).hasSize((int) bytes).endsWith("\n");
    List<String> lines = text.lines().toList();
    assertThat(lines).allMatch(line -> LOG_LINE.matcher(line).matches());
    assertThat(answers)
        .containsEntry(LogText.LINES, (long) lines.size())
        .containsEntry(LogText.LENGTHS, lines.stream().mapToLong(String::length).sum())
        .containsEntry(LogText.WORDS, Pattern.compile("[a-z]+").matcher(text).results().count())
        .containsEntry(LogText.THOUSANDTHS, lines.stream().mapToLong(CorpusTest::last).sum());
  }

  private static long last(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1).replace(".", ""));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 100, 10_000})
  void rowsAreStationsWithTemperatures(long bytes) throws IOException {
    String rows = text(new RowText(bytes));
    assertThat(rows.getBytes(StandardCharsets.UTF_8)).hasSizeBetween((int) bytes - 40, (int) bytes);
    assertThat(rows.lines()).allMatch(row -> row.matches("\\p{Lu}[^;]+;-?\\d?\\d\\.\\d"));
  }

  @ParameterizedTest
  @ValueSource(longs = {2000, 5000})
  void textsAreAlwaysTheSame(long bytes) throws IOException {
    assertThat(text(new LogText(bytes))).isEqualTo(text(new LogText(bytes)));
    assertThat(text(new RowText(bytes))).isEqualTo(text(new RowText(bytes)));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 159})
  void aLogNeedsRoomForALine(long bytes) {
    assertThatIllegalArgumentException().isThrownBy(() -> new LogText(bytes));
  }

  private static String text(Corpus corpus) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    corpus.write(out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
