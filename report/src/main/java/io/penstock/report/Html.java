package io.penstock.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// HTML in the making; every text that is added is escaped, what is added as markup is not.
///
/// Not thread-safe.
public final class Html {
  private final StringBuilder html = new StringBuilder();

  /// Nothing yet.
  public Html() {}

  /// The beginning of a page that needs nothing but itself, in the style of all of Penstock's
  /// pages, up to the first thing that it shows.
  ///
  /// @param title of the window
  /// @param style rules of this page alone
  public static Html page(String title, String style) {
    return new Html()
        .markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .markup("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .element("title", title)
        .markup("<style>\n" + resource("colours.css") + resource("chart.css"))
        .markup(resource("report.css") + style + "</style>\n</head>\n")
        .markup("<body>\n<main>\n");
  }

  /// The end of a page.
  public Html endOfPage() {
    return markup("</main>\n</body>\n</html>\n");
  }

  static String resource(String name) {
    try (InputStream in = Html.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the evaluation's jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " from the evaluation's jar", e);
    }
  }

  /// Begins an element.
  public Html open(String tag) {
    html.append('<').append(tag).append(">\n");
    return this;
  }

  /// Begins an element of a class.
  public Html open(String tag, String css) {
    html.append('<').append(tag).append(" class=\"").append(escape(css)).append("\">\n");
    return this;
  }

  /// Ends an element.
  public Html close(String tag) {
    html.append("</").append(tag).append(">\n");
    return this;
  }

  /// A whole element with a text.
  public Html element(String tag, String text) {
    html.append('<').append(tag).append('>').append(escape(text));
    return close(tag);
  }

  /// A whole element of a class, with a text.
  public Html element(String tag, String css, String text) {
    html.append('<').append(tag).append(" class=\"").append(escape(css)).append("\">");
    html.append(escape(text));
    return close(tag);
  }

  /// A whole element with a qualified name, which may go on in the next line after each part.
  public Html qualified(String tag, String name) {
    String parts = escape(name).replace(".", ".<wbr>").replace("$", "$<wbr>");
    html.append('<').append(tag).append('>').append(parts);
    return close(tag);
  }

  Html identified(String tag, String id, String text) {
    html.append('<').append(tag).append(" id=\"").append(escape(id)).append("\">");
    html.append(escape(text));
    return close(tag);
  }

  /// A link to an identified element of the same page.
  Html link(String id, String text) {
    html.append("<a href=\"#").append(escape(id)).append("\">");
    html.append(escape(text)).append("</a>");
    return this;
  }

  /// What is HTML or SVG already.
  public Html markup(String trusted) {
    html.append(trusted);
    return this;
  }

  @Override
  public String toString() {
    return html.toString();
  }

  /// A text made safe for HTML and SVG, in content and in quoted attributes alike.
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        case '\n', '\t' -> safe.append(c);
        // SVG is XML, in which a file with one of these two is none.
        case '\ufffe', '\uffff' -> safe.append(' ');
        // Other control characters are allowed in neither language.
        default -> safe.append(Character.isISOControl(c) ? ' ' : c);
      }
    }
    return safe.toString();
  }
}
