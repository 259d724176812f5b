package io.penstock.evaluate.text;

import io.penstock.evaluate.Findings;
import io.penstock.evaluate.Target;
import java.util.ArrayList;
import java.util.List;

/// The ratios that text is to reach, each from one run of this chapter.
///
/// @param findings of the run
record Targets(Findings findings) {
  /// That a line of a file may take to be found.
  private static final double MICROSECONDS = 15;

  List<Target> all() {
    List<Target> targets = new ArrayList<>();
    newlines(targets);
    lines(targets);
    looks(targets);
    writing(targets);
    targets.add(
        findings.target(10, TokenExperiments.ID, TokenPasses.WORDS, TokenPasses.STREAM_TOKENIZER));
    rows(targets);
    commands(targets);
    return targets;
  }

  private void newlines(List<Target> targets) {
    String newlines = NewlineExperiments.ID;
    targets.add(
        new Target(
            newlines + ": " + NewlinePasses.PENSTOCK + " / C",
            0.9,
            findings.toC(newlines, NewlinePasses.PENSTOCK)));
    targets.add(findings.target(1.8, newlines, NewlinePasses.PENSTOCK, NewlineExperiments.WC));
  }

  private void looks(List<Target> targets) {
    targets.add(
        findings.target(0.8, LookExperiments.INDEX, IndexPasses.PENSTOCK, IndexPasses.COUNT));
    String anywhere = LookExperiments.LINES + Places.ANYWHERE.word();
    targets.add(
        new Target(
            anywhere + ": 15 µs / " + LineLooks.STRINGS,
            1,
            findings.within(MICROSECONDS, anywhere, LineLooks.STRINGS)));
    for (Places near : List.of(Places.IN_SEQUENCE, Places.NEARBY)) {
      targets.add(
          findings.target(
              20, LookExperiments.BYTES + near.word(), ByteLooks.PENSTOCK, ByteLooks.FILE));
    }
  }

  private void lines(List<Target> targets) {
    String lines = LineExperiments.LINES;
    targets.add(findings.target(2.5, lines, LinePasses.PENSTOCK, LinePasses.BUFFERED_READER));
    targets.add(findings.target(1, lines, LinePasses.PENSTOCK, LineExperiments.GETLINE));
    targets.add(
        findings.target(4, LineExperiments.NUMBERS, NumberPasses.PENSTOCK, NumberPasses.SPLIT));
    targets.add(
        findings.target(
            2.5, LineExperiments.DOUBLES, DoubleParsing.PENSTOCK, DoubleParsing.PARSE_DOUBLE));
  }

  private void writing(List<Target> targets) {
    targets.add(
        findings.target(2, WritingExperiments.FORMATTING, Formatting.TEMPLATE, Formatting.WRITER));
    targets.add(
        findings.target(
            5, WritingExperiments.UTF8, Utf8Validation.PENSTOCK, Utf8Validation.NEW_STRING));
  }

  private void rows(List<Target> targets) {
    targets.add(findings.target(1 / 1.4, RowExperiments.ID, RowPasses.PARALLEL, RowPasses.MAPPED));
    targets.add(findings.target(7, RowExperiments.ID, RowPasses.PARALLEL, RowPasses.STREAM));
  }

  private void commands(List<Target> targets) {
    targets.add(
        findings.target(
            1, CommandExperiments.LONG, CommandExperiments.PENSTOCK, CommandExperiments.WC));
    targets.add(
        findings.target(
            0.5,
            CommandExperiments.SHORT,
            CommandExperiments.PENSTOCK,
            CommandExperiments.ONE_LINE));
  }
}
