package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TargetsReportTest {
  private static final EvaluationOutcome OUTCOME = SampleOutcome.of(1);

  @Test
  void whoAsksIsToldWhatWasWantedAndWhatItCameTo() {
    assertThat(new TerminalReport(new Terminal(false, 100, false, true)).targets(OUTCOME))
        .contains("Targets", "1 met of 2 that could be measured", "of 0.95×", "new file / C");
  }

  @Test
  void nobodyElseSeesThem() {
    assertThat(HtmlReport.page(OUTCOME)).doesNotContain("new file / C");
    assertThat(new TerminalReport(new Terminal(false, 100, false, true)).evaluation(OUTCOME))
        .doesNotContain("new file / C")
        .contains("In short");
  }
}
