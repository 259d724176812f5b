package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReportTest {
  private static final EvaluationOutcome SAMPLE = SampleOutcome.of(1);

  @TempDir Path folder;

  @Test
  void whatWasWrittenIsReadBackEqual() throws IOException {
    Path file = folder.resolve("e.json");
    for (long seed = 0; seed < 20; seed++) {
      EvaluationOutcome outcome = SampleOutcome.of(seed);
      JsonReport.write(outcome, file);
      assertThat(JsonReport.read(file)).isEqualTo(outcome);
    }
  }

  @Test
  void theTextIsTheSameEachTime() throws IOException {
    String text = JsonReport.text(SAMPLE);
    assertThat(JsonReport.text(JsonReport.parse(text, "e.json"))).isEqualTo(text);
  }

  @Test
  void anyTextSurvives() throws IOException {
    String odd = "quote \" backslash \\ line\nfeed tab\t nul \0 é € 😀 </script>";
    EvaluationOutcome outcome =
        new EvaluationOutcome(
            odd, Map.of(odd, odd), List.of(), List.of(odd), odd, Instant.ofEpochSecond(1, 5));
    assertThat(JsonReport.parse(JsonReport.text(outcome), "e.json")).isEqualTo(outcome);
  }

  @Test
  void aMeasuredResultHasTheMembersOfTheDesign() {
    String compact = JsonReport.text(SAMPLE).replaceAll("\\s+", "");
    assertThat(compact)
        .containsPattern(
            "\\{\"approach\":\"raw-byte-arrays\",\"by\":\"classic\",\"threads\":2,\"processes\":1,"
                + "\"bytes\":1073741824,\"median\":[0-9.]+,\"min\":[0-9.]+,\"max\":[0-9.]+,"
                + "\"runs\":5,\"ratioToC\":[0-9.]+,\"verified\":true}");
  }

  @Test
  void theSingleRunsAreReadBackAndFilesWithoutThemAreReadToo() throws IOException {
    Figures figures = new Figures(2, 1, 9, 3, List.of(9.0, 1.0, 2.0));
    String text = JsonReport.text(BaselineTest.outcome(figures));
    assertThat(JsonReport.parse(text, "e.json")).isEqualTo(BaselineTest.outcome(figures));
    String earlier = text.replaceAll("\"values\" : \\[[^]]*],", "");
    assertThat(earlier).isNotEqualTo(text);
    assertThat(JsonReport.parse(earlier, "e.json"))
        .isEqualTo(BaselineTest.outcome(new Figures(2, 1, 9, 3)));
  }

  @Test
  void detailsStandInTheResultThatHasThem() {
    String compact = JsonReport.text(SAMPLE).replaceAll("\\s+", "");
    assertThat(compact)
        .contains(
            "\"verified\":true,\"details\":[{\"name\":\"processor\",\"unit\":\"s/M\",\"median\":4.25,"
                + "\"min\":4.0,\"max\":5.5,\"runs\":3,\"values\":[4.25,4.0,5.5]}]}");
  }

  @Test
  void wrongBytesHaveNoFiguresAndAnAbsentApproachIsNotVerified() {
    String compact = JsonReport.text(SAMPLE).replaceAll("\\s+", "");
    assertThat(compact)
        .contains("\"bytes\":1073741824,\"verified\":false,\"reason\":\"byte4096is0,not17\"}")
        .contains("\"bytes\":1073741824,\"absent\":\"noMPIlibrarywasfound\"}");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "threads" : 2        | "threads" : "two"     | threads: expected a whole number
          "threads" : 2        | "threads" : 2.5       | threads: expected a whole number
          "threads" : 2        | "threads" : 0         | threads must be at least 1: 0
          "threads" : 2        | "threads" : 3000000000 | Numeric value (3000000000) out of range of int
          "threads" : 2        | "thread" : 2          | "threads" is missing from this object
          "by" : "classic"     | "by" : "cobol"        | by: expected one of classic, jdk, peer, penstock, c, found "cobol"
          "by" : "classic"     | "by" : 0              | by: expected one of classic, jdk, peer, penstock, c, found "0"
          "by" : "classic"     | "by" : true           | by: expected one of classic, jdk, peer, penstock, c
          "by" : "classic"     | "by" : null           | null stands in this object where a value
          "better" : "higher"  | "better" : null       | null stands in this object where a value
          "axis" : "none"      | "axis" : null         | null stands in this object where a value
          "verified" : true    | "verified" : 1        | verified: expected true or false
          "runs" : 5           | "runs" : 5, "runs" : 5 | Duplicate field 'runs'
          "runs" : 5           | "runs" : 5,,          | Unexpected character (','
          "runs" : 5           | "runs" : NaN          | Non-standard token 'NaN'
          "approach" : "raw-byte-arrays" | "approach" : null | null stands in this object where a value
          "penstock" : "0.1.0" | "penstock" : null     | null stands in this object where a value
          "memory" : "8 GiB"   | "memory" : null       | memory: expected a text
          "chapters" : [       | "chapters" : [ null,  | chapters: expected an object
          "advice" : [         | "advice" : [ null,    | advice: expected a text
          "results" : [        | "results" : [ null,   | results: expected an object
          "runs" : 5           | "runs" : 1, "values" : [ null ] | values: expected a number
          "when" : "2026       | "when" : "next 2026   | when: expected an instant like 2026-01-31T12:00:00Z
          """)
  void aFileWithAFaultIsRefusedWithItsPlace(String right, String wrong, String message) {
    String text = JsonReport.text(SAMPLE);
    assertThat(text).contains(right);
    String faulty = text.replaceFirst(java.util.regex.Pattern.quote(right), wrong);
    assertThatThrownBy(() -> JsonReport.parse(faulty, "old.json"))
        .isInstanceOf(MalformedReportException.class)
        .message()
        .matches("old\\.json:\\d+:\\d+: [^\n]*")
        .contains(message);
  }

  @Test
  void thePlaceIsTheFaultyValue() {
    assertThatThrownBy(() -> JsonReport.parse("{\n  \"penstock\": 1\n}", "old.json"))
        .hasMessage("old.json:2:15: penstock: expected a text");
    String text = JsonReport.text(SAMPLE);
    long before = text.substring(0, text.indexOf("\"better\"")).lines().count();
    assertThatThrownBy(
            () -> JsonReport.parse(text.replaceFirst("\"higher\"", "\"best\""), "old.json"))
        .hasMessage(
            "old.json:" + before + ":22: better: expected one of higher, lower, found \"best\"");
  }

  @Test
  void everyTruncationIsRefusedInOneLine() {
    String text = JsonReport.text(SAMPLE).strip();
    for (int length = 0; length < text.length(); length += 97) {
      String cut = text.substring(0, length);
      assertThatThrownBy(() -> JsonReport.parse(cut, "old.json"))
          .isInstanceOf(MalformedReportException.class)
          .message()
          .matches("old\\.json:\\d+:\\d+: [^\n]*")
          .doesNotContain("StreamReadFeature");
    }
  }

  @Test
  void aFolderIsRefusedByItsName() {
    assertThatThrownBy(() -> JsonReport.read(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void somethingAfterTheEndIsRefused() {
    assertThatThrownBy(() -> JsonReport.parse(JsonReport.text(SAMPLE) + "{}", "old.json"))
        .hasMessageContaining("there is something after the end");
  }

  @Test
  void aFileThatIsNotTextIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("b"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> JsonReport.read(file))
        .isInstanceOf(MalformedReportException.class)
        .hasMessage(file + ":1:1: this is not a text in UTF-8");
  }
}
