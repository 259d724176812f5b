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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collector;
import java.util.stream.Collectors;
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

  /// For one thread.
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
}
