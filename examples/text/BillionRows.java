import io.penstock.text.ByteSlice;
import io.penstock.text.Fields;
import io.penstock.text.Line;
import io.penstock.text.Lines;
import io.penstock.text.SliceMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;

/// Prints the least, mean and greatest temperature of each station, from rows of `station;12.3`:
/// the "one billion rows" of Gunnar Morling, by all processors.
public final class BillionRows {
  private final Fields fields = Fields.separatedBy(';');
  private final SliceMap<Range> stations = new SliceMap<>();

  /// Temperatures of a station, in tenths of a degree.
  private static final class Range {
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;
    private long sum;
    private long count;

    void add(long tenths) {
      least = Math.min(least, tenths);
      greatest = Math.max(greatest, tenths);
      sum += tenths;
      count++;
    }

    Range merge(Range other) {
      least = Math.min(least, other.least);
      greatest = Math.max(greatest, other.greatest);
      sum += other.sum;
      count += other.count;
      return this;
    }

    @Override
    public String toString() {
      double mean = Math.floor((double) sum / count + 0.5);
      return String.format(
          Locale.ROOT, "%.1f/%.1f/%.1f", least / 10.0, mean / 10, greatest / 10.0);
    }
  }

  /// @param arguments the file of rows
  public static void main(String... arguments) throws IOException {
    BillionRows all =
        Lines.of(Path.of(arguments[0]))
            .withChunk(1 << 20)
            .parallel()
            .mapReduce(BillionRows::new, BillionRows::add, BillionRows::merge);
    TreeMap<String, Range> sorted = new TreeMap<>();
    all.stations.forEach((station, range) -> sorted.put(station.toString(), range));
    System.out.println(sorted);
  }

  private void add(Line row) {
    fields.of(row).next();
    Range range = stations.get(fields.field(), Range::new);
    ByteSlice temperature = fields.skip(0) ? fields.field() : new ByteSlice();
    range.add(temperature.parseDecimal(1));
  }

  private BillionRows merge(BillionRows other) {
    stations.merge(other.stations, Range::merge);
    return this;
  }
}
