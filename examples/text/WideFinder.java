import io.penstock.text.BytePattern;
import io.penstock.text.ByteSlice;
import io.penstock.text.Fields;
import io.penstock.text.Line;
import io.penstock.text.Lines;
import io.penstock.text.SliceMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Prints the ten pages that a web server's log has most often, with how often: the Wide Finder of
/// Tim Bray, by all processors. Lines are those of the common log format.
public final class WideFinder {
  private static final int MOST = 10;
  private static final int PAGE = 6; // host, ident, user, date, zone, method come before it

  private final Fields fields = Fields.separatedBy(' ');
  private final SliceMap<long[]> hits = new SliceMap<>();

  private record Page(String name, long hits) {}

  /// @param arguments the log
  public static void main(String... arguments) throws IOException {
    Lines.of(Path.of(arguments[0]))
        .matching(BytePattern.literal("\"GET "))
        .parallel()
        .mapReduce(WideFinder::new, WideFinder::add, WideFinder::merge)
        .print();
  }

  private void add(Line line) {
    if (fields.of(line).skip(PAGE)) {
      ByteSlice page = fields.field();
      hits.get(page, () -> new long[1])[0]++;
    }
  }

  private WideFinder merge(WideFinder other) {
    hits.merge(other.hits, (one, two) -> new long[] {one[0] + two[0]});
    return this;
  }

  private void print() {
    List<Page> pages = new ArrayList<>();
    hits.forEach((page, count) -> pages.add(new Page(page.toString(), count[0])));
    pages.stream()
        .sorted(Comparator.comparing(Page::hits).reversed().thenComparing(Page::name))
        .limit(MOST)
        .forEach(page -> System.out.println(page.hits() + " " + page.name()));
  }
}
