package io.penstock.cli.object;

import io.penstock.object.analysis.ClassBytes;
import io.penstock.object.analysis.FieldBytes;
import io.penstock.object.analysis.FieldSaving;
import io.penstock.object.analysis.ObjectAnalysis;
import io.penstock.object.analysis.ObjectDifference;
import io.penstock.object.analysis.Repeat;
import io.penstock.report.Html;
import java.util.List;
import java.util.Locale;

/// An analysis as one page that needs nothing but itself. Equal analyses make equal pages.
public final class ObjectPage {
  private static final double WIDE = 780;
  private static final double NARROW = 440;

  private static final String STYLE =
      """
      main { max-width: 860px; }
      .names td:last-child { overflow-wrap: anywhere; }
      .names td.number { width: 1%; min-width: 0; }
      """;

  private final Html html;
  private final ObjectAnalysis analysis;
  private final int rows;

  private ObjectPage(String name, ObjectAnalysis analysis, int rows) {
    html = Html.page("Penstock objects, " + name, Icicle.STYLE + STYLE);
    this.analysis = analysis;
    this.rows = rows;
  }

  /// The page.
  ///
  /// @param name of the stream
  /// @param rows at most so many in each table
  public static String of(String name, ObjectAnalysis analysis, int rows) {
    return filled(name, analysis, rows).html.endOfPage().toString();
  }

  /// The same with what changed from another stream.
  public static String of(
      String name, ObjectAnalysis analysis, ObjectDifference difference, int rows) {
    ObjectPage page = filled(name, analysis, rows);
    page.difference(difference);
    return page.html.endOfPage().toString();
  }

  private static ObjectPage filled(String name, ObjectAnalysis analysis, int rows) {
    ObjectPage page = new ObjectPage(name, analysis, rows);
    page.opening(name);
    page.picture();
    page.savings();
    page.classes();
    page.fields();
    page.repeats();
    return page;
  }

  private void opening(String name) {
    html.open("header").element("h1", "What makes this stream large");
    html.element(
        "p",
        "byline",
        String.format(Locale.ROOT, "%s \u00b7 %s bytes", name, number(analysis.bytes())));
    html.close("header");
  }

  private void picture() {
    html.open("section").element("h2", "By the way from the root").open("figure");
    html.markup(Icicle.draw(analysis.tree(), WIDE, "wide"));
    html.markup(Icicle.draw(analysis.tree(), NARROW, "narrow"));
    html.element(
        "figcaption",
        "Each box is a field and the class of what it holds, as wide as its bytes, below what leads"
            + " to it. What is met on several ways stands where it is met first; what comes again"
            + " below itself, as in a linked list, is one box. One colour is one package. Point at"
            + " a box for its numbers.");
    html.close("figure").close("section");
  }

  private void savings() {
    if (analysis.savings().isEmpty()) {
      return;
    }
    table("If a field were transient", "Saved", "Share", "Field");
    for (FieldSaving each : first(analysis.savings())) {
      row(number(each.saved()), share(each.saved()), each.name() + ": " + each.type());
    }
    endOfTable();
  }

  private void classes() {
    table("By class", "Bytes", "Share", "Description", "Objects", "Class");
    for (ClassBytes each : first(analysis.classes())) {
      row(
          number(each.allBytes()),
          share(each.allBytes()),
          number(each.descriptionBytes()),
          number(each.objects()),
          each.name());
    }
    endOfTable();
  }

  private void fields() {
    table("By field", "Bytes", "Share", "Values", "Null", "Again", "Field");
    for (FieldBytes each : first(analysis.fields())) {
      row(
          number(each.bytes()),
          share(each.bytes()),
          number(each.values()),
          number(each.nulls()),
          number(each.backReferences()),
          each.type().isEmpty() ? each.name() : each.name() + ": " + each.type());
    }
    endOfTable();
  }

  private void repeats() {
    if (analysis.repeats().isEmpty()) {
      return;
    }
    table("If equal contents were shared", "Saved", "Share", "Times", "Length", "Content");
    for (Repeat each : first(analysis.repeats())) {
      row(
          number(each.saved()),
          share(each.saved()),
          number(each.times()),
          number(each.length()),
          each.type() + " " + each.begin());
    }
    endOfTable();
  }

  private void difference(ObjectDifference difference) {
    changes("What changed, by class", difference.classes());
    changes("What changed, by field", difference.fields());
  }

  private void changes(String title, List<ObjectDifference.Change> changes) {
    table(title, "Change", "Before", "After", "Name");
    for (ObjectDifference.Change each : first(changes)) {
      row(
          (each.change() > 0 ? "+" : "") + number(each.change()),
          number(each.before()),
          number(each.after()),
          each.name());
    }
    endOfTable();
  }

  private void table(String title, String... columns) {
    html.open("section").element("h2", title).open("div", "scroll");
    html.open("table", "data names").open("thead").open("tr");
    for (int i = 0; i < columns.length; i++) {
      html.element("th", i < columns.length - 1 ? "number" : "", columns[i]);
    }
    html.close("tr").close("thead").open("tbody");
  }

  private void row(String... cells) {
    html.open("tr");
    for (int i = 0; i < cells.length - 1; i++) {
      html.element("td", "number", cells[i]);
    }
    html.qualified("td", cells[cells.length - 1]);
    html.close("tr");
  }

  private void endOfTable() {
    html.close("tbody").close("table").close("div").close("section");
  }

  private <T> List<T> first(List<T> list) {
    return list.subList(0, Math.min(rows, list.size()));
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value).replace(',', '\u202f');
  }

  private String share(long part) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / analysis.bytes());
  }
}
