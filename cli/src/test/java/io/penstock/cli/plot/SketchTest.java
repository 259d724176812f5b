package io.penstock.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Shape;
import io.penstock.cli.array.Cut;
import org.junit.jupiter.api.Test;

class SketchTest {
  private static final String RESET = "\033[0m";

  private static Figure square(double... numbers) {
    Grid grid = new Grid(2, 2);
    for (int i = 0; i < 4; i++) {
      grid.add(i / 2, i % 2, numbers, i, 1, 1);
    }
    return new Figure("title", Cut.whole(Shape.of(2, 2)), grid);
  }

  private static String colour(int ground, double place) {
    int rgb = ColorMap.at(place);
    return "\033[%d;2;%d;%d;%dm".formatted(ground, rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff);
  }

  @Test
  void aCharacterIsTwoDotsInColour() {
    Sketch sketch = new Sketch(12, 1, true, true);
    assertThat(sketch.draw(square(0, 1, Double.NaN, 0.5)).get(1))
        .endsWith(
            ("|" + RESET + colour(38, 0) + "▀")
                + (RESET + colour(38, 1) + colour(48, 0.5) + "▀" + RESET));
  }

  @Test
  void coloursAreSaidOnceWhereTheyGoOn() {
    Sketch sketch = new Sketch(12, 1, true, true);
    assertThat(sketch.draw(square(0, 0, 1, 1)).get(1))
        .endsWith("|" + RESET + colour(38, 0) + colour(48, 1) + "▀▀" + RESET);
  }

  @Test
  void withoutColoursACharacterIsAShade() {
    Sketch sketch = new Sketch(14, 2, false, true);
    assertThat(sketch.draw(square(0, 1, Double.NaN, 0.5)).get(1)).endsWith("|  @@");
    assertThat(sketch.draw(square(0, 1, Double.NaN, 0.5)).get(2)).endsWith("|??++");
  }

  @Test
  void numbersWhoseSumNoDoubleHoldsAreDrawnByTheirMean() {
    double[] numbers = {Double.MAX_VALUE, Double.MAX_VALUE, 0, 0};
    Grid grid = new Grid(2, 2);
    for (int i = 0; i < 4; i++) {
      grid.add(i / 2, i % 2, numbers, i == 0 ? 0 : 2, 1, 2);
    }
    assertThat(grid.mean(0, 0)).isEqualTo(Double.MAX_VALUE);
    Figure figure = new Figure("title", Cut.whole(Shape.of(2, 2)), grid);
    assertThat(new Sketch(14, 2, false, true).draw(figure).getLast()).contains("1.798e308");
  }
}
