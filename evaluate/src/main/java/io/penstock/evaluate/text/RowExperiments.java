package io.penstock.evaluate.text;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.TextWork;
import java.util.List;

/// The One Billion Row Challenge, on as many rows as there is room for.
///
/// @param who takes part
/// @param extent of the texts
record RowExperiments(Contestants who, Extent extent) {
  static final String ID = "text.rows";

  List<Experiment> experiments() {
    RowText rows = extent.rows();
    TextWork work =
        TextWork.of(Drill.of("text-rows", rows.bytes(), extent.batch()), rows, RowText.WEATHER);
    TextWork all = work.threads(extent.threads());
    return List.of(
        Experiment.of(
                ID,
                "Least, mean and greatest temperature of 413 weather stations",
                Sources.ROWS,
                FileState.CACHED)
            .add(who.jdk(RowPasses.STREAM, RowPasses.class, work))
            .add(who.jdk(RowPasses.MAPPED, RowPasses.class, all))
            .add(who.penstock(RowPasses.PENSTOCK, RowPasses.class, work))
            .add(who.penstock(RowPasses.PARALLEL, RowPasses.class, all))
            .add(who.c("c", work))
            .remark(
                RowPasses.STREAM
                    + " is the program that the contest began with, by one thread. "
                    + RowPasses.MAPPED
                    + " is written by hand for this one kind of row, in safe Java."));
  }
}
