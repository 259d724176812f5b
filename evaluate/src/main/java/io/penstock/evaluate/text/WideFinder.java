package io.penstock.evaluate.text;

import io.penstock.evaluate.Axis;
import io.penstock.evaluate.By;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.TextWork;
import java.util.List;

/// Wide Finder: which articles of a web log are read most.
///
/// @param who takes part
/// @param extent of the texts
record WideFinder(Contestants who, Extent extent) {
  static final String ID = "text.wide-finder.articles";
  static final String READ = "text.wide-finder.read";

  /// The drill's name, by which commands know that they print pages.
  static final String DRILL = "text-wide-finder";

  /// The size of the JDK's own buffer, that which the post proposes, and that of an array file.
  private static final List<Long> REQUESTS =
      List.of(8 * Extent.KIBIBYTE, 32 * Extent.KIBIBYTE, Extent.MEBIBYTE);

  private static final String MB = "MB/s";

  private static final String GREP =
      "GET /ongoing/When/[0-9][0-9][0-9]x/[0-9]{4}/[0-9][0-9]/[0-9][0-9]/[^ .]+ ";
  private static final String AWK =
      "$7 ~ /^\\/ongoing\\/When\\/[0-9][0-9][0-9]x\\/[0-9][0-9][0-9][0-9]\\/[0-9][0-9]\\/[0-9][0-9]"
          + "\\/[^ .]+$/ { reads[substr($7, 20)]++ } END { for (page in reads) print reads[page], page }";
  private static final String PERL =
      "$reads{$1}++ if m{GET /ongoing/When/\\d\\d\\dx/(\\d\\d\\d\\d/\\d\\d/\\d\\d/[^ .]+) }; "
          + "END { print \"$reads{$_} $_\\n\" for keys %reads }";

  List<Experiment> experiments() {
    return List.of(read(FileState.CACHED), read(FileState.COLD), articles());
  }

  private Experiment read(FileState state) {
    boolean cold = state == FileState.COLD;
    TextWork work = extent.pass("text-newlines", extent.log(), LogText.LINES);
    List<TextWork> works = REQUESTS.stream().map(work::request).toList();
    Experiment experiment =
        Experiment.of(
                READ + (cold ? ".cold" : ""),
                "Reading a log by the size of a read, newlines counted"
                    + (cold ? ", from the device" : ""),
                Sources.WIDE_FINDER,
                state)
            .along(Axis.REQUEST_BYTES)
            .add(who.java(ReadPasses.STREAM, By.CLASSIC, ReadPasses.class, works))
            .add(who.java(ReadPasses.CHANNEL, By.JDK, ReadPasses.class, works))
            .add(who.java(ReadPasses.PENSTOCK, By.PENSTOCK, ReadPasses.class, works))
            .add(who.c("c", works));
    return cold
        ? experiment
            .history(new Yardstick("FileInputStream, JDK 6, disk", 45, MB))
            .history(new Yardstick("C++, disk", 51, MB))
        : experiment
            .history(new Yardstick("FileInputStream, JDK 6, page cache", 62, MB))
            .history(new Yardstick("C++, page cache", 332, MB));
  }

  private Experiment articles() {
    TextWork work = extent.pass(DRILL, extent.log(), LogText.PAGES);
    TextWork all = work.threads(extent.threads());
    return Experiment.of(
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
                + " that are read most are picked from what they print.");
  }
}
