package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.TextWork;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What it costs to look at a byte or a line of a file that is kept open.
///
/// @param who takes part
/// @param extent of the texts
record LookExperiments(Contestants who, Extent extent) {
  static final String BYTES = "text.random-access.";
  static final String LINES = "text.random-lines.";
  static final String INDEX = "text.line-index";

  private static final String BYTE_DRILL = "text-bytes";
  private static final String LINE_DRILL = "text-line-at";

  private List<Experiment> bytes() {
    return List.of(
        bytes(Places.IN_SEQUENCE, "Random access, byte by byte in sequence"),
        bytes(Places.NEARBY, "Random access, bytes near one place and then near another"));
  }

  private Experiment bytes(Places places, String title) {
    LogText log = extent.log(256 * Extent.MEBIBYTE);
    TextWork work = look(BYTE_DRILL, log, LogText.BYTES, places, 1);
    return Experiment.of(
            BYTES + places.word(), title, Sources.tuning("Random Access"), FileState.CACHED)
        .measuring(Measure.NANOSECONDS)
        .add(who.classic(ByteLooks.FILE, ByteLooks.class, work))
        .add(who.classic(ByteLooks.BY_HAND, ByteLooks.class, work))
        .add(who.jdk(ByteLooks.MAPPED, ByteLooks.class, work))
        .add(who.penstock(ByteLooks.PENSTOCK, ByteLooks.class, work))
        .add(who.c("c-pread", work))
        .remark(
            "Each byte is asked for by its offset. "
                + ByteLooks.BY_HAND
                + " is what the article proposes: 1 KiB, filled anew from where a byte is missing.")
        .remark(
            String.format(
                Locale.ROOT,
                "Nearby: %d looks at any of %d bytes, then at others.",
                Places.WHILE,
                Places.NEAR));
  }

  private List<Experiment> lines() {
    return List.of(
        lines(Places.ANYWHERE, "Lines of a log by number, anywhere"),
        lines(Places.NEARBY, "Lines of a log by number, near one and then near another"));
  }

  private Experiment lines(Places places, String title) {
    TextWork work = look(LINE_DRILL, extent.log(), LogText.LINES, places, 100);
    LogText small = extent.log(64 * Extent.MEBIBYTE);
    TextWork less = look(LINE_DRILL, small, LogText.LINES, places, 100);
    return Experiment.of(LINES + places.word(), title, Sources.tuning("Caching"), FileState.CACHED)
        .measuring(Measure.MICROSECONDS)
        .add(who.classic(LineLooks.LIST, LineLooks.class, less).scratch(4 * small.bytes()))
        .add(who.classic(LineLooks.RECENT, LineLooks.class, less))
        .add(who.jdk(LineLooks.OFFSETS, LineLooks.class, work))
        .add(who.peer(LineLooks.SED, LineLooks.class, less))
        .add(who.penstock(LineLooks.PENSTOCK, LineLooks.class, work))
        .add(who.penstock(LineLooks.STRINGS, LineLooks.class, work))
        .add(who.c("c-offsets", work))
        .remark(
            String.format(
                Locale.ROOT,
                "%s, %s and %s look into a text of %d MiB. %s keeps all lines, %s reads from the begin"
                    + " what is not among the last hundred, as the article proposes. %s is a whole"
                    + " process for each line, with its start.",
                LineLooks.LIST,
                LineLooks.RECENT,
                LineLooks.SED,
                small.bytes() >> 20,
                LineLooks.LIST,
                LineLooks.RECENT,
                LineLooks.SED))
        .remark(
            String.format(
                Locale.ROOT,
                "Nearby: %d looks at any of %d lines, then at others.",
                Places.WHILE,
                Places.NEAR));
  }

  private TextWork look(String drill, LogText log, String question, Places places, long bytes) {
    return TextWork.of(Drill.of(drill, bytes, extent.batch()), log, question)
        .with(Places.OPTION, places.word());
  }

  List<Experiment> experiments() {
    return Stream.of(bytes(), lines(), List.of(index())).flatMap(List::stream).toList();
  }

  private Experiment index() {
    TextWork work = extent.pass("text-newlines", extent.log(), LogText.LINES);
    TextWork all = work.threads(extent.threads());
    return Experiment.of(
            INDEX, "Making an index of a log's lines", Sources.tuning("Caching"), FileState.CACHED)
        .add(who.jdk(LineLooks.OFFSETS, IndexPasses.class, work))
        .add(who.penstock(IndexPasses.COUNT, IndexPasses.class, all))
        .add(who.penstock(IndexPasses.PENSTOCK, IndexPasses.class, all))
        .add(who.c("c-vector", work))
        .remark(
            String.format(
                Locale.ROOT,
                "%s keeps the offset of each line. %s and c-vector only count, for comparison.",
                LineLooks.OFFSETS,
                IndexPasses.COUNT));
  }
}
