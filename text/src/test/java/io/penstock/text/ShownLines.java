package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The lines that each way of reading shows, a String for each, each byte a character.
final class ShownLines {
  private ShownLines() {}

  static List<String> byForEach(Lines lines) throws IOException {
    List<String> shown = new ArrayList<>();
    lines.forEach(line -> shown.add(latin(line)));
    return shown;
  }

  static List<String> byReader(Lines lines) throws IOException {
    List<String> shown = new ArrayList<>();
    try (LineReader reader = lines.open()) {
      while (reader.next()) {
        shown.add(latin(reader.line()));
        assertThat(reader.number()).isEqualTo(shown.size());
      }
    }
    return shown;
  }

  static List<String> inOrder(ParallelLines lines) throws IOException {
    List<String> shown = new ArrayList<>();
    lines.mapInOrder(
        () -> new ArrayList<String>(), (list, line) -> list.add(latin(line)), shown::addAll);
    return shown;
  }

  static List<String> byAnyThread(ParallelLines lines) throws IOException {
    return lines.mapReduce(
        () -> new ArrayList<String>(),
        (list, line) -> list.add(latin(line)),
        (one, other) -> {
          one.addAll(other);
          return one;
        });
  }

  static List<String> byIndex(LineIndex index) throws IOException {
    List<String> shown = new ArrayList<>();
    for (long n = 1; n <= index.count(); n++) {
      shown.add(latin(index.bytes(n)));
    }
    return shown;
  }

  static String latin(ByteSlice slice) {
    return slice.toString(StandardCharsets.ISO_8859_1);
  }
}
