package io.penstock.cli;

import io.penstock.text.IndexOptions;
import io.penstock.text.Line;
import io.penstock.text.LineIndex;
import io.penstock.text.LineReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The verb `lines`.
@Command(
    name = "lines",
    description = "Prints lines of a text by their numbers.",
    footer = {
      "",
      "Lines count from 1. Files are indexed, by all processors; with --save the index stays "
          + "beside the file, and the next time is immediate. Standard input is read once: there, "
          + "numbers ascend."
    })
final class LinesCommand extends Action {
  @Parameters(index = "0", paramLabel = "FILE", description = "A file, or - for standard input.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "N[-M]",
      description = "A line, or all from one to another.")
  private List<LineNumbers> wanted;

  @Option(names = "--save", description = "Keeps the index in FILE.lines.")
  private boolean save;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  void pick(Arguments arguments) {
    save = arguments.flag("--save");
    json = arguments.flag("--json");
    List<String> operands = arguments.operands(2, Integer.MAX_VALUE);
    name = operands.getFirst();
    wanted = new ArrayList<>();
    for (String numbers : operands.subList(1, operands.size())) {
      wanted.add(LineNumbers.parse(numbers));
    }
  }

  @Override
  int perform() throws IOException {
    TextSource text = TextSource.of(name);
    if (text.path().isPresent()) {
      printIndexed(text.path().get());
    } else {
      printRead(text);
    }
    return ExitCode.OK;
  }

  private void printIndexed(Path path) throws IOException {
    IndexOptions options = save ? IndexOptions.saved() : IndexOptions.inMemory();
    try (LineIndex index = LineIndex.open(path, options)) {
      complain(index);
      for (LineNumbers numbers : wanted) {
        requireThere(numbers, index.count());
      }
      if (json) {
        printJson(index);
      } else {
        copy(index);
      }
    }
  }

  private void complain(LineIndex index) {
    index
        .unsaved()
        .ifPresent(
            e ->
                Complaints.about(
                    new CommandFailure(
                        name,
                        "its index cannot be saved",
                        "the lines follow all the same: " + e.getMessage()),
                    diagnostics()));
  }

  private void requireThere(LineNumbers numbers, long count) {
    if (numbers.last() > count) {
      throw new CommandFailure(
          name,
          String.format(Locale.ROOT, "has %d lines, not %d", count, numbers.last()),
          "ask for others");
    }
  }

  private void copy(LineIndex index) throws IOException {
    Output out = new Output(Results.bytes(results()));
    for (LineNumbers numbers : wanted) {
      out.endLine();
      index.copy(numbers.first(), numbers.last(), out);
    }
  }

  private void printJson(LineIndex index) throws IOException {
    Json.print(
        results(),
        generator -> {
          generator.writeArrayFieldStart("lines");
          for (LineNumbers numbers : wanted) {
            for (long number = numbers.first(); number <= numbers.last(); number++) {
              generator.writeStartObject();
              generator.writeNumberField("number", number);
              generator.writeNumberField("offset", index.range(number).offset());
              generator.writeStringField("text", index.line(number));
              generator.writeEndObject();
            }
          }
          generator.writeEndArray();
        });
  }

  private void printRead(TextSource text) throws IOException {
    requireForStandardInput();
    OutputStream out = Results.bytes(results());
    try (LineReader lines = text.lines().open()) {
      long at = 0;
      for (LineNumbers numbers : wanted) {
        for (; at < numbers.last(); at++) {
          if (!lines.next()) {
            requireThere(numbers, at);
          }
          if (at + 1 >= numbers.first()) {
            print(lines.line(), out);
          }
        }
      }
    }
  }

  // It is read once, and has no folder where an index could be kept.
  private void requireForStandardInput() {
    if (json || save) {
      throw CommandFailure.ofArguments(
          "standard input", "has no index for " + (json ? "--json" : "--save"), "name a file");
    }
    long last = 0;
    for (LineNumbers numbers : wanted) {
      if (numbers.first() <= last) {
        throw CommandFailure.ofArguments(
            "standard input",
            String.format(
                Locale.ROOT, "line %d has been read before line %d", numbers.first(), last),
            "give numbers in ascending order, or name a file");
      }
      last = numbers.last();
    }
  }

  private static void print(Line line, OutputStream out) throws IOException {
    out.write(line.array(), line.from(), line.withEnd().length());
  }

  /// A destination of lines. A text's last line may have no end: the next line is not to become a
  /// part of it.
  private static final class Output extends OutputStream {
    private final OutputStream out;
    private byte lastByte = '\n';

    Output(OutputStream out) {
      this.out = out;
    }

    void endLine() throws IOException {
      if (lastByte != '\n') {
        write('\n');
      }
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (count > 0) {
        out.write(bytes, from, count);
        lastByte = bytes[from + count - 1];
      }
    }
  }

  /// Lines from one number to another, counted from 1.
  record LineNumbers(long first, long last) {
    /// Reads `N` or `N-M`.
    ///
    /// @throws IllegalArgumentException if it is neither
    static LineNumbers parse(String text) {
      int dash = text.indexOf('-');
      long first = number(text, dash < 0 ? text : text.substring(0, dash));
      long last = dash < 0 ? first : number(text, text.substring(dash + 1));
      if (first < 1 || last < first) {
        throw new IllegalArgumentException(
            "'" + text + "' names no lines: they count from 1, and N-M goes upwards");
      }
      return new LineNumbers(first, last);
    }

    private static long number(String text, String digits) {
      try {
        return Long.parseLong(digits);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "' is neither N nor N-M", e);
      }
    }
  }
}
