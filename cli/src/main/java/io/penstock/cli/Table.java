package io.penstock.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// Rows of a name and values, in columns.
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  void add(String name, Object... values) {
    List<String> row = new ArrayList<>(List.of(name));
    for (Object value : values) {
      row.add(String.valueOf(value));
    }
    rows.add(row);
  }

  void print(PrintWriter out) {
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        boolean last = column == row.size() - 1;
        line.append(cell).append(last ? "" : " ".repeat(width(column) - cell.length() + 2));
      }
      out.println(line);
    }
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
