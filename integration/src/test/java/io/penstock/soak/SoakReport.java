package io.penstock.soak;

import io.penstock.soak.Sample.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The samples of a soak, as a table and as a picture with one curve for each resource.
///
/// @param samples in order
record SoakReport(List<Sample> samples) {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 64;
  private static final int LEFT = 220;
  private static final int TENTH = 10;

  SoakReport {
    samples = List.copyOf(samples);
  }

  /// The resources of which the last quarter of the samples holds more than the second, by the
  /// median; the first quarter loads code.
  ///
  /// @return a line for each
  static List<String> growth(List<Sample> samples) {
    List<String> lines = new ArrayList<>();
    int quarter = samples.size() / 4;
    for (Resource resource : Resource.values()) {
      long early = median(samples.subList(quarter, 2 * quarter), resource);
      long late = median(samples.subList(samples.size() - quarter, samples.size()), resource);
      if (late > early + early / TENTH + resource.slack()) {
        lines.add(resource.title() + ": " + early + " in the second quarter, " + late + " at last");
      }
    }
    return lines;
  }

  private static long median(List<Sample> some, Resource resource) {
    long[] sorted = some.stream().mapToLong(sample -> sample.of(resource)).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  /// Writes `soak.csv` and `soak.svg`.
  void write(Path folder) throws IOException {
    Files.write(folder.resolve("soak.csv"), table());
    Files.writeString(folder.resolve("soak.svg"), picture());
  }

  private List<String> table() {
    String head =
        Stream.of(Resource.values()).map(Resource::title).collect(Collectors.joining(","));
    return Stream.concat(
            Stream.of("seconds,operations," + head),
            samples.stream().map(s -> s.toString().substring("sample ".length()).replace(' ', ',')))
        .toList();
  }

  private String picture() {
    StringBuilder svg = new StringBuilder();
    int rows = Resource.values().length;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>%n",
            LEFT + WIDTH + 80,
            rows * HEIGHT + 20));
    svg.append("<rect width='100%' height='100%' fill='white'/>\n");
    int top = 10;
    for (Resource resource : Resource.values()) {
      svg.append(curve(resource, top));
      top += HEIGHT;
    }
    return svg.append("</svg>\n").toString();
  }

  private String curve(Resource resource, int top) {
    long most = samples.stream().mapToLong(sample -> sample.of(resource)).max().orElse(0);
    int bottom = top + HEIGHT - 16;
    String points =
        IntStream.range(0, samples.size())
            .mapToObj(
                i ->
                    String.format(
                        Locale.ROOT,
                        "%d,%d",
                        LEFT + i * WIDTH / Math.max(1, samples.size() - 1),
                        bottom
                            - (int)
                                (samples.get(i).of(resource) * (HEIGHT - 20) / Math.max(1, most))))
            .collect(Collectors.joining(" "));
    return String.format(
        Locale.ROOT,
        """
        <text x='8' y='%d'>%s</text>
        <polyline points='%d,%d %d,%d' stroke='#bbb' fill='none'/>
        <polyline points='%s' stroke='#1f5fa8' stroke-width='1.5' fill='none'/>
        <text x='%d' y='%d'>%d</text>
        """,
        bottom,
        resource.title(),
        LEFT,
        bottom,
        LEFT + WIDTH,
        bottom,
        points,
        LEFT + WIDTH + 8,
        bottom,
        samples.isEmpty() ? 0 : samples.getLast().of(resource));
  }
}
