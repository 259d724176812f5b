package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubprocessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Picked up JAVA_TOOL_OPTIONS: -Dfile.encoding=UTF-8",
        "NOTE: Picked up JDK_JAVA_OPTIONS: -Xmx1g",
        "=========="
      })
  void theFirstLineThatComplainsIsTold(String before) throws Exception {
    String script = "printf '%s\\n' '" + before + "' 'no such file' 'at line 3' >&2; exit 3";
    Subprocess process = Subprocess.start(new ProcessBuilder("sh", "-c", script), PATIENCE);
    assertThat(process.end(true)).isEqualTo(" (exit status 3): no such file");
  }
}
