package io.penstock.evaluate.text;

import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.SliceMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Ways of summing up the rows of weather stations.
final class RowPasses implements Passes {
  static final String STREAM = "files-lines-grouping";
  static final String MAPPED = "jdk-mapped-swar";
  static final String PENSTOCK = "penstock";
  static final String PARALLEL = "penstock-parallel";

  @Override
  public Pass of(Subject subject) {
    Path path = subject.path();
    return switch (subject.way()) {
      case STREAM -> () -> stream(path);
      case MAPPED -> () -> new MappedRows(path, subject.threads()).answer();
      case PENSTOCK, PARALLEL -> () -> slices(path, subject.threads());
      default -> throw subject.unknown();
    };
  }

  /// As the contest's own example has it.
  private static long stream(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      Map<String, Station> stations =
          lines
              .map(line -> line.split(";", -1))
              .collect(Collectors.groupingBy(row -> row[0], temperatures()));
      Weather weather = new Weather();
      stations.forEach(weather::add);
      return weather.answer();
    }
  }

  private static Collector<String[], Station, Station> temperatures() {
    return Collector.of(
        Station::new,
        (station, row) -> station.add((int) Math.round(10 * Double.parseDouble(row[1]))),
        Station::add);
  }

  private static long slices(Path path, int threads) throws IOException {
    Weather weather = new Weather();
    Lines.of(path)
        .parallel(threads)
        .mapReduce(Rows::new, Rows::add, Rows::plus)
        .stations
        .forEach((name, station) -> weather.add(name.toString(), station));
    return weather.answer();
  }

  /// For one thread.
  private static final class Rows {
    private final SliceMap<Station> stations = new SliceMap<>();
    private final ByteSlice part = new ByteSlice();

    void add(ByteSlice line) {
      int middle = line.from() + line.indexOf((byte) ';');
      int tenths = (int) part.set(line.array(), middle + 1, line.to()).parseDecimal(1);
      stations.get(part.set(line.array(), line.from(), middle), Station::new).add(tenths);
    }

    Rows plus(Rows other) {
      stations.merge(other.stations, Station::add);
      return this;
    }
  }
}
