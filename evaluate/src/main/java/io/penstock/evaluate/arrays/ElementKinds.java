package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.evaluate.Axis;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/// What the element type and the byte order cost, by one thread.
///
/// @param who takes part
/// @param extent of the works
record ElementKinds(Contestants who, Extent extent) {
  static final String NATIVE = "-native";
  static final String FOREIGN = "-foreign";

  List<Experiment> experiments() {
    return List.of(
        types("arrays.types.read", "Reading arrays of each type", read()),
        types("arrays.types.write", "Overwriting from arrays of each type", write()),
        orders("arrays.byte-order.read", "Reading in either byte order", read()),
        orders("arrays.byte-order.write", "Overwriting in either byte order", write()),
        chunks("arrays.chunk.read", "Reading in foreign order, by the size of a chunk", read()),
        chunks("arrays.chunk.write", "Overwriting in foreign order, by chunk size", write()));
  }

  private FileWork read() {
    return extent.moderate(extent.readInts());
  }

  private FileWork write() {
    return extent.moderate(extent.writeInts());
  }

  /// How much is at rest on the way: too little costs calls, too much the processor's cache.
  private Experiment chunks(String id, String title, FileWork work) {
    List<FileWork> works =
        extent.byRequest(work.order(foreign()), 64 << 10, Extent.MEBIBYTE, extent.quick() ? 4 : 2);
    return Experiment.of(id, title, Sources.dickensThakur("section 5.2"), FileState.CACHED)
        .along(Axis.REQUEST_BYTES)
        .add(who.penstock(Engines.POSIX, PenstockChunks.class, works))
        .add(who.penstock(Engines.CHANNEL, PenstockChunks.class, works))
        .add(who.c(works))
        .remark("C asks for as much in each request.");
  }

  private Experiment types(String id, String title, FileWork work) {
    Experiment experiment =
        Experiment.of(id, title, Sources.dickensThakur("section 6"), FileState.CACHED);
    for (ElementType type : ElementType.values()) {
      FileWork typed = type == ElementType.BYTE ? extent.asBytes(work) : work.as(type);
      String name = "penstock-" + type.name().toLowerCase(Locale.ROOT);
      experiment =
          experiment.add(who.penstock(name, Engines.AUTO, PenstockFile.class, List.of(typed)));
    }
    return experiment.add(who.c(List.of(work)));
  }

  private Experiment orders(String id, String title, FileWork work) {
    Experiment experiment =
        Experiment.of(id, title, Sources.dickensThakur("section 4.2"), FileState.CACHED);
    experiment = both(experiment, work, "jdk-channel", (name, works) -> who.channel(name, works));
    for (String engine : Engines.cached().toList()) {
      experiment =
          both(
              experiment,
              work,
              "penstock-" + engine,
              (name, works) -> who.penstock(name, engine, PenstockFile.class, works));
    }
    return both(experiment, work, "c", who::c)
        .remark("Foreign order is compared with C in foreign order, by its compiler's swaps.");
  }

  private static Experiment both(
      Experiment experiment,
      FileWork work,
      String name,
      BiFunction<String, List<FileWork>, Entry> entry) {
    return experiment
        .add(entry.apply(name + NATIVE, List.of(work)).against("c" + NATIVE))
        .add(entry.apply(name + FOREIGN, List.of(work.order(foreign()))).against("c" + FOREIGN));
  }

  private static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }
}
