package io.penstock.evaluate.text;

import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.SliceMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Ways of finding the ten articles that are read most, as Wide Finder wants them.
final class WideFinderPasses implements Passes {
  static final String STREAM = "files-lines-regex";
  static final String PENSTOCK = "penstock";
  static final String PARALLEL = "penstock-parallel";

  private static final Pattern ARTICLE =
      Pattern.compile("GET /ongoing/When/\\d\\d\\dx/(\\d\\d\\d\\d/\\d\\d/\\d\\d/[^ .]+) ");

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    return switch (subject.way()) {
      case STREAM -> () -> stream(path);
      case PENSTOCK, PARALLEL -> () -> slices(path, subject.threads());
      default -> throw subject.unknown();
    };
  }

  private static long stream(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      Map<String, Long> reads =
          lines
              .map(ARTICLE::matcher)
              .filter(Matcher::find)
              .map(article -> article.group(1))
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      Pages pages = new Pages();
      reads.forEach(pages::add);
      return pages.answer();
    }
  }

  private static long slices(Path path, int threads) throws IOException {
    Pages pages = new Pages();
    Lines.of(path)
        .parallel(threads)
        .mapReduce(Articles::new, Articles::add, Articles::plus)
        .reads
        .forEach((article, reads) -> pages.add(article.toString(), reads[0]));
    return pages.answer();
  }

  /// How often each article was read. For one thread.
  private static final class Articles {
    private static final byte[] GET = "GET /ongoing/When/".getBytes(StandardCharsets.US_ASCII);
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
      if (article.startsWith(GET)) {
        int begin = article.from() + GET.length + DECADE;
        int end = article.indexOf((byte) ' ', GET.length + DECADE);
        article.set(article.array(), begin, article.from() + end);
        if (article.indexOf((byte) '.') < 0) {
          reads.get(article, () -> new long[1])[0]++;
        }
      }
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
