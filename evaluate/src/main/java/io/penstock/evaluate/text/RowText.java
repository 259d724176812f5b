package io.penstock.evaluate.text;

import io.penstock.evaluate.run.TextWork.Corpus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/// Rows of a weather station and a temperature, `Hamburg;-3.4`, as the One Billion Row Challenge
/// has them: 413 stations, some with letters beyond ASCII, temperatures from -99.9 to 99.9.
///
/// @param bytes its length, or a little less
record RowText(long bytes) implements Corpus {
  /// How many rows there are.
  static final String ROWS = "rows";

  /// Least, greatest and mean temperature of each station, see [Station#answer].
  static final String WEATHER = "weather";

  private static final int STATIONS = 413;
  private static final int LIMIT = 999;
  private static final String[] SYLLABLES = {
    "ka", "mo", "ri", "ne", "so", "la", "tu", "vé", "go", "pi", "šu", "re", "da"
  };

  @Override
  public String fileName() {
    return "rows-" + bytes + ".txt";
  }

  @Override
  public Map<String, Long> write(OutputStream out) throws IOException {
    byte[][] names = new byte[STATIONS][];
    Station[] stations = new Station[STATIONS];
    for (int i = 0; i < STATIONS; i++) {
      names[i] = name(i).getBytes(StandardCharsets.UTF_8);
      stations[i] = new Station();
    }
    LineBuffer line = new LineBuffer();
    long rows = 0;
    for (long left = bytes; ; left -= line.length()) {
      int station = Draws.below(STATIONS, rows);
      int tenths = tenths(station, rows);
      write(line, names[station], tenths);
      if (line.length() > left) {
        break;
      }
      stations[station].add(tenths);
      out.write(line.bytes(), 0, line.length());
      rows++;
    }
    return Map.of(ROWS, rows, WEATHER, weather(stations));
  }

  private static long weather(Station[] stations) {
    return IntStream.range(0, STATIONS)
        .filter(i -> stations[i].rows > 0)
        .mapToLong(i -> stations[i].answer(name(i)))
        .sum();
  }

  private static void write(LineBuffer line, byte[] name, int tenths) {
    line.clear().append(name).append(';');
    if (tenths < 0) {
      line.append('-');
    }
    int size = Math.abs(tenths);
    line.append(size / 10, 1).append('.').append(size % 10, 1).append('\n');
  }

  /// Around a mean of the station's own.
  private static int tenths(int station, long row) {
    int around = station - STATIONS / 3;
    int off = Draws.below(LIMIT, ~row) - LIMIT / 2;
    return Math.clamp(around + off, -LIMIT, LIMIT);
  }

  private static String name(int station) {
    StringBuilder name = new StringBuilder();
    for (int rest = station + SYLLABLES.length * (1 + station % 7);
        rest > 0;
        rest /= SYLLABLES.length) {
      name.append(SYLLABLES[rest % SYLLABLES.length]);
    }
    name.setCharAt(0, Character.toUpperCase(name.charAt(0)));
    return station % 5 == 0 ? name + " " + station : name.toString() + station;
  }

  /// The temperatures of a weather station, in tenths of a degree. For one thread.
  static final class Station {
    private int least = Integer.MAX_VALUE;
    private int greatest = Integer.MIN_VALUE;
    private long sum;
    private long rows;

    /// One more.
    void add(int tenths) {
      least = Math.min(least, tenths);
      greatest = Math.max(greatest, tenths);
      sum += tenths;
      rows++;
    }

    /// Those of another one as well.
    Station add(Station other) {
      least = Math.min(least, other.least);
      greatest = Math.max(greatest, other.greatest);
      sum += other.sum;
      rows += other.rows;
      return this;
    }

    /// A number made of its name and all of it. The sum of those of all stations is the answer
    /// about the text. The same stands in `text_tables.c`.
    long answer(String name) {
      int hash = Arrays.hashCode(name.getBytes(StandardCharsets.UTF_8));
      return (31L * hash + 7) * (31 * (31 * (31L * least + greatest) + sum) + rows);
    }
  }
}
