package io.penstock.report;

import java.util.Comparator;
import java.util.List;

/// The comparison with an earlier evaluation: what changed, the worst first, then what has no
/// counterpart.
final class TerminalBaseline {
  private static final int RATIO = 8;

  private TerminalBaseline() {}

  static void draw(Page page, Baseline baseline) {
    List<Baseline.Pair> changed =
        baseline.pairs().stream()
            .filter(Baseline.Pair::changed)
            .sorted(Comparator.comparingDouble(Baseline.Pair::speedRatio))
            .toList();
    page.blank().add(page.line().add("Against the baseline", Style.BOLD));
    page.paragraph("  ", summary(baseline), Style.DIM);
    changed.forEach(pair -> pair(page, pair));
    baseline.missing().forEach(one -> page.paragraph("  missing: ", name(one), Style.DIM));
    baseline.added().forEach(one -> page.paragraph("  new: ", name(one), Style.DIM));
  }

  static String summary(Baseline baseline) {
    long slower = baseline.pairs().stream().filter(Baseline.Pair::slower).count();
    long faster = baseline.pairs().stream().filter(Baseline.Pair::faster).count();
    return baseline.pairs().size()
        + " compared: "
        + slower
        + " slower, "
        + faster
        + " faster, the others unchanged (within the noise of their runs); "
        + baseline.missing().size()
        + " missing, "
        + baseline.added().size()
        + " new";
  }

  private static void pair(Page page, Baseline.Pair pair) {
    Style style = pair.speedRatio() < 1 ? Style.BAD : Style.GOOD;
    Line line = page.line().right(Numbers.ratio(pair.speedRatio()), RATIO, style).spaces(2);
    String figures =
        Numbers.figure(pair.before().median())
            + " -> "
            + Numbers.figure(pair.now().median())
            + " "
            + pair.measurement().unit();
    String settings = settings(pair.measurement());
    int room = line.room() - Line.columns(settings) - Line.columns(figures) - 2;
    line.left(subject(pair.measurement()), room, Style.PLAIN).add(settings).spaces(2).add(figures);
    page.add(line);
  }

  static String name(Baseline.Measurement measurement) {
    return subject(measurement) + settings(measurement);
  }

  private static String subject(Baseline.Measurement measurement) {
    return measurement.experiment() + " " + measurement.approach();
  }

  /// ` 2t 4p 64K`: threads, processes and the size of a request.
  private static String settings(Baseline.Measurement measurement) {
    StringBuilder settings = new StringBuilder(" " + measurement.threads() + "t");
    settings.append(' ').append(measurement.processes()).append('p');
    measurement
        .requestBytes()
        .ifPresent(bytes -> settings.append(' ').append(Numbers.shortBytes(bytes)));
    return settings.toString();
  }
}
