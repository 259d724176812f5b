package io.penstock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// Rows of a name and values, in columns, for a person.
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  /// The longest cell of each column, kept as rows come: a row is looked at once, however many
  /// there are.
  private final List<Integer> widths = new ArrayList<>();

  void add(String name, Object... values) {
    List<String> row = new ArrayList<>(1 + values.length);
    row.add(Escapes.of(name));
    for (Object value : values) {
      row.add(Escapes.of(String.valueOf(value)));
    }
    for (int column = 0; column < row.size(); column++) {
      widen(column, row.get(column).length());
    }
    rows.add(row);
  }

  private void widen(int column, int width) {
    if (column == widths.size()) {
      widths.add(width);
    } else if (widths.get(column) < width) {
      widths.set(column, width);
    }
  }

  void print(PrintWriter out) {
    StringBuilder line = new StringBuilder();
    for (List<String> row : rows) {
      line.setLength(0);
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        boolean last = column == row.size() - 1;
        line.append(cell).repeat(' ', last ? 0 : widths.get(column) - cell.length() + 2);
      }
      out.println(line);
    }
  }
}
