package io.penstock.report;

import java.util.Locale;

/// The look of one family of approaches in a chart: the colour is the family's, its shade, the
/// dashes and the marker tell members apart, for readers who see no colours too.
final class Family {
  private static final int SHADES = 3;
  private static final int DASHES = 5;
  private static final int MARKERS = 8;

  private Family() {}

  /// The classes that give a group its colour and its dashes.
  static String css(By by, int rank) {
    return css(by) + " s" + rank % SHADES + " d" + rank % DASHES;
  }

  static String css(By by) {
    return "by-" + by.name().toLowerCase(Locale.ROOT);
  }

  /// Draws the marker of the family's member `rank` around a point.
  static void marker(Svg svg, int rank, double x, double y) {
    int shape = rank % MARKERS;
    String css = shape < MARKERS / 2 ? "marker" : "marker hollow";
    switch (shape % (MARKERS / 2)) {
      case 0 -> svg.circle(x, y, 3.4, css);
      case 1 -> svg.rectangle(x - 3, y - 3, 6, 6, css);
      case 2 -> polygon(svg, css, x, y - 4, x + 3.8, y + 2.8, x - 3.8, y + 2.8);
      default -> polygon(svg, css, x, y - 4.2, x + 4.2, y, x, y + 4.2, x - 4.2, y);
    }
  }

  private static void polygon(Svg svg, String css, double... points) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < points.length; i += 2) {
      path.append(i == 0 ? 'M' : 'L').append(Svg.number(points[i]));
      path.append(' ').append(Svg.number(points[i + 1]));
    }
    svg.path(path.append('Z').toString(), css);
  }
}
