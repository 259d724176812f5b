package io.penstock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumSet;
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
      "Without an option: newlines, words and bytes. Words are what white space of ASCII separates;",
      "characters are those of UTF-8."
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
    CountTable table = new CountTable(columns());
    int threads = texts.threads();
    boolean all = texts.each(session(), text -> table.add(text, threads));
    if (texts.count() > 1) {
      table.addTotal();
    }
    PrintWriter out = results();
    if (json) {
      table.printJson(out);
    } else {
      table.print(out);
    }
    return all ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Set<CountColumn> columns() {
    Set<CountColumn> columns = EnumSet.noneOf(CountColumn.class);
    add(columns, CountColumn.NEWLINES, newlines);
    add(columns, CountColumn.WORDS, words);
    add(columns, CountColumn.CHARACTERS, characters);
    add(columns, CountColumn.BYTES, bytes);
    return columns;
  }

  private static void add(Set<CountColumn> columns, CountColumn column, boolean asked) {
    if (asked) {
      columns.add(column);
    }
  }
}
