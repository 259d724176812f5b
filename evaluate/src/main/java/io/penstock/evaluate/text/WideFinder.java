package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.TextWork;
import java.util.List;

/// Wide Finder: which articles of a web log are read most.
///
/// @param who takes part
/// @param extent of the texts
record WideFinder(Contestants who, Extent extent) {
  static final String ID = "text.wide-finder";

  /// The drill's name, by which commands know that they print pages.
  static final String DRILL = "text-wide-finder";

  private static final String GREP =
      "GET /ongoing/When/[0-9][0-9][0-9]x/[0-9]{4}/[0-9][0-9]/[0-9][0-9]/[^ .]+ ";
  private static final String AWK =
      "$7 ~ /^\\/ongoing\\/When\\/[0-9][0-9][0-9]x\\/[0-9][0-9][0-9][0-9]\\/[0-9][0-9]\\/[0-9][0-9]"
          + "\\/[^ .]+$/ { reads[substr($7, 20)]++ } END { for (page in reads) print reads[page], page }";
  private static final String PERL =
      "$reads{$1}++ if m{GET /ongoing/When/\\d\\d\\dx/(\\d\\d\\d\\d/\\d\\d/\\d\\d/[^ .]+) }; "
          + "END { print \"$reads{$_} $_\\n\" for keys %reads }";

  List<Experiment> experiments() {
    TextWork work = extent.pass(DRILL, extent.log(), LogText.PAGES);
    TextWork all = work.threads(extent.threads());
    return List.of(
        Experiment.of(
                ID,
                "Wide Finder: the ten articles of a log that are read most",
                Sources.WIDE_FINDER,
                FileState.CACHED)
            .add(who.jdk(WideFinderPasses.STREAM, WideFinderPasses.class, work))
            .add(who.command("perl", work, "perl", "-ne", PERL))
            .add(who.command("awk", work, "awk", AWK))
            .add(
                who.command(
                    "grep-pipeline",
                    work,
                    "sh",
                    "-c",
                    "grep -oE '" + GREP + "' \"$0\" | cut -c 24- | sort | uniq -c"))
            .add(who.penstock(WideFinderPasses.PENSTOCK, WideFinderPasses.class, work))
            .add(who.penstock(WideFinderPasses.PARALLEL, WideFinderPasses.class, all))
            .add(who.c("c", work))
            .remark(
                "Two of three lines ask for an article, of 1500. The commands count, and the ten"
                    + " that are read most are picked from what they print."));
  }
}
