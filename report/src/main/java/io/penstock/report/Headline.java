package io.penstock.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The first picture of an evaluation and the sentences below it: every way of reading an array
/// file, each at its best, in the groups of the publication's Figure 2, with C as a line.
///
/// @param experiment that it shows
public record Headline(ExperimentOutcome experiment) {
  /// The experiments that a reader should see first, by id.
  private static final List<String> FIRST = List.of("arrays.read.cached", "arrays.write.cached");

  private static final List<By> GROUPS = List.of(By.CLASSIC, By.JDK, By.PEER, By.PENSTOCK);
  private static final double FONT = 13;
  private static final double STEP = 21;
  private static final double NARROW_STEP = 36;
  private static final double TOP = 40;
  private static final double GROUP = 22;
  private static final double BOTTOM = 28;

  /// The headline of an evaluation: of the experiments that show it best, the first one that was
  /// measured; empty where none has Penstock and another family.
  public static Optional<Headline> of(EvaluationOutcome outcome) {
    return outcome
        .experiments()
        .filter(Headline::compares)
        .min(Comparator.comparingInt(experiment -> place(experiment.id())))
        .map(Headline::new);
  }

  private static int place(String id) {
    int place = FIRST.indexOf(id);
    return place < 0 ? FIRST.size() : place;
  }

  private static boolean compares(ExperimentOutcome experiment) {
    List<Result> measured = experiment.fastestFirst();
    return measured.stream().anyMatch(one -> one.by() == By.PENSTOCK)
        && measured.stream().anyMatch(one -> one.by() != By.PENSTOCK);
  }

  // ---- the sentences ---------------------------------------------------------------------------

