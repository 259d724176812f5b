package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetsReportTest {
  private static final EvaluationOutcome OUTCOME = SampleOutcome.of(1);

  @Test
  void thePageSaysWhatWasWantedAndWhatItCameTo() {
    assertThat(HtmlReport.page(OUTCOME, Optional.empty()))
        .contains("<h2>Targets</h2>")
        .contains("1 met of 2 that could be measured")
        .containsPattern(
            "new file / C</td>\\s*<td class=\"number\">0\\.95.*</td>\\s*<td class=\"number slower\">0\\.50");
  }

  @Test
  void anEvaluationWithoutTargetsHasNoTableOfThem() {
    EvaluationOutcome none =
        new EvaluationOutcome(
            OUTCOME.penstockVersion(),
            OUTCOME.machine(),
            List.of(),
            OUTCOME.advice(),
            OUTCOME.command(),
            OUTCOME.when());
    assertThat(HtmlReport.page(none, Optional.empty())).doesNotContain("<h2>Targets</h2>");
  }
}
