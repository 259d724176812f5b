package io.penstock.evaluate.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// What came of the rows of all stations, in any order. The same stands in `text_tables.c`.
final class Weather {
  private long answer;

  void add(String name, Station station) {
    int hash = Arrays.hashCode(name.getBytes(StandardCharsets.UTF_8));
    answer += (31L * hash + 7) * station.answer();
  }

  /// A number made of all names and temperatures.
  long answer() {
    return answer;
  }
}
