package io.penstock.cli;

import io.penstock.text.Line;
import io.penstock.text.SliceMap;
import io.penstock.text.token.ByteSet;
import io.penstock.text.token.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The verb `words`.
@Command(
    name = "words",
    description = "Counts how often each word is in texts, the most frequent first.",
    footer = {
      "",
      "A word is a run of letters and digits of ASCII, of _, and of all characters beyond ASCII."
    })
final class WordsCommand implements Callable<Integer> {
  private static final ByteSet OF_WORDS = ByteSet.of("a-zA-Z0-9_").withOthers();

  @Spec private CommandSpec spec;
  @Mixin private TextSources texts;

  @Option(
      names = {"-i", "--ignore-case"},
      description = "Takes capital letters of ASCII for small ones.")
  private boolean ignoreCase;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Prints the N most frequent words (default: all).")
  private long top = Long.MAX_VALUE;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  private record Entry(String word, long count) {}

  /// What one thread has counted.
  private static final class Counts {
    private final Words words;
    private final SliceMap<long[]> counts = new SliceMap<>();

    Counts(boolean ignoreCase) {
      this.words = ignoreCase ? Words.lowerCase(OF_WORDS) : Words.of(OF_WORDS);
    }

    void add(Line line) {
      for (words.of(line); words.next(); ) {
        counts.get(words.word(), () -> new long[1])[0]++;
      }
    }

    Counts merge(Counts other) {
      counts.merge(other.counts, (one, two) -> new long[] {one[0] + two[0]});
      return this;
    }
  }

  @Override
  public Integer call() throws IOException {
    if (top < 1) {
      throw new Failure("--top", top + " words", "give 1 or more");
    }
    Counts all = new Counts(ignoreCase);
    boolean read =
        texts.each(
            text ->
                all.merge(
                    text.lines()
                        .parallel(texts.threads())
                        .mapReduce(() -> new Counts(ignoreCase), Counts::add, Counts::merge)));
    print(sorted(all));
    return read ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private List<Entry> sorted(Counts counts) {
    List<Entry> entries = new ArrayList<>();
    counts.counts.forEach((word, count) -> entries.add(new Entry(word.toString(), count[0])));
    return entries.stream()
        .sorted(Comparator.comparingLong(Entry::count).reversed().thenComparing(Entry::word))
        .limit(top)
        .toList();
  }

  private void print(List<Entry> entries) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      printJson(out, entries);
      return;
    }
    int width = entries.isEmpty() ? 1 : Long.toString(entries.getFirst().count()).length();
    for (Entry entry : entries) {
      String count = Long.toString(entry.count());
      out.println(" ".repeat(width - count.length()) + count + " " + entry.word());
    }
  }

  private static void printJson(PrintWriter out, List<Entry> entries) throws IOException {
    Json.print(
        out,
        generator -> {
          generator.writeArrayFieldStart("words");
          for (Entry entry : entries) {
            generator.writeStartObject();
            generator.writeStringField("word", entry.word());
            generator.writeNumberField("count", entry.count());
            generator.writeEndObject();
          }
          generator.writeEndArray();
        });
  }
}
