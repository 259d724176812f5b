package io.penstock.evaluate.text;

import io.penstock.evaluate.By;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.TextWork;
import java.util.List;
import java.util.Locale;

/// What it costs to go over the lines of a log, and to read a number in each.
///
/// @param who takes part
/// @param extent of the texts
record LineExperiments(Contestants who, Extent extent) {
  static final String LINES = "text.lines";
  static final String NUMBERS = "text.numbers";
  static final String DOUBLES = "text.doubles";

  private static final int DIGITS = 17;

  static final String GETLINE = "c-getline";

  Experiment lines() {
    TextWork work = extent.pass("text-lines", extent.log(), LogText.LENGTHS);
    return Experiment.of(
            LINES,
            "Lines of a log, one after the other: the sum of their lengths",
            Sources.tuning("Reading/Writing Text Files"),
            FileState.CACHED)
        .add(who.classic(LinePasses.DATA_INPUT_STREAM, LinePasses.class, work))
        .add(who.classic(LinePasses.BUFFERED_READER, LinePasses.class, work))
        .add(who.jdk(LinePasses.FILES_LINES, LinePasses.class, work))
        .add(
            who.command(
                "awk", work, "awk", "{ sum += length($0) } END { printf \"%.0f\\n\", sum }"))
        .add(who.penstock(LinePasses.PENSTOCK, LinePasses.class, work))
        .add(who.penstock(LinePasses.LINE_READER, LinePasses.class, work))
        .add(who.penstock(LinePasses.STRINGS, LinePasses.class, work))
        .add(who.penstock(LinePasses.PARALLEL, LinePasses.class, work.threads(extent.threads())))
        .add(who.c(GETLINE, work))
        .add(who.c("c-memchr", work))
        .history(new Yardstick("readLine of BufferedReader over that of DataInputStream", 1.2, "x"))
        .remark(
            LinePasses.DATA_INPUT_STREAM
                + " has a BufferedInputStream of 8 KiB below it. Those of Penstock are slices of"
                + " bytes; "
                + LinePasses.STRINGS
                + " makes a String of each.");
  }

  Experiment numbers() {
    TextWork work = extent.pass("text-numbers", extent.log(), LogText.THOUSANDTHS);
    String awk =
        "{ sum += $" + (NumberPasses.FIELD + 1) + " } END { printf \"%.0f\\n\", 1000 * sum }";
    return Experiment.of(
            NUMBERS,
            "The sum of a field of a log, a number with three decimals",
            Sources.tuning("Tokenization"),
            FileState.CACHED)
        .add(who.classic(NumberPasses.SPLIT, NumberPasses.class, work))
        .add(who.jdk(NumberPasses.SUBSTRING, NumberPasses.class, work))
        .add(who.command("awk", work, "awk", awk))
        .add(who.penstock(NumberPasses.PENSTOCK, NumberPasses.class, work))
        .add(who.penstock(NumberPasses.DECIMAL, NumberPasses.class, work))
        .add(
            who.penstock(NumberPasses.PARALLEL, NumberPasses.class, work.threads(extent.threads())))
        .add(who.c("c", work))
        .remark(
            NumberPasses.SPLIT
                + " takes the line apart at all spaces, "
                + NumberPasses.SUBSTRING
                + " looks for the last one; C looks for each space and calls strtod.");
  }

  Experiment doubles() {
    Drill drill = Drill.of("text-doubles", DIGITS, extent.batch());
    return Experiment.drill(
            DOUBLES,
            "Parsing a double of 17 digits",
            Sources.tuning("Tokenization"),
            Measure.NANOSECONDS)
        .add(who.drill(DoubleParsing.PARSE_DOUBLE, By.JDK, DoubleParsing.class, drill))
        .add(who.drill(DoubleParsing.STRING, By.JDK, DoubleParsing.class, drill))
        .add(who.drill(DoubleParsing.PENSTOCK, By.PENSTOCK, DoubleParsing.class, drill))
        .add(who.drillOfC("c-strtod", drill))
        .remark(
            String.format(
                Locale.ROOT,
                "%s is given a String, the others bytes, of which %s makes a String first.",
                DoubleParsing.PARSE_DOUBLE,
                DoubleParsing.STRING));
  }

  List<Experiment> experiments() {
    return List.of(lines(), numbers(), doubles());
  }
}
