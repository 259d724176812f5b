package io.penstock.object.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// An analysis as text in columns: numbers to the right, the name last.
final class AnalysisTable {
  private final List<List<String>> rows = new ArrayList<>();

  private AnalysisTable() {}

  static String of(ObjectAnalysis analysis, int most) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%d bytes%n", analysis.bytes()));
    classes(analysis, most, text);
    fields(analysis, most, text);
    savings(analysis, most, text);
    repeats(analysis, most, text);
    return text.toString();
  }

  static String of(ObjectDifference difference, int most) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d bytes before, %d after, %s%n",
            difference.before(),
            difference.after(),
            signed(difference.change())));
    changes("Class", difference.classes(), most, text);
    changes("Field", difference.fields(), most, text);
    return text.toString();
  }

  private static void classes(ObjectAnalysis analysis, int most, StringBuilder text) {
    AnalysisTable table = new AnalysisTable();
    table.row("Bytes", "Share", "Description", "Objects", "Class");
    first(analysis.classes(), most)
        .forEach(
            each ->
                table.row(
                    each.allBytes(),
                    share(each.allBytes(), analysis.bytes()),
                    each.descriptionBytes(),
                    each.objects(),
                    each.name()));
    table.append(text);
  }

  private static void fields(ObjectAnalysis analysis, int most, StringBuilder text) {
    AnalysisTable table = new AnalysisTable();
    table.row("Bytes", "Share", "Values", "Null", "Again", "Field");
    first(analysis.fields(), most)
        .forEach(
            each ->
                table.row(
                    each.bytes(),
                    share(each.bytes(), analysis.bytes()),
                    each.values(),
                    each.nulls(),
                    each.backReferences(),
                    each.name() + (each.type().isEmpty() ? "" : ": " + each.type())));
    table.append(text);
  }

  private static void savings(ObjectAnalysis analysis, int most, StringBuilder text) {
    if (analysis.savings().isEmpty()) {
      return;
    }
    AnalysisTable table = new AnalysisTable();
    table.row("Saved", "Share", "If transient");
    first(analysis.savings(), most)
        .forEach(
            each ->
                table.row(
                    each.saved(),
                    share(each.saved(), analysis.bytes()),
                    each.name() + ": " + each.type()));
    table.append(text);
  }

  private static void repeats(ObjectAnalysis analysis, int most, StringBuilder text) {
    if (analysis.repeats().isEmpty()) {
      return;
    }
    AnalysisTable table = new AnalysisTable();
    table.row("Saved", "Share", "Times", "Length", "If shared");
    first(analysis.repeats(), most)
        .forEach(
            each ->
                table.row(
                    each.saved(),
                    share(each.saved(), analysis.bytes()),
                    each.times(),
                    each.length(),
                    each.type() + " " + each.begin()));
    table.append(text);
  }

  private static void changes(
      String what, List<ObjectDifference.Change> changes, int most, StringBuilder text) {
    if (changes.isEmpty()) {
      return;
    }
    AnalysisTable table = new AnalysisTable();
    table.row("Change", "Before", "After", what);
    first(changes, most)
        .forEach(
            each -> table.row(signed(each.change()), each.before(), each.after(), each.name()));
    table.append(text);
  }

  private static <T> List<T> first(List<T> list, int most) {
    return list.subList(0, Math.min(most, list.size()));
  }

  private static String share(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }

  private static String signed(long change) {
    return (change > 0 ? "+" : "") + change;
  }

  private void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(ClassNames.printable(String.valueOf(cell)));
    }
    rows.add(row);
  }

  private void append(StringBuilder text) {
    text.append(System.lineSeparator());
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size() - 1; column++) {
        String cell = row.get(column);
        line.append(" ".repeat(width(column) - cell.length())).append(cell).append("  ");
      }
      text.append(line).append(row.getLast()).append(System.lineSeparator());
    }
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
