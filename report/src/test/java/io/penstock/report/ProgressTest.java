package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private Instant now = Instant.EPOCH;

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private Progress progress(boolean interactive, int width, long steps) {
    return Progress.on(out, new Terminal(interactive, width, false, true), steps, () -> now);
  }

  private static void begin(Progress progress, String experiment, int run) {
    progress.begin(experiment, "penstock-posix", run, 5);
  }

  @Test
  void aLogGetsALineForEachExperiment() {
    try (Progress progress = progress(false, 80, 4)) {
      for (String experiment : List.of("a.read", "a.read", "a.write", "a.write")) {
        begin(progress, experiment, 1);
        now = now.plusSeconds(10);
        progress.end();
      }
    }
    assertThat(written().lines())
        .containsExactly("0% a.read (0 s)", "50% a.write (20 s, about 20 s left)");
  }

  @Test
  void theLiveLineSaysWhatRunsAndHowLongItWillTake() {
    try (Progress progress = progress(true, 100, 10)) {
      begin(progress, "a.read", 1);
      now = now.plusSeconds(30);
      progress.end();
      begin(progress, "a.read", 2);
      assertThat(lastLine())
          .startsWith("▕█▋")
          .contains(" 10%  a.read penstock-posix 2/5  30 s, about 4 min 30 s left");
    }
  }

  @Test
  void theLiveLineNeverReachesTheLastColumn() {
    for (int width = Terminal.NARROWEST; width <= Terminal.WIDEST; width++) {
      try (Progress progress = progress(true, width, 1000)) {
        begin(progress, "experiment".repeat(30), 3);
        progress.end();
        begin(progress, "experiment", 3);
      }
      for (String line : written().split("\r", -1)) {
        String visible = line.replace("\033[K", "");
        assertThat(visible.codePointCount(0, visible.length())).isLessThan(width);
      }
      bytes.reset();
    }
  }

  @Test
  void closingErasesTheLineOnce() {
    Progress progress = progress(true, 80, 2);
    begin(progress, "a", 1);
    progress.close();
    assertThat(written()).endsWith("\r\033[K");
    int length = written().length();
    progress.close();
    begin(progress, "a", 2);
    assertThat(written()).hasSize(length);
  }

  @Test
  void whatIsSaidStays() {
    try (Progress progress = progress(true, 80, 2)) {
      progress.say("no compiler");
      assertThat(written()).contains("\r\033[Kno compiler" + System.lineSeparator());
    }
  }

  @Test
  void skippedStepsShortenTheRest() {
    Progress pace = progress(false, 80, 10);
    pace.end();
    now = now.plusSeconds(6);
    assertThat(pace.remaining()).contains(Duration.ofSeconds(54));
    pace.skip(7);
    assertThat(pace.remaining()).contains(Duration.ofSeconds(12));
    pace.skip(100);
    assertThat(pace.part()).isEqualTo(1);
  }

  @Test
  void moreStepsThanAnnouncedNeverPassAHundredPercent() {
    Progress pace = progress(false, 80, 1);
    pace.end();
    pace.end();
    assertThat(pace.percent()).isEqualTo(100);
    assertThat(progress(false, 80, 0).percent()).isZero();
  }

  private String lastLine() {
    String text = written();
    return text.substring(text.lastIndexOf("\033[K") + 3);
  }
}
