package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.By;
import java.util.List;

/// What it costs to bring elements of an array into a message and out of it.
///
/// @param who takes part
/// @param extent of the drills
record PackingExperiments(Contestants who, Extent extent) {
  static final String PREFIX = "messages.pack.";
  static final String PENSTOCK = "penstock-message";
  static final String NATIVE = "-native";
  static final String C = "c";

  List<Experiment> experiments() {
    return List.of(
        packing(Layout.CONTIGUOUS, "Packing an array of doubles as it is"),
        packing(Layout.STRIDED, "Packing every eighth double of an array"),
        packing(Layout.BLOCKS, "Packing blocks of 16 doubles, one of each 128 of an array"),
        packing(Layout.GATHER, "Gathering doubles from scattered places of an array"),
        packing(Layout.SCATTER, "Scattering packed doubles to places of an array"),
        foreign(
            Layout.FOREIGN_INT,
            Layout.NATIVE_INT,
            "Packing integers in the byte order that is not the machine's"),
        foreign(
            Layout.FOREIGN_DOUBLE,
            Layout.CONTIGUOUS,
            "Packing doubles in the byte order that is not the machine's"));
  }

  private Experiment packing(Layout layout, String title) {
    return experiment(layout, title).add(c(C, layout));
  }

  private Experiment foreign(Layout layout, Layout plain, String title) {
    return experiment(layout, title)
        .add(java(PENSTOCK + NATIVE, By.PENSTOCK, Pack.MESSAGE, plain).against(C + NATIVE))
        .add(c(C, layout))
        .add(c(C + NATIVE, Layout.CONTIGUOUS))
        .remark("Those that are called native keep the machine's byte order, for comparison.");
  }

  private Experiment experiment(Layout layout, String title) {
    return Experiment.drill(
            PREFIX + layout.word(), title, Sources.baker("section 2"), Measure.THROUGHPUT)
        .add(java(PENSTOCK, By.PENSTOCK, Pack.MESSAGE, layout))
        .add(java("jdk-segment", By.JDK, Pack.SEGMENT, layout))
        .add(java("jdk-buffer", By.JDK, Pack.BUFFER, layout))
        .remark(
            "1 MiB of packed elements. "
                + PENSTOCK
                + " writes a whole message: header, section and"
                + " state; the others and C write into memory that is there.");
  }

  private Entry java(String name, By by, String way, Layout layout) {
    return who.java(name, by, Pack.class, List.of(), drills(layout, way));
  }

  private Entry c(String name, Layout layout) {
    return who.c(name, drills(layout, "c"));
  }

  private List<Drill> drills(Layout layout, String way) {
    return List.of(
        extent
            .drill("pack", Extent.MEBIBYTE)
            .with(Layout.OPTION, layout.word())
            .with(Pack.WAY, way));
  }
}
