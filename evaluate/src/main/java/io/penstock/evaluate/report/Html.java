package io.penstock.evaluate.report;

/// HTML in the making; every text that is added is escaped, what is added as markup is not.
final class Html {
  private final StringBuilder html = new StringBuilder();

  Html open(String tag) {
    html.append('<').append(tag).append(">\n");
    return this;
  }

  Html open(String tag, String css) {
    html.append('<').append(tag).append(" class=\"").append(Markup.escape(css)).append("\">\n");
    return this;
  }

  Html close(String tag) {
    html.append("</").append(tag).append(">\n");
    return this;
  }

  Html element(String tag, String text) {
    html.append('<').append(tag).append('>').append(Markup.escape(text));
    return close(tag);
  }

  Html element(String tag, String css, String text) {
    html.append('<').append(tag).append(" class=\"").append(Markup.escape(css)).append("\">");
    html.append(Markup.escape(text));
    return close(tag);
  }

  Html identified(String tag, String id, String text) {
    html.append('<').append(tag).append(" id=\"").append(Markup.escape(id)).append("\">");
    html.append(Markup.escape(text));
    return close(tag);
  }

  /// A link to an identified element of the same page.
  Html link(String id, String text) {
    html.append("<a href=\"#").append(Markup.escape(id)).append("\">");
    html.append(Markup.escape(text)).append("</a>");
    return this;
  }

  Html markup(String trusted) {
    html.append(trusted);
    return this;
  }

  @Override
  public String toString() {
    return html.toString();
  }
}
