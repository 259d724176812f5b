package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ChartProperties {
  private static final int TRIES = 100;
  private static final List<By> FAMILIES = List.of(By.values());
  private static final Pattern VIEW = Pattern.compile("viewBox=\"0 0 ([0-9.]+) ([0-9.]+)\"");
  private static final Pattern X = Pattern.compile(" (?:x|x1|x2|cx)=\"(-?[0-9.]+)\"");
  private static final Pattern Y = Pattern.compile(" (?:y|y1|y2|cy)=\"(-?[0-9.]+)\"");

  @Test
  void whiskersOfBarsStayInsideThePlot() {
    Random random = new Random(1);
    for (int i = 0; i < TRIES; i++) {
      ExperimentOutcome experiment = random(random, Axis.NONE);
      for (BarChart chart :
          List.of(BarChart.wide(experiment, 780), BarChart.narrow(experiment, 370))) {
        for (Result row : chart.rows()) {
          assertInside(chart.frame(), chart.frame().x(chart.scale().place(row.figures().min())));
          assertInside(chart.frame(), chart.frame().x(chart.scale().place(row.figures().max())));
        }
        assertEverythingInside(chart.svg());
      }
    }
  }

  @Test
  void whiskersOfLinesStayInsideThePlot() {
    Random random = new Random(2);
    for (int i = 0; i < TRIES; i++) {
      ExperimentOutcome experiment = random(random, Axis.REQUEST_BYTES);
      for (LineChart chart :
          List.of(LineChart.wide(experiment, 780), LineChart.narrow(experiment, 370))) {
        Svg.Frame frame = chart.frame();
        for (Sweep.Series series : chart.sweep().series()) {
          for (Map.Entry<Long, Figures> point : series.figures().entrySet()) {
            assertInside(frame, chart.x(point.getKey()));
            assertThat(chart.y(point.getValue().min())).isBetween(frame.top(), frame.bottom());
            assertThat(chart.y(point.getValue().max())).isBetween(frame.top(), frame.bottom());
          }
        }
        assertEverythingInside(chart.svg());
      }
    }
  }

  @Test
  void equalOutcomesMakeEqualDrawings() {
    ExperimentOutcome experiment = random(new Random(7), Axis.REQUEST_BYTES);
    assertThat(LineChart.wide(experiment, 780).svg())
        .isEqualTo(LineChart.wide(random(new Random(7), Axis.REQUEST_BYTES), 780).svg());
  }

  @Test
  void everyApproachHasItsNameInTheChart() {
    ExperimentOutcome sweep = SampleOutcome.of(1).chapters().getFirst().experiments().get(1);
    for (String svg :
        List.of(LineChart.wide(sweep, 780).svg(), LineChart.narrow(sweep, 370).svg())) {
      assertThat(svg)
          .contains(">penstock-posix</text>")
          .contains(">data-streams</text>")
          .contains(">int-conversion-overlapped</text>");
    }
  }

  @Test
  @Timeout(20)
  void asMuchOfANameAsFitsIsFoundHoweverLongItIs() {
    assertThat(Svg.fit("x".repeat(1_000_000), 13, 300)).matches("x{20,50}…");
    Random random = new Random(3);
    for (int i = 0; i < TRIES; i++) {
      String text = "pen-STOCK 名😀".repeat(random.nextInt(3, 9));
      double width = random.nextDouble() * Svg.textWidth(text, 13);
      String fitting = Svg.fit(text, 13, width);
      String kept = fitting.substring(0, fitting.length() - 1);
      String longer = text.substring(0, text.offsetByCodePoints(kept.length(), 1)) + "…";
      assertThat(text).startsWith(kept);
      assertThat(Svg.textWidth(longer, 13)).isGreaterThan(width - 1e-6);
      assertThat(kept.isEmpty() || Svg.textWidth(fitting, 13) <= width + 1e-6).isTrue();
    }
  }

  @Test
  void tickLabelsOfTheHorizontalAxisDoNotOverlap() {
    ExperimentOutcome sweep = SampleOutcome.of(1).chapters().getFirst().experiments().get(2);
    Matcher matcher =
        Pattern.compile("<text x=\"([0-9.]+)\" [^>]*class=\"tick middle\">([^<]+)<")
            .matcher(LineChart.narrow(sweep, 370).svg());
    double end = 0;
    int seen = 0;
    while (matcher.find()) {
      double half = Svg.textWidth(matcher.group(2), 12) / 2;
      double x = Double.parseDouble(matcher.group(1));
      assertThat(x - half).isGreaterThanOrEqualTo(end - 0.1);
      end = x + half;
      seen++;
    }
    assertThat(seen).isBetween(4, 15);
  }

  private static void assertInside(Svg.Frame frame, double x) {
    assertThat(x).isBetween(frame.left(), frame.right());
  }

  private static void assertEverythingInside(String svg) {
    Matcher view = VIEW.matcher(svg);
    assertThat(view.find()).isTrue();
    assertBetween(X.matcher(svg), Double.parseDouble(view.group(1)));
    assertBetween(Y.matcher(svg), Double.parseDouble(view.group(2)));
  }

  private static void assertBetween(Matcher matcher, double end) {
    assertThat(matcher.results().mapToDouble(found -> Double.parseDouble(found.group(1))))
        .allMatch(value -> value >= 0 && value <= end);
  }

  private static ExperimentOutcome random(Random random, Axis axis) {
    List<Result> results = new ArrayList<>();
    double spread = Math.pow(10, random.nextDouble() * 5);
    int approaches = random.nextInt(1, 16);
    for (int i = 0; i < approaches; i++) {
      By by = FAMILIES.get(random.nextInt(FAMILIES.size()));
      int places = axis == Axis.NONE ? 1 : random.nextInt(1, 16);
      for (int place = 0; place < places; place++) {
        double median = Math.pow(spread, random.nextDouble());
        Figures figures =
            new Figures(
                median,
                median * (1 - random.nextDouble() / 2),
                median * (1 + random.nextDouble()),
                5);
        results.add(
            new Result(
                "approach-" + "x".repeat(random.nextInt(30)) + i,
                by,
                1,
                1,
                1,
                OptionalLong.of(512L << place),
                new Outcome.Measured(figures, OptionalDouble.empty()),
                Optional.empty()));
      }
    }
    return new ExperimentOutcome(
        "r", "Random", "nowhere", "GB/s", Better.HIGHER, axis, results, List.of(), List.of());
  }
}
