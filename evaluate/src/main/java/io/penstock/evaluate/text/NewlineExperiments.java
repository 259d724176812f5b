package io.penstock.evaluate.text;

import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.TextWork;
import java.util.List;
import java.util.Locale;

/// What it costs to count the newlines of a text.
///
/// @param who takes part
/// @param extent of the texts
record NewlineExperiments(Contestants who, Extent extent) {
  static final String ID = "text.newlines";
  static final String WC = "wc";

  private static final String DRILL = "text-newlines";
  private static final String SECONDS = "s";

  List<Experiment> experiments() {
    TextWork work = extent.pass(DRILL, extent.log(), LogText.LINES);
    TextWork slow = extent.pass(DRILL, extent.log(64 * Extent.MEBIBYTE), LogText.LINES);
    TextWork slowest = extent.pass(DRILL, extent.log(4 * Extent.MEBIBYTE), LogText.LINES);
    TextWork whole = extent.pass(DRILL, extent.log(256 * Extent.MEBIBYTE), LogText.LINES);
    return List.of(
        Experiment.of(
                ID,
                "Counting newlines",
                Sources.tuning("Basic Rules for Speeding Up I/O, Buffering"),
                FileState.CACHED)
            .add(who.classic(NewlinePasses.READ, NewlinePasses.class, slowest))
            .add(who.classic(NewlinePasses.BUFFERED, NewlinePasses.class, slow))
            .add(who.classic(NewlinePasses.DIRECT, NewlinePasses.class, work))
            .add(
                who.classic(NewlinePasses.WHOLE, NewlinePasses.class, whole)
                    .scratch(3 * whole.bytes()))
            .add(who.jdk(NewlinePasses.CHANNEL, NewlinePasses.class, work))
            .add(who.command(WC, work, "wc", "-l"))
            .add(who.command("grep", work, "grep", "-c", ""))
            .add(who.command("rg", work, "rg", "-c", ""))
            .add(who.command("awk", work, "awk", "END { print NR }"))
            .add(who.penstock(NewlinePasses.PENSTOCK, NewlinePasses.class, work))
            .add(
                who.penstock(
                    NewlinePasses.PARALLEL, NewlinePasses.class, work.threads(extent.threads())))
            .add(who.c("c-vector", work))
            .add(who.c("c-scalar", work))
            .history(new Yardstick("1 MB file, read of FileInputStream", 6.9, SECONDS))
            .history(new Yardstick("1 MB file, BufferedInputStream", 0.9, SECONDS))
            .history(new Yardstick("1 MB file, direct buffering", 0.4, SECONDS))
            .remark(
                String.format(
                    Locale.ROOT,
                    "%s reads shorter files, as do %s and %s: a byte takes them as long in any.",
                    NewlinePasses.READ,
                    NewlinePasses.BUFFERED,
                    NewlinePasses.WHOLE))
            .remark(
                String.format(
                        Locale.ROOT,
                        "Those of Penstock and c-vector take eight bytes or more at a time; %s and %s look",
                        NewlinePasses.DIRECT,
                        NewlinePasses.WHOLE)
                    + " at each. Commands are whole processes, with their start."));
  }
}
