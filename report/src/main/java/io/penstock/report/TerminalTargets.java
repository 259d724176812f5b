package io.penstock.report;

import java.util.List;
import java.util.OptionalDouble;

/// The ratios that Penstock sets itself, one a line: what they came to, what they should be.
final class TerminalTargets {
  private static final int RATIO = 8;

  private TerminalTargets() {}

  static void draw(Page page, EvaluationOutcome outcome) {
    List<Target> targets = of(outcome);
    if (targets.isEmpty()) {
      return;
    }
    page.blank().add(page.line().add("Targets", Style.BOLD));
    page.paragraph("  ", summary(targets), Style.DIM);
    for (Target target : targets) {
      Style style = target.met() ? Style.GOOD : target.got().isEmpty() ? Style.DIM : Style.BAD;
      Line line = page.line().right(ratio(target.got()), RATIO, style).spaces(2);
      line.left("of " + Numbers.ratio(target.wanted()), RATIO + 2, Style.DIM).spaces(2);
      page.add(line.left(target.name(), line.room(), Style.PLAIN));
    }
  }

  static List<Target> of(EvaluationOutcome outcome) {
    return outcome.chapters().stream().flatMap(chapter -> chapter.targets().stream()).toList();
  }

  static String summary(List<Target> targets) {
    long met = targets.stream().filter(Target::met).count();
    long measured = targets.stream().filter(target -> target.got().isPresent()).count();
    return met + " met of " + measured + " that could be measured";
  }

  static String ratio(OptionalDouble got) {
    return got.isPresent() ? Numbers.ratio(got.getAsDouble()) : "-";
  }
}