  /// Three sentences at most: what a program probably does today, what Penstock gives, what C
  /// gives.
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    Result ours = experiment.best(By.PENSTOCK).orElseThrow();
    today().ifPresent(sentences::add);
    sentences.add(sentence(ours));
    experiment
        .best(By.C)
        .filter(c -> isTold(ours, c))
        .map(
            c ->
                String.format(
                    Locale.ROOT,
                    "A C program comes to %s: Penstock is at %s of that.",
                    figure(c),
                    ratio(ours, c)))
        .ifPresent(sentences::add);
    return sentences;
  }

  /// What a program probably does today; empty where neither was measured.
  private Optional<String> today() {
    Optional<Result> classic = experiment.best(By.CLASSIC);
    Optional<Result> jdk = experiment.best(By.JDK);
    if (classic.isPresent() && jdk.isPresent()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%s: a program probably does it one of the classic ways, of which the best (%s) comes"
                  + " to %s here, or at best the JDK’s own best way (%s), %s.",
              subject(),
              name(classic.get()),
              figure(classic.get()),
              name(jdk.get()),
              figure(jdk.get())));
    }
    return classic
        .or(() -> jdk)
        .map(
            one ->
                String.format(
                    Locale.ROOT, "%s: %s comes to %s here.", subject(), name(one), figure(one)));
  }

  private String sentence(Result ours) {
    List<String> ratios = new ArrayList<>();
    experiment
        .best(By.CLASSIC)
        .filter(one -> isTold(ours, one))
        .ifPresent(one -> ratios.add(times(ours, one, "the classic way")));
    experiment
        .best(By.JDK)
        .filter(one -> isTold(ours, one))
        .ifPresent(one -> ratios.add(times(ours, one, "the JDK’s")));
    return String.format(
        Locale.ROOT,
        "Penstock (%s) comes to %s%s.",
        name(ours),
        figure(ours),
        ratios.isEmpty() ? "" : ": " + String.join(", ", ratios));
  }

  private String times(Result ours, Result theirs, String whose) {
    return ratio(ours, theirs).replace("×", " times") + " " + whose;
  }

  private String subject() {
    int comma = experiment.title().indexOf(',');
    return comma < 0 ? experiment.title() : experiment.title().substring(0, comma);
  }

  private String figure(Result measured) {
    return experiment.median(measured);
  }

  // Counts may come to nothing.
  private boolean isTold(Result one, Result other) {
    return Double.isFinite(share(one, other)) && Double.isFinite(1 / share(one, other));
  }

  private String ratio(Result one, Result other) {
    return Numbers.ratio(share(one, other));
  }

  /// What part of the other's figure the one's is: beside these figures a reader takes nothing else
  /// for a ratio, also where less is better.
  private double share(Result one, Result other) {
    double better = one.figures().ratioTo(other.figures(), experiment.better());
    return switch (experiment.better()) {
      case HIGHER -> better;
      case LOWER -> 1 / better;
    };
  }

  private static String name(Result measured) {
    return measured.approach();
  }

  // ---- the picture -----------------------------------------------------------------------------

  /// The picture, for wide or narrow screens.
  ///
  /// @param width in pixels
  /// @param narrow whether names stand above their bars
  Svg svg(double width, boolean narrow) {
    List<Result> all = experiment.fastestFirst();
    Scale scale = Scale.of(all.stream().map(Result::figures).toList());
    double names = Svg.widest(all.stream().map(Result::name).toList(), FONT) + 12;
    double values = Svg.widest(all.stream().map(Headline::value).toList(), FONT) + 12;
    double left = narrow ? 6 : Math.min(names, width * 0.4);
    double step = narrow ? NARROW_STEP : STEP;
    long groups = GROUPS.stream().filter(by -> !best(by).isEmpty()).count();
    long rows = GROUPS.stream().mapToLong(by -> best(by).size()).sum();
    double bottom = TOP + groups * GROUP + rows * step;
    Svg.Frame frame = new Svg.Frame(left, TOP, width - values, bottom);
    Svg svg =
        new Svg(
            width,
            bottom + BOTTOM,
            experiment.title() + ": every way at its best",
            narrow ? "chart narrow" : "chart wide");
    BarChart.axis(svg, frame, scale, experiment.unit(), narrow, 12, 18);
    double y = TOP;
    for (By by : GROUPS) {
      List<Result> members = best(by);
      if (!members.isEmpty()) {
        svg.text(frame.left() + 5, y + 15, "group", by.heading());
        y += GROUP;
        for (Result row : members) {
          double middle = y + (narrow ? NARROW_STEP - 11 : STEP / 2);
          svg.begin(by.css(), row.name(), words(row));
          BarChart.name(svg, frame, row.name(), middle, width - 6, narrow ? 11 : 0);
          row(svg, frame, scale, row, middle);
          svg.text(width - 2, middle + 4.5, "value end", value(row)).end();
          y += step;
        }
      }
    }
    experiment.best(By.C).ifPresent(c -> yardstick(svg, frame, scale, c));
    return svg;
  }

  private static void row(Svg svg, Svg.Frame frame, Scale scale, Result row, double y) {
    double median = frame.x(scale.place(row.figures().median()));
    double least = frame.x(scale.place(row.figures().min()));
    double most = frame.x(scale.place(row.figures().max()));
    svg.line(frame.left(), y, median, y, "stem");
    svg.line(least, y, most, y, "whisker");
    svg.circle(median, y, row.by() == By.PENSTOCK ? 5.5 : 4.5, "marker");
  }

  private void yardstick(Svg svg, Svg.Frame frame, Scale scale, Result c) {
    double x = frame.x(scale.place(c.figures().median()));
    svg.begin(By.C.css(), words(c));
    svg.line(x, frame.top() - 8, x, frame.bottom(), "yardstick");
    svg.text(x, frame.top() - 13, "value middle", "C " + value(c));
    svg.end();
  }

  private String words(Result row) {
    return row.name() + ": " + Numbers.words(row.figures(), experiment.unit());
  }

  /// The picture as a file of its own.
  public String standalone() {
    return svg(780, false).standalone("");
  }

  /// What the picture shows, and what a reader must know of single ways in it, in one line.
  String caption() {
    String shown =
        String.format(
            Locale.ROOT,
            "%s (%s): each way at its best setting, in %s; %s is better. Median of %s, whiskers"
                + " from minimum to maximum%s. After %s.",
            experiment.title(),
            experiment.id(),
            experiment.unit(),
            experiment.better().word(),
            experiment.runs(),
            experiment.best(By.C).isPresent() ? "; the dashed line is C" : "",
            experiment.source());
    return experiment.fastestFirst().stream()
        .flatMap(one -> one.note().map(note -> " " + one.approach() + ": " + note + ".").stream())
        .distinct()
        .collect(Collectors.joining("", shown, ""));
  }

  /// The best setting of each approach of a family, the best first.
  private List<Result> best(By by) {
    return experiment.fastestFirst().stream()
        .filter(one -> one.by() == by)
        .map(one -> one.approach())
        .distinct()
        .map(approach -> experiment.best(approach).orElseThrow())
        .toList();
  }

  private static String value(Result row) {
    return Numbers.figure(row.figures().median());
  }
}
