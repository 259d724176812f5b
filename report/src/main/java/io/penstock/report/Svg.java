package io.penstock.report;

import java.util.List;
import java.util.Locale;

/// An SVG drawing in the making. Coordinates are in user units, one CSS pixel at natural size, from
/// the upper left. Colours come from the page's style by class names, so that one drawing suits
/// light, dark and print. Equal calls make equal texts.
///
/// Not thread-safe.
public final class Svg {
  private static final String SLIM = " .,:;'|!iljft()[]/-";
  private static final String WIDE = "mwMW@%…×";
  private static final int MARKERS = 8;

  private final StringBuilder body = new StringBuilder();
  private final double width;
  private final double height;
  private final String description;
  private final String cssClass;

  /// An empty drawing.
  ///
  /// @param description for those who do not see it
  /// @param cssClass names of classes
  public Svg(double width, double height, String description, String cssClass) {
    this.width = width;
    this.height = height;
    this.description = description;
    this.cssClass = cssClass;
  }

  /// A line from one point to another.
  public Svg line(double x1, double y1, double x2, double y2, String css) {
    return element("line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"", css, x1, y1, x2, y2);
  }

  /// A rectangle from its upper left corner.
  public Svg rectangle(double x, double y, double width, double height, String css) {
    return element("rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"", css, x, y, width, height);
  }

  Svg circle(double x, double y, double radius, String css) {
    return element("circle cx=\"%s\" cy=\"%s\" r=\"%s\"", css, x, y, radius);
  }

  /// The marker of the member `rank` of a family around a point.
  Svg marker(int rank, double x, double y) {
    int shape = rank % MARKERS;
    String css = shape < MARKERS / 2 ? "marker" : "marker hollow";
    return switch (shape % (MARKERS / 2)) {
      case 0 -> circle(x, y, 3.4, css);
      case 1 -> rectangle(x - 3, y - 3, 6, 6, css);
      case 2 -> polygon(css, x, y - 4, x + 3.8, y + 2.8, x - 3.8, y + 2.8);
      default -> polygon(css, x, y - 4.2, x + 4.2, y, x, y + 4.2, x - 4.2, y);
    };
  }

  private Svg polygon(String css, double... points) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < points.length; i += 2) {
      path.append(i == 0 ? 'M' : 'L').append(number(points[i]));
      path.append(' ').append(number(points[i + 1]));
    }
    return path(path.append('Z').toString(), css);
  }

  /// A shape of lines and curves.
  ///
  /// @param path in SVG's path language, made with [#number]
  public Svg path(String path, String css) {
    body.append("<path d=\"").append(path).append("\" class=\"").append(css).append("\"/>\n");
    return this;
  }

  /// A text on its base line, which begins at the point.
  ///
  /// @param css names of classes: `middle` centres it there, `end` ends it there
  public Svg text(double x, double y, String css, String text) {
    body.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
    body.append("\" class=\"").append(css).append("\">");
    body.append(Html.escape(text)).append("</text>\n");
    return this;
  }

  /// Another drawing, stretched over a rectangle.
  public Svg inset(double x, double y, double width, double height, Svg drawing) {
    String place =
        String.format(
            Locale.ROOT,
            "<svg x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\"",
            number(x),
            number(y),
            number(width),
            number(height));
    body.append(drawing.toString().replaceFirst("<svg", place));
    return this;
  }

  /// What follows, until [#end], shows `tip` under the pointer.
  public Svg begin(String css, String tip) {
    return group(css, "", tip);
  }

  /// The same, for a way that a reader can hide.
  Svg begin(String css, String way, String tip) {
    return group(css, "\" data-way=\"" + Html.escape(way), tip);
  }

  private Svg group(String css, String more, String tip) {
    body.append("<g class=\"").append(css).append(more).append("\"><title>");
    body.append(Html.escape(tip)).append("</title>\n");
    return this;
  }

  /// Ends what [#begin] began.
  public Svg end() {
    body.append("</g>\n");
    return this;
  }

  /// A tenth of a pixel is as exact as an eye needs.
  public static String number(double value) {
    long tenths = Math.round(value * 10);
    String sign = tenths < 0 ? "-" : "";
    long size = Math.abs(tenths);
    return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
  }

  private Svg element(String shape, String css, double... values) {
    Object[] numbers = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      numbers[i] = number(values[i]);
    }
    body.append('<').append(String.format(Locale.ROOT, shape, numbers));
    body.append(" class=\"").append(css).append("\"/>\n");
    return this;
  }

  /// The drawing as a file of its own, in the colours of a reader who prefers light or dark.
  ///
  /// @param style rules of this drawing alone
  public String standalone(String style) {
    return toString()
        .replaceFirst(
            "<svg class=\"([^\"]*)\"",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
                + number(width)
                + "\" class=\"$1\"")
        .replaceFirst(
            ">\n",
            ">\n<style>\n"
                + Html.resource("colours.css")
                + Html.resource("chart.css")
                + "svg.chart { width: "
                + number(width)
                + "px; max-width: 100%; background: var(--paper); }\n"
                + style
                + "</style>\n");
  }

  @Override
  public String toString() {
    String size = "0 0 " + number(width) + " " + number(height);
    return String.format(
            Locale.ROOT,
            "<svg class=\"%s\" viewBox=\"%s\" role=\"img\" aria-label=\"%s\">\n",
            cssClass,
            size,
            Html.escape(description))
        + body
        + "</svg>\n";
  }

  // ---- the width of texts ----------------------------------------------------------------------

  /// An estimate of how wide a text is in a sans-serif font, a little on the wide side: the
  /// reader's font is not known here, and labels must not collide in any.
  ///
  /// @param size of the font, in pixels
  public static double textWidth(String text, double size) {
    return text.codePoints().mapToDouble(Svg::em).sum() * size;
  }

  /// The widest of several texts; 0 without any.
  static double widest(List<String> texts, double size) {
    return texts.stream().mapToDouble(text -> textWidth(text, size)).max().orElse(0);
  }

  private static double em(int character) {
    if (SLIM.indexOf(character) >= 0) {
      return 0.37;
    }
    if (WIDE.indexOf(character) >= 0) {
      return 0.95;
    }
    if (character >= 0x2e80) {
      return 1.1;
    }
    return Character.isUpperCase(character) ? 0.71 : 0.61;
  }

  /// As much of `text` as fits `width`, with an ellipsis if that is not all.
  static String fit(String text, double size, double width) {
    // A hair's breadth more, so that a text fits the room that was made for it.
    if (textWidth(text, size) <= width + 0.1) {
      return text;
    }
    int end = 0;
    double ems = em('…') + em(text.codePointAt(0));
    while (ems * size <= width) {
      end = text.offsetByCodePoints(end, 1);
      ems += em(text.codePointAt(end));
    }
    return text.substring(0, end) + "…";
  }

  /// The area of a chart that data is drawn in, in a drawing's units.
  public record Frame(double left, double top, double right, double bottom) {
    /// From the left.
    public double x(double place) {
      return left + place * (right - left);
    }

    /// Upwards, as a reader expects of larger figures.
    public double y(double place) {
      return bottom - place * (bottom - top);
    }

    /// How wide it is.
    public double width() {
      return right - left;
    }

    /// How high it is.
    public double height() {
      return bottom - top;
    }
  }
}
