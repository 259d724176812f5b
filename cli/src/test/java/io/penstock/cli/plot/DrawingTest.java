package io.penstock.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Shape;
import io.penstock.cli.array.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DrawingTest {
  private static final Pattern PATH = Pattern.compile("<path d=\"([^\"]*)\" class=\"([^\"]*)\"/>");
  private static final Pattern RUN = Pattern.compile("M(\\d+) (\\d+)\\.5h(\\d+)");
  private static final double NONE = Double.NaN;

  private static Grid grid(double[]... rows) {
    Grid grid = new Grid(rows.length, rows[0].length);
    for (int row = 0; row < rows.length; row++) {
      for (int column = 0; column < rows[row].length; column++) {
        grid.add(row, column, rows[row], column, 1, 1);
      }
    }
    return grid;
  }

  private static String line(long count, Grid grid) {
    return Drawing.svg(new Figure("title", Cut.whole(Shape.of(count)), grid));
  }

  private static List<MatchResult> paths(String svg) {
    return PATH.matcher(svg).results().toList();
  }

  @Test
  void eachCellHasTheColourOfItsNumberAndIsDrawnOnce() {
    Random random = new Random(1);
    double[][] rows = new double[13][17];
    for (double[] row : rows) {
      Arrays.setAll(row, _ -> random.nextInt(4) == 0 ? NONE : random.nextInt(3) / 2.0);
    }
    String svg = Drawing.svg(new Figure("title", Cut.whole(Shape.of(13, 17)), grid(rows)));
    String[][] drawn = new String[13][17];
    for (MatchResult path : paths(svg)) {
      RUN.matcher(path.group(1)).results().forEach(run -> draw(run, path.group(2), drawn));
    }
    for (int row = 0; row < 13; row++) {
      for (int column = 0; column < 17; column++) {
        double number = rows[row][column];
        assertThat(drawn[row][column])
            .isEqualTo(Double.isNaN(number) ? "blank" : ColorMap.css(number));
      }
    }
  }

  private static void draw(MatchResult run, String css, String[][] drawn) {
    String[] row = drawn[Integer.parseInt(run.group(2))];
    int from = Integer.parseInt(run.group(1));
    for (int column = from; column < from + Integer.parseInt(run.group(3)); column++) {
      assertThat(row[column]).isNull();
      row[column] = css;
    }
  }

  @Test
  void whatIsNoNumberDividesACurve() {
    List<String> shapes = new ArrayList<>();
    for (MatchResult path : paths(line(6, grid(new double[] {1, 2, NONE, 2, NONE, 1})))) {
      assertThat(path.group(2)).isEqualTo("curve");
      shapes.add(path.group(1).replaceAll("[0-9. ]+", ""));
    }
    assertThat(shapes).containsExactly("MLh", "Mh", "Mh");
  }

  @Test
  void columnsOfSeveralNumbersAreDrawnFromTheLeastToTheLargest() {
    Grid grid = new Grid(1, 2);
    grid.add(0, 0, new double[] {1, 3}, 0, 1, 2);
    grid.add(0, 1, new double[] {5, 2}, 0, 1, 2);
    MatchResult band = paths(line(4, grid)).getFirst();
    assertThat(band.group(2)).isEqualTo("band");
    assertThat(band.group(1)).endsWith("Z");
    // there along the largest, back along the least
    List<Double> heights =
        Pattern.compile(" ([0-9.]+)")
            .matcher(band.group(1))
            .results()
            .map(y -> -Double.parseDouble(y.group(1)))
            .toList();
    assertThat(heights).hasSize(4);
    assertThat(heights.get(1)).isGreaterThan(heights.get(0));
    assertThat(heights.get(0)).isGreaterThan(heights.get(2));
    assertThat(heights.get(2)).isGreaterThan(heights.get(3));
  }

  @Test
  void onlyAHeatMapHasRulesForColours() {
    assertThat(line(3, grid(new double[] {1, 2, 3}))).doesNotContain(".c255{");
  }
}
