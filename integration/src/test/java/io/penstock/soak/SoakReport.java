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
  private static final int RIGHT = 90;
  private static final int MARGIN = 10;
  private static final int AXIS = 24;
  private static final int GAP = 8;
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

  /// With colours of its own for light and for dark pages.
  private String picture() {
    int rows = Resource.values().length;
    int bottom = MARGIN + rows * HEIGHT;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="The resources of a soak over its time">
            <style>
            :root { --paper: #fffefb; --ink: #1c1b19; --soft: #63605a; --rule: #d9d5cc; --curve: #00845f; }
            @media screen and (prefers-color-scheme: dark) {
              :root { --paper: #16171a; --ink: #e9e6df; --soft: #a5a199; --rule: #3b3c41; --curve: #34c79a; }
            }
            text { font: 13px system-ui, "Segoe UI", Roboto, Arial, sans-serif; fill: var(--ink); }
            .soft { fill: var(--soft); }
            .end { text-anchor: end; }
            polyline { fill: none; stroke: var(--curve); stroke-width: 1.5; }
            path { stroke: var(--rule); }
            </style>
            <rect width="100%%" height="100%%" fill="var(--paper)"/>
            """,
            LEFT + WIDTH + RIGHT,
            bottom + AXIS));
    int top = MARGIN;
    for (Resource resource : Resource.values()) {
      svg.append(curve(resource, top));
      top += HEIGHT;
    }
    long seconds = samples.isEmpty() ? 0 : samples.getLast().seconds();
    svg.append(text("soft", LEFT, bottom + 12, "0"));
    svg.append(
        text("soft end", LEFT + WIDTH, bottom + 12, String.format("%d minutes", seconds / 60)));
    return svg.append("</svg>\n").toString();
  }

  /// From zero to the most, with the most and the last behind it.
  private String curve(Resource resource, int top) {
    long most = samples.stream().mapToLong(sample -> sample.of(resource)).max().orElse(0);
    long last = samples.isEmpty() ? 0 : samples.getLast().of(resource);
    int bottom = top + HEIGHT - GAP;
    int height = HEIGHT - 2 * GAP;
    String points =
        IntStream.range(0, samples.size())
            .mapToObj(
                i ->
                    String.format(
                        Locale.ROOT,
                        "%d,%.1f",
                        LEFT + i * WIDTH / Math.max(1, samples.size() - 1),
                        bottom - (double) samples.get(i).of(resource) * height / Math.max(1, most)))
            .collect(Collectors.joining(" "));
    return text("end", LEFT - GAP, bottom, resource.title())
        + String.format("<path d=\"M%d,%dh%d\"/>%n", LEFT, bottom, WIDTH)
        + String.format("<polyline points=\"%s\"/>%n", points)
        + text("soft", LEFT + WIDTH + GAP, bottom - 16, "most " + most)
        + text("", LEFT + WIDTH + GAP, bottom, "last " + last);
  }

  private static String text(String kind, int x, int y, String words) {
    return String.format("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n", kind, x, y, words);
  }
}
