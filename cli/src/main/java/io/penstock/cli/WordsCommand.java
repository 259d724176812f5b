package io.penstock.cli;

import io.penstock.text.ByteSlice;
import io.penstock.text.Line;
import io.penstock.text.SliceCounts;
import io.penstock.text.token.ByteSet;
import io.penstock.text.token.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The verb `words`.
@Command(
    name = "words",
    description = "Counts how often each word is in texts, the most frequent first.",
    footer = {
      "",
      "A word is a run of letters and digits of ASCII, of _, and of all characters beyond "
          + "ASCII."
    })
final class WordsCommand extends Action {
  private static final int PARTS = 16;
  private static final ByteSet OF_WORDS = ByteSet.of("a-zA-Z0-9_").withOthers();

  @Mixin private TextSources texts = new TextSources();

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

  /// A word that was counted.
  private record Entry(ByteSlice word, long count) {
    /// The most frequent first; as often, in the order of code points.
    static final Comparator<Entry> ORDER =
        Comparator.comparingLong(Entry::count)
            .reversed()
            .thenComparing(Entry::word, ByteSlice::compareContent);
  }

  /// The first words of the order; no more than these are held beside the counts.
  private static List<Entry> first(List<SliceCounts> parts, long most) {
    PriorityQueue<Entry> kept = new PriorityQueue<>(Entry.ORDER.reversed());
    for (SliceCounts part : parts) {
      for (int i = 0; i < part.size(); i++) {
        kept.add(new Entry(part.key(i), part.count(i)));
        if (kept.size() > most) {
          kept.remove();
        }
      }
    }
    List<Entry> entries = new ArrayList<>(kept);
    entries.sort(Entry.ORDER);
    return entries;
  }

  /// The counts of one thread that are not yet added to those of all.
  private static final class Counts {
    private static final int MOST = 16 << 10;

    private final List<SliceCounts> parts;
    private final Words words;
    private final SliceCounts counts = new SliceCounts();

    /// @param parts the counts of all, by hash so that threads seldom wait for each other
    Counts(List<SliceCounts> parts, boolean ignoreCase) {
      this.parts = parts;
      this.words = ignoreCase ? Words.lowerCase(OF_WORDS) : Words.of(OF_WORDS);
    }

    void add(Line line) {
      for (words.of(line); words.next(); ) {
        counts.add(words.word(), 1);
      }
      if (counts.size() > MOST) {
        settle();
      }
    }

    Counts merge(Counts other) {
      other.settle();
      return this;
    }

    void settle() {
      for (int i = 0; i < counts.size(); i++) {
        SliceCounts part = parts.get(counts.key(i).contentHash() & (PARTS - 1));
        synchronized (part) {
          part.add(counts.key(i), counts.count(i));
        }
      }
      counts.clear();
    }
  }

  @Override
  void pick(Arguments arguments) {
    ignoreCase = arguments.flag("-i", "--ignore-case");
    top = arguments.number(1, Integer.MAX_VALUE, "--top").map(Integer::longValue).orElse(top);
    json = arguments.flag("--json");
    texts.pick(arguments);
  }

  @Override
  int perform() throws IOException {
    if (top < 1) {
      throw CommandFailure.ofArguments("--top", top + " words", "give 1 or more");
    }
    List<SliceCounts> parts = Stream.generate(SliceCounts::new).limit(PARTS).toList();
    boolean read =
        texts.each(
            results(),
            diagnostics(),
            text ->
                text.lines()
                    .parallel(texts.threads())
                    .mapReduce(() -> new Counts(parts, ignoreCase), Counts::add, Counts::merge)
                    .settle());
    print(first(parts, top));
    return read ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void print(List<Entry> entries) throws IOException {
    PrintWriter out = results();
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
            generator.writeStringField("word", entry.word().toString());
            generator.writeNumberField("count", entry.count());
            generator.writeEndObject();
          }
          generator.writeEndArray();
        });
  }
}
