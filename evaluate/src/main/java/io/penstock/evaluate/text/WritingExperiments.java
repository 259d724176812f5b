package io.penstock.evaluate.text;

import io.penstock.evaluate.By;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import java.util.List;
import java.util.Locale;

/// What it costs to write lines, and to find out whether bytes are UTF-8.
///
/// @param who takes part
/// @param extent of the drills
record WritingExperiments(Contestants who, Extent extent) {
  static final String WRITING = "text.writing.";
  static final String PRINTING = "text.printing";
  static final String FORMATTING = "text.formatting";
  static final String UTF8 = "text.utf8";

  private static final String SECONDS = "s";

  Experiment printing() {
    Drill drill = Drill.of("text-printing", 1, extent.batch());
    return Experiment.drill(
            PRINTING,
            "Printing whole numbers to a file, one a line, by line",
            Sources.tuning("Buffering"),
            Measure.NANOSECONDS)
        .add(who.drill(Printing.LINE_BUFFERED, By.CLASSIC, Printing.class, drill))
        .add(who.drill(Printing.BUFFERED, By.CLASSIC, Printing.class, drill))
        .add(who.drill(Printing.WRITER, By.JDK, Printing.class, drill))
        .add(who.drill(Printing.PENSTOCK_LINES, By.PENSTOCK, Printing.class, drill).against(LINES))
        .add(who.drill(Printing.PENSTOCK, By.PENSTOCK, Printing.class, drill))
        .add(who.drillOfC("c-fprintf", drill))
        .add(who.drillOfC(LINES, drill))
        .history(new Yardstick("buffered over line-buffered", 3, "x"));
  }

  private static final String LINES = "c-fprintf-line-buffered";

  Experiment formatting() {
    Drill drill = Drill.of("text-formatting", 1, extent.batch());
    return Experiment.drill(
            FORMATTING,
            "Writing lines with two numbers to a file, by line",
            Sources.tuning("Formatting Costs"),
            Measure.NANOSECONDS)
        .add(who.drill(Formatting.FIXED, By.CLASSIC, Formatting.class, drill))
        .add(who.drill(Formatting.PLUS, By.CLASSIC, Formatting.class, drill))
        .add(who.drill(Formatting.PRECOMPILED, By.CLASSIC, Formatting.class, drill))
        .add(who.drill(Formatting.STATIC, By.CLASSIC, Formatting.class, drill))
        .add(who.drill(Formatting.FORMAT, By.JDK, Formatting.class, drill))
        .add(who.drill(Formatting.WRITER, By.JDK, Formatting.class, drill))
        .add(who.drill(Formatting.PENSTOCK, By.PENSTOCK, Formatting.class, drill))
        .add(who.drill(Formatting.TEMPLATE, By.PENSTOCK, Formatting.class, drill))
        .add(who.drillOfC("c-fprintf", drill))
        .history(new Yardstick("a fixed string", 1.3, SECONDS))
        .history(new Yardstick("+", 1.8, SECONDS))
        .history(new Yardstick("MessageFormat, compiled before", 7.8, SECONDS))
        .history(new Yardstick("MessageFormat.format over one compiled before", 4 / 3.0, "x"))
        .remark(
            String.format(
                    Locale.ROOT,
                    "%s writes the same line each time. It and all but %s and those of Penstock print to a",
                    Formatting.FIXED,
                    Formatting.WRITER)
                + " PrintStream with a buffer.");
  }

  Experiment utf8() {
    Drill drill = Drill.of("text-utf8", Extent.MEBIBYTE, extent.batch());
    return Experiment.drill(
            UTF8,
            "Is it UTF-8? Characters of one to four bytes, mixed, in memory",
            Sources.tuning("Reading/Writing Text Files"),
            Measure.THROUGHPUT)
        .add(who.drill(Utf8Validation.NEW_STRING, By.JDK, Utf8Validation.class, drill))
        .add(who.drill(Utf8Validation.PENSTOCK, By.PENSTOCK, Utf8Validation.class, drill))
        .add(who.drillOfC("c-scalar", drill));
  }

  private Experiment writing(String letters, String title) {
    Drill drill = Drill.of("text-writing", 1, extent.batch()).with(LetterWriting.LETTERS, letters);
    return Experiment.drill(
            WRITING + letters,
            title,
            Sources.tuning("Reading/Writing Text Files"),
            Measure.NANOSECONDS)
        .add(who.drill(LetterWriting.WRITE_BYTES, By.CLASSIC, LetterWriting.class, drill))
        .add(who.drill(LetterWriting.PRINT_WRITER, By.CLASSIC, LetterWriting.class, drill))
        .add(who.drill(LetterWriting.PRINT_STREAM, By.CLASSIC, LetterWriting.class, drill))
        .add(who.drill(LetterWriting.WRITER, By.JDK, LetterWriting.class, drill))
        .add(who.drill(LetterWriting.GET_BYTES, By.JDK, LetterWriting.class, drill))
        .add(who.drill(LetterWriting.PENSTOCK, By.PENSTOCK, LetterWriting.class, drill))
        .add(who.drillOfC("c-fputs", drill))
        .add(who.drillOfC("c-fprintf", drill))
        .remark(
            String.format(
                    Locale.ROOT,
                    "Lines of 40 to 79 letters. %s is DataOutputStream's, without UTF-8: of each char it",
                    LetterWriting.WRITE_BYTES)
                + " keeps the low byte. All others write UTF-8; those of C have it already.");
  }

  List<Experiment> experiments() {
    return List.of(
        printing(),
        writing(LetterWriting.ASCII, "Writing lines of ASCII to a file, by line"),
        writing(
            LetterWriting.MIXED,
            "Writing lines of letters of one to three bytes to a file, by line"),
        formatting(),
        utf8());
  }
}
