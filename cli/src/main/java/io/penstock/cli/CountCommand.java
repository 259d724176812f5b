package io.penstock.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.penstock.text.ParallelLines;
import io.penstock.text.TextCount;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The verb `count`.
@Command(
    name = "count",
    description = "Counts newlines, words, characters and bytes of texts.",
    footer = {
      "",
      "Without an option: newlines, words and bytes. Words are what white space of ASCII "
          + "separates; characters are those of UTF-8."
    })
final class CountCommand extends Action {
  @Mixin private TextSources texts = new TextSources();

  @Option(names = "-l", description = "Newlines.")
  private boolean newlines;

  @Option(names = "-w", description = "Words.")
  private boolean words;

  @Option(names = "-m", description = "Characters.")
  private boolean characters;

  @Option(names = "-c", description = "Bytes.")
  private boolean bytes;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  /// The texts that could be read: the name and the counts of each.
  private final List<String> labels = new ArrayList<>();

  private final List<TextCount> counts = new ArrayList<>();

  @Override
  void pick(Arguments arguments) {
    newlines = arguments.flag("-l");
    words = arguments.flag("-w");
    characters = arguments.flag("-m");
    bytes = arguments.flag("-c");
    json = arguments.flag("--json");
    texts.pick(arguments);
  }

  @Override
  int perform() throws IOException {
    Set<Column> columns = columns();
    boolean all =
        texts.each(
            results(),
            diagnostics(),
            text -> {
              counts.add(count(text.lines().parallel(texts.threads()), columns));
              labels.add(text.name());
            });
    if (json) {
      printJson(columns);
    } else {
      print(columns);
    }
    return all ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Set<Column> columns() {
    Set<Column> columns = EnumSet.noneOf(Column.class);
    if (newlines) {
      columns.add(Column.NEWLINES);
    }
    if (words) {
      columns.add(Column.WORDS);
    }
    if (characters) {
      columns.add(Column.CHARACTERS);
    }
    if (bytes) {
      columns.add(Column.BYTES);
    }
    return columns.isEmpty() ? EnumSet.of(Column.NEWLINES, Column.WORDS, Column.BYTES) : columns;
  }

  // Newlines alone are found four times as fast as everything.
  private static TextCount count(ParallelLines lines, Set<Column> columns) throws IOException {
    return columns.equals(EnumSet.of(Column.NEWLINES))
        ? new TextCount(0, lines.newlines(), 0, 0, 0)
        : lines.countAll();
  }

  private TextCount total() {
    TextCount total = new TextCount(0, 0, 0, 0, 0);
    for (TextCount count : counts) {
      total = total.plus(count);
    }
    return total;
  }

  private void print(Set<Column> columns) {
    if (texts.count() > 1) {
      counts.add(total());
      labels.add("total");
    }
    int width = 1;
    for (TextCount count : counts) {
      for (Column column : columns) {
        width = Math.max(width, Long.toString(column.of(count)).length());
      }
    }
    for (int row = 0; row < counts.size(); row++) {
      StringBuilder line = new StringBuilder();
      for (Column column : columns) {
        String number = Long.toString(column.of(counts.get(row)));
        line.append(line.isEmpty() ? "" : " ").repeat(' ', width - number.length()).append(number);
      }
      String label = labels.get(row);
      results().println(label.equals("-") ? line : line + " " + Escapes.of(label));
    }
  }

  private void printJson(Set<Column> columns) throws IOException {
    Json.print(
        results(),
        generator -> {
          generator.writeArrayFieldStart("texts");
          for (int row = 0; row < counts.size(); row++) {
            generator.writeStartObject();
            generator.writeStringField("name", labels.get(row));
            write(counts.get(row), columns, generator);
            generator.writeEndObject();
          }
          generator.writeEndArray();
          generator.writeObjectFieldStart("total");
          write(total(), columns, generator);
          generator.writeEndObject();
        });
  }

  private static void write(TextCount count, Set<Column> columns, JsonGenerator generator)
      throws IOException {
    for (Column column : columns) {
      generator.writeNumberField(column.label(), column.of(count));
    }
  }

  /// A quantity that `count` prints, in the order of its columns.
  private enum Column {
    NEWLINES,
    WORDS,
    CHARACTERS,
    BYTES;

    long of(TextCount count) {
      return switch (this) {
        case NEWLINES -> count.newlines();
        case WORDS -> count.words();
        case CHARACTERS -> count.characters();
        case BYTES -> count.bytes();
      };
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
