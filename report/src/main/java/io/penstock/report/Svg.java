package io.penstock.report;

import java.util.Locale;

/// An SVG drawing in the making. Coordinates are in user units, one CSS pixel at natural size, from
/// the upper left. Colours come from the page's style by class names, so that one drawing suits
/// light, dark and print. Equal calls make equal texts.
///
/// Not thread-safe.
public final class Svg {
  /// Where a text stands relative to its point.
  public enum Anchor {
    /// It begins there.
    START,
    /// It is centred there.
    MIDDLE,
    /// It ends there.
    END
  }

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

  Svg line(double x1, double y1, double x2, double y2, String css) {
    return element("line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"", css, x1, y1, x2, y2);
  }

  /// A rectangle from its upper left corner.
  public Svg rectangle(double x, double y, double width, double height, String css) {
    return element("rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"", css, x, y, width, height);
  }

  Svg circle(double x, double y, double radius, String css) {
    return element("circle cx=\"%s\" cy=\"%s\" r=\"%s\"", css, x, y, radius);
  }

  /// @param path in SVG's path language, made with [#number]
  Svg path(String path, String css) {
    body.append("<path d=\"").append(path).append("\" class=\"").append(css).append("\"/>\n");
    return this;
  }

  /// A text on its base line.
  public Svg text(double x, double y, Anchor anchor, String css, String text) {
    body.append(
        String.format(
            Locale.ROOT, "<text x=\"%s\" y=\"%s\" class=\"%s", number(x), number(y), css));
    body.append(anchor == Anchor.START ? "" : " " + anchor.name().toLowerCase(Locale.ROOT));
    body.append("\">").append(Markup.escape(text)).append("</text>\n");
    return this;
  }

  /// What follows, until [#end], shows `tip` under the pointer.
  public Svg begin(String css, String tip) {
    body.append(
        String.format(Locale.ROOT, "<g class=\"%s\"><title>%s</title>\n", css, Markup.escape(tip)));
    return this;
  }

  /// Ends what [#begin] began.
  public Svg end() {
    body.append("</g>\n");
    return this;
  }

  /// A tenth of a pixel is as exact as an eye needs.
  static String number(double value) {
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

  @Override
  public String toString() {
    String size = "0 0 " + number(width) + " " + number(height);
    return String.format(
            Locale.ROOT,
            "<svg class=\"%s\" viewBox=\"%s\" role=\"img\" aria-label=\"%s\">\n",
            cssClass,
            size,
            Markup.escape(description))
        + body
        + "</svg>\n";
  }
}
