package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.SliceMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The cost of the One Billion Row Challenge, on as many rows as there is room for.
final class WeatherRows implements Question {
  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    TextWork work = extent.pass("text-rows", new RowText(extent.bytes()), RowText.WEATHER);
    TextWork all = work.threads(extent.threads());
    return Stream.of(
        Experiment.of(
                "text.rows",
                "Least, mean and greatest temperature of 413 weather stations",
                "the One Billion Row Challenge",
                FileState.CACHED)
            .on(work)
            .pass("files-lines-grouping", JDK, text -> stream(text.path()))
            .on(all)
            .pass("jdk-mapped-swar", JDK, text -> MappedRows.answer(text.path(), text.threads()))
            .on(work)
            .pass("penstock", PENSTOCK, text -> slices(text.path(), text.threads()))
            .on(all)
            .pass("penstock-parallel", PENSTOCK, text -> slices(text.path(), text.threads()))
            .on(work)
            .program("c", C, extent.c())
            .remark(
                "files-lines-grouping is the program that the contest began with, by one thread."
                    + " jdk-mapped-swar is written by hand for this one kind of row, in safe Java.")
            .goal(1 / 1.4, "penstock-parallel", "jdk-mapped-swar")
            .goal(7, "penstock-parallel", "files-lines-grouping"));
  }

  /// As the contest's own example has it.
  private static long stream(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      Map<String, RowText.Station> stations =
          lines
              .map(line -> line.split(";", -1))
              .collect(Collectors.groupingBy(row -> row[0], temperatures()));
      return stations.entrySet().stream()
          .mapToLong(station -> station.getValue().answer(station.getKey()))
          .sum();
    }
  }

  private static Collector<String[], RowText.Station, RowText.Station> temperatures() {
    return Collector.of(
        RowText.Station::new,
        (station, row) -> station.add((int) Math.round(10 * Double.parseDouble(row[1]))),
        RowText.Station::add);
  }

  private static long slices(Path path, int threads) throws IOException {
    long[] answer = {0};
    Lines.of(path)
        .parallel(threads)
        .mapReduce(Rows::new, Rows::add, Rows::plus)
        .stations
        .forEach((name, station) -> answer[0] += station.answer(name.toString()));
    return answer[0];
  }

  /// The stations of some rows. For one thread.
  private static final class Rows {
    private final SliceMap<RowText.Station> stations = new SliceMap<>();
    private final ByteSlice part = new ByteSlice();

    void add(ByteSlice line) {
      int middle = line.from() + line.indexOf((byte) ';');
      int tenths = (int) part.set(line.array(), middle + 1, line.to()).parseDecimal(1);
      stations.get(part.set(line.array(), line.from(), middle), RowText.Station::new).add(tenths);
    }

    Rows plus(Rows other) {
      stations.merge(other.stations, RowText.Station::add);
      return this;
    }
  }

  /// The rows of weather stations by hand, for this one kind of text: what can be had in safe Java.
  /// Threads, of which this is one, take segments of mappings from a counter.
  private static final class MappedRows {
    private static final int SEGMENT = 2 << 20;

    /// Of a mapping: whole segments.
    private static final long WINDOW = 1L << 30;

    /// Mapped beyond a window: the rest of its last row, and of the word that it ends in.
    private static final int BEYOND = 256;

    private final FileChannel channel;
    private final long size;
    private final StationTable table = new StationTable();
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowAt = -1;

    private MappedRows(FileChannel channel) throws IOException {
      this.channel = channel;
      this.size = channel.size();
    }

    /// The answer to [RowText#WEATHER].
    ///
    /// @param threads that share the segments
    static long answer(Path path, int threads)
        throws IOException, InterruptedException, ExecutionException {
      AtomicLong next = new AtomicLong();
      List<Future<StationTable>> tables = new ArrayList<>();
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
          ExecutorService pool = Executors.newFixedThreadPool(threads)) {
        for (int i = 0; i < threads; i++) {
          tables.add(pool.submit(() -> new MappedRows(channel).work(next)));
        }
        StationTable all = new StationTable();
        for (Future<StationTable> one : tables) {
          all.add(one.get());
        }
        return all.answer();
      }
    }

    private StationTable work(AtomicLong next) throws IOException {
      for (long at = next.getAndAdd(SEGMENT); at < size; at = next.getAndAdd(SEGMENT)) {
        long from = Math.max(0, (at & -WINDOW) - 1); // with the newline before the first row
        if (from != windowAt) {
          map(from, Math.min(size, (at & -WINDOW) + WINDOW + BEYOND));
        }
        segment((int) (at - from));
      }
      return table;
    }

    private void map(long from, long to) throws IOException {
      windowAt = from;
      window = channel.map(FileChannel.MapMode.READ_ONLY, from, to - from);
      window.order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The rows that begin in a segment.
    private void segment(int begin) {
      int at = begin == 0 ? 0 : behindNewline(begin - 1);
      int end = Math.min(begin + SEGMENT, window.limit());
      int safe = Math.min(end, window.limit() - BEYOND);
      while (at < safe) {
        at = table.row(window, at);
      }
      if (at < end) {
        tail(at, end);
      }
    }

    private int behindNewline(int from) {
      int at = from;
      while (window.get(at) != '\n') {
        at++;
      }
      return at + 1;
    }

    /// The last rows, copied so that words can be read beyond them.
    private void tail(int from, int end) {
      byte[] rest = new byte[window.limit() - from + BEYOND];
      window.get(from, rest, 0, window.limit() - from);
      ByteBuffer copy = ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at < end - from; ) {
        at = table.row(copy, at);
      }
    }

    /// Weather stations by their names, of which there are some hundreds. Names and temperatures
    /// are found eight bytes at a time. For one thread.
    ///
    /// Knows that temperatures have one or two digits, a dot and one digit more.
    private static final class StationTable {
      private static final int PLACES = 1 << 14;
      private static final long SEMICOLONS = 0x3b3b3b3b3b3b3b3bL;
      private static final long ONES = 0x0101010101010101L;
      private static final long HIGHS = 0x8080808080808080L;
      private static final long MIX = 0x9E3779B97F4A7C15L;
      private static final byte[] NOBODY = {};

      private final byte[][] names = new byte[PLACES][];
      private final RowText.Station[] stations = new RowText.Station[PLACES];

      StationTable() {
        Arrays.fill(names, NOBODY);
      }

      /// Takes note of the row that begins here; eight bytes behind it can be read.
      ///
      /// @param bytes in little-endian order
      /// @return where the next one begins
      int row(ByteBuffer bytes, int begin) {
        int at = begin;
        long hash = 0;
        long word = bytes.getLong(at);
        long marks = semicolons(word);
        while (marks == 0) {
          hash = (hash ^ word) * MIX;
          at += Long.BYTES;
          word = bytes.getLong(at);
          marks = semicolons(word);
        }
        hash = (hash ^ (word & below(marks))) * MIX;
        int semicolon = at + (Long.numberOfTrailingZeros(marks) >>> 3);
        RowText.Station station = station(bytes, begin, semicolon, (int) (hash >>> 40));
        return temperature(bytes.getLong(semicolon + 1), semicolon + 1, station);
      }

      /// The lowest mark is right; those above may be wrong.
      private static long semicolons(long word) {
        long zeros = word ^ SEMICOLONS;
        return (zeros - ONES) & ~zeros & HIGHS;
      }

      /// All bytes before the first that is marked.
      private static long below(long marks) {
        return (marks ^ (marks - 1)) >>> 8;
      }

      /// Without a branch: of `-`, `.` and digits only digits have the bit 16.
      private static int temperature(long text, int at, RowText.Station station) {
        int minus = (int) (~text >>> 4) & 1;
        long size = text >>> (8 * minus);
        int two = (int) (size >>> 12) & 1;
        long digits = size << (8 * (1 - two));
        int tenths = (int) (100 * (digits & 15) + 10 * (digits >>> 8 & 15) + (digits >>> 24 & 15));
        station.add((tenths ^ -minus) + minus);
        return at + minus + two + 4;
      }

      private RowText.Station station(ByteBuffer bytes, int from, int to, int hash) {
        int place = hash & (PLACES - 1);
        while (!same(names[place], bytes, from, to)) {
          if (names[place].length == 0) {
            names[place] = new byte[to - from];
            bytes.get(from, names[place]);
            stations[place] = new RowText.Station();
            break;
          }
          place = (place + 1) & (PLACES - 1);
        }
        return stations[place];
      }

      private static boolean same(byte[] name, ByteBuffer bytes, int from, int to) {
        if (name.length != to - from) {
          return false;
        }
        for (int i = 0; i < name.length; i++) {
          if (name[i] != bytes.get(from + i)) {
            return false;
          }
        }
        return true;
      }

      /// Those of another table as well.
      void add(StationTable other) {
        for (int i = 0; i < PLACES; i++) {
          if (other.names[i].length > 0) {
            byte[] name = other.names[i];
            int hash = Arrays.hashCode(name);
            station(ByteBuffer.wrap(name), 0, name.length, hash).add(other.stations[i]);
          }
        }
      }

      long answer() {
        return IntStream.range(0, PLACES)
            .filter(i -> names[i].length > 0)
            .mapToLong(i -> stations[i].answer(new String(names[i], StandardCharsets.UTF_8)))
            .sum();
      }
    }
  }
}
