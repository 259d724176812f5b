package io.penstock.object.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// An analysis as text in columns: numbers to the right, the name last.
final class AnalysisTable {
  private static final int LONGEST = 120;

  private AnalysisTable() {}

  static String of(ObjectAnalysis analysis, int most) {
    long bytes = analysis.bytes();
    StringBuilder text =
        new StringBuilder().append(bytes).append(" bytes").append(System.lineSeparator());
    section(
        text,
        List.of("Bytes", "Share", "Description", "Objects", "Class"),
        first(analysis.classes(), most),
        each -> {
          String share = share(each.allBytes(), bytes);
          return row(each.allBytes(), share, each.descriptionBytes(), each.objects(), each.name());
        });
    section(
        text,
        List.of("Bytes", "Share", "Values", "Null", "Again", "Field"),
        first(analysis.fields(), most),
        each -> {
          String name = each.name() + (each.type().isEmpty() ? "" : ": " + each.type());
          String share = share(each.bytes(), bytes);
          return row(each.bytes(), share, each.values(), each.nulls(), each.backReferences(), name);
        });
    if (!analysis.savings().isEmpty()) {
      section(
          text,
          List.of("Saved", "Share", "If transient"),
          first(analysis.savings(), most),
          each -> row(each.saved(), share(each.saved(), bytes), each.name() + ": " + each.type()));
    }
    if (!analysis.repeats().isEmpty()) {
      section(
          text,
          List.of("Saved", "Share", "Times", "Length", "If shared"),
          first(analysis.repeats(), most),
          each -> {
            String name = each.type() + " " + each.begin();
            String share = share(each.saved(), bytes);
            return row(each.saved(), share, each.times(), each.length(), name);
          });
    }
    return text.toString();
  }

  static String of(ObjectDifference difference, int most) {
    StringBuilder text = new StringBuilder();
    text.append(difference.before()).append(" bytes before, ").append(difference.after());
    text.append(" after, ").append(signed(difference.change())).append(System.lineSeparator());
    changes("Class", difference.classes(), most, text);
    changes("Field", difference.fields(), most, text);
    return text.toString();
  }

  private static void changes(
      String what, List<ObjectDifference.Change> changes, int most, StringBuilder text) {
    if (!changes.isEmpty()) {
      section(
          text,
          List.of("Change", "Before", "After", what),
          first(changes, most),
          each -> row(signed(each.change()), each.before(), each.after(), each.name()));
    }
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

  private static List<String> row(Object... cells) {
    return Arrays.stream(cells).map(cell -> printable(String.valueOf(cell))).toList();
  }

  /// A text of a stream, cut to a line of a table, without characters that a terminal obeys.
  static String printable(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(LONGEST, text.length()); i++) {
      char c = text.charAt(i);
      safe.append(isObeyed(c) || Character.isSurrogate(c) ? '?' : c);
    }
    return text.length() > LONGEST ? safe + "..." : safe.toString();
  }

  // Among those that only format are those that turn the direction of writing.
  private static boolean isObeyed(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static <T> void section(
      StringBuilder text, List<String> head, List<T> entries, Function<T, List<String>> row) {
    List<List<String>> rows = new ArrayList<>(List.of(head));
    entries.forEach(each -> rows.add(row.apply(each)));
    int[] widths = new int[head.size()];
    for (List<String> cells : rows) {
      Arrays.setAll(widths, column -> Math.max(widths[column], cells.get(column).length()));
    }
    text.append(System.lineSeparator());
    for (List<String> cells : rows) {
      for (int column = 0; column < cells.size() - 1; column++) {
        String cell = cells.get(column);
        text.append(" ".repeat(widths[column] - cell.length())).append(cell).append("  ");
      }
      text.append(cells.getLast()).append(System.lineSeparator());
    }
  }
}
