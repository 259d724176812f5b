package io.penstock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.cli.doctor.Finding.Level;
import io.penstock.cli.tool.ByteSize;
import io.penstock.cli.tool.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingTest {
  @Test
  void whatIsNotFineNeedsARemedy() {
    assertThatIllegalArgumentException().isThrownBy(() -> Finding.note("disk", "slow", ""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Finding("disk", Level.OK, "fast", "buy another"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1536, 1.5 KiB",
    "1073741824, 1.0 GiB",
    "9223372036854775807, 8.0 EiB"
  })
  void sizesAreWrittenForAReader(long bytes, String text) {
    assertThat(ByteSize.text(bytes)).isEqualTo(text);
  }

  @Test
  void aProgramThatFailsSaysNothing() {
    assertThat(Tool.output("sh", "-c", "echo half an answer; exit 3")).isEmpty();
    assertThat(Tool.output("no-such-program-anywhere")).isEmpty();
  }

  @Test
  void aProgramsWordsAreHeard() {
    assertThat(Tool.output("sh", "-c", "echo one; echo two >&2")).contains("one\ntwo");
  }

  @Test
  void moreWordsThanAPipeHoldsAreHeard() {
    assertThat(Tool.output("sh", "-c", "seq 1 50000").orElseThrow().lines()).hasSize(50_000);
  }

  @Test
  @Timeout(20)
  void aProgramHasEndedThoughWhatItLeftBehindHoldsItsOutput() {
    assertThat(Tool.output("sh", "-c", "echo one; sleep 30 & sleep 0.2")).contains("one");
  }
}
