package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.SliceMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The cost of Wide Finder: which articles of a web log are read most.
final class WideFinder implements Question {
  static final String SOURCE = "the post on FileInputStream and Wide Finder";

  private static final String GREP =
      "GET /ongoing/When/[0-9][0-9][0-9]x/[0-9]{4}/[0-9][0-9]/[0-9][0-9]/[^ .]+ ";
  private static final String AWK =
      "$7 ~ /^\\/ongoing\\/When\\/[0-9][0-9][0-9]x\\/[0-9][0-9][0-9][0-9]\\/[0-9][0-9]\\/[0-9][0-9]\\/[^"
          + " .]+$/ { reads[substr($7, 20)]++ } END { for (page in reads) print reads[page], page"
          + " }";
  private static final String PERL =
      "$reads{$1}++ if m{GET /ongoing/When/\\d\\d\\dx/(\\d\\d\\d\\d/\\d\\d/\\d\\d/[^ .]+) }; "
          + "END { print \"$reads{$_} $_\\n\" for keys %reads }";

  private static final Pattern ARTICLE =
      Pattern.compile("GET /ongoing/When/\\d\\d\\dx/(\\d\\d\\d\\d/\\d\\d/\\d\\d/[^ .]+) ");

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    TextWork work = extent.pass("text-wide-finder", extent.log(), LogText.PAGES);
    return Stream.of(
        Experiment.of(
                "text.wide-finder.articles",
                "Wide Finder: the ten articles of a log that are read most",
                SOURCE,
                FileState.CACHED)
            .on(work)
            .pass("files-lines-regex", JDK, text -> stream(text.path()))
            .command("perl", printing("perl", "-ne", PERL))
            .command("awk", printing("awk", AWK))
            .command(
                "grep-pipeline",
                printing(
                    "sh", "-c", "grep -oE '" + GREP + "' \"$0\" | cut -c 24- | sort | uniq -c"))
            .pass("penstock", PENSTOCK, text -> slices(text.path(), text.threads()))
            .on(work.threads(extent.threads()))
            .pass("penstock-parallel", PENSTOCK, text -> slices(text.path(), text.threads()))
            .on(work)
            .program("c", C, extent.c())
            .remark(
                "All match the same pattern. Two of three lines ask for an article, of 1500. The"
                    + " commands count, and the ten that are read most are picked from what they"
                    + " print."));
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Match the lines of a log as slices: %.1f times as fast as Files.lines with a regular"
            + " expression.",
        findings.ratio("text.wide-finder.articles", "penstock", "files-lines-regex"));
  }

  /// A command that prints lines with a number and a name each.
  private static Exercise printing(String... words) {
    return Commands.of(WideFinder::pages, words);
  }

  private static long pages(String said) {
    return LogText.mostRead(
        said.lines()
            .map(line -> line.strip().split(" ", 2))
            .collect(Collectors.toMap(words -> words[1], words -> Long.valueOf(words[0]))));
  }

  private static long stream(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      Map<String, Long> reads =
          lines
              .map(ARTICLE::matcher)
              .filter(Matcher::find)
              .map(article -> article.group(1))
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      return LogText.mostRead(reads);
    }
  }

  private static long slices(Path path, int threads) throws IOException {
    Map<String, Long> pages = new HashMap<>();
    Lines.of(path)
        .parallel(threads)
        .mapReduce(Articles::new, Articles::add, Articles::plus)
        .reads
        .forEach((article, reads) -> pages.put(article.toString(), reads[0]));
    return LogText.mostRead(pages);
  }

  /// How often each article was read. For one thread.
  private static final class Articles {
    private static final byte[] GET = "GET /ongoing/When/".getBytes(StandardCharsets.US_ASCII);

    /// What follows, in which 0 stands for any digit: the same as the pattern's.
    private static final byte[] DAY = "000x/0000/00/00/".getBytes(StandardCharsets.US_ASCII);

    private static final int DECADE = "200x/".length();

    private final SliceMap<long[]> reads = new SliceMap<>();
    private final ByteSlice article = new ByteSlice();

    void add(ByteSlice line) {
      int quote = line.indexOf((byte) '"');
      if (quote >= 0) {
        article.set(line.array(), line.from() + quote + 1, line.to());
        request();
      }
    }

    private void request() {
      if (article.startsWith(GET) && isOfDay(article.from() + GET.length)) {
        int begin = article.from() + GET.length + DECADE;
        int end = article.indexOf((byte) ' ', GET.length + DECADE);
        article.set(article.array(), begin, article.from() + end);
        if (article.indexOf((byte) '.') < 0) {
          reads.get(article, () -> new long[1])[0]++;
        }
      }
    }

    private boolean isOfDay(int from) {
      byte[] bytes = article.array();
      if (article.to() - from <= DAY.length) {
        return false;
      }
      for (int i = 0; i < DAY.length; i++) {
        byte found = bytes[from + i];
        if (DAY[i] == '0' ? found < '0' || found > '9' : found != DAY[i]) {
          return false;
        }
      }
      return true;
    }

    Articles plus(Articles other) {
      reads.merge(
          other.reads,
          (one, more) -> {
            one[0] += more[0];
            return one;
          });
      return this;
    }
  }
}
