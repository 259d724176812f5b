package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The costs of the element type and of the byte order, by one thread.
final class ElementKinds implements Question {
  private static final String NATIVE = "-native";
  private static final String FOREIGN = "-foreign";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    FileWork read = extent.moderate(extent.readInts());
    FileWork write = extent.moderate(extent.writeInts());
    return Stream.of(
            extent.usualInBothLayouts(
                types("arrays.types.read", "Reading arrays of each type", read, extent)),
            extent.usualInBothLayouts(
                types("arrays.types.write", "Overwriting from arrays of each type", write, extent)),
            extent.usualInBothLayouts(orders("read", "Reading in either byte order", read, extent)),
            extent.usualInBothLayouts(
                orders("write", "Overwriting in either byte order", write, extent)),
            extent.usual(
                chunks(
                    "arrays.chunk.read",
                    "Reading in foreign order, by the size of a chunk",
                    read,
                    extent)),
            extent.usual(
                chunks(
                    "arrays.chunk.write",
                    "Overwriting in foreign order, by chunk size",
                    write,
                    extent)))
        .flatMap(experiments -> experiments);
  }

  /// How much is at rest on the way: too little costs calls, too much the processor's cache.
  private static Experiment chunks(String id, String title, FileWork work, Extent extent) {
    List<FileWork> works =
        extent.byRequest(work.order(foreign()), 64 << 10, Extent.MEBIBYTE, extent.quick() ? 4 : 2);
    return ArraysChapter.cached(id, title, "section 5.2")
        .along(Axis.REQUEST_BYTES)
        .on(works)
        .approach("penstock-posix", PENSTOCK, PenstockWays.chunks(Engines.POSIX))
        .approach("penstock-channel", PENSTOCK, PenstockWays.chunks(Engines.CHANNEL))
        .yardstick("c", extent.c())
        .remark("C asks for as much in each request.");
  }

  private static Experiment types(String id, String title, FileWork work, Extent extent) {
    Experiment experiment = ArraysChapter.cached(id, title, "section 6");
    for (ElementType type : ElementType.values()) {
      String name = type.name().toLowerCase(Locale.ROOT);
      FileWork typed = type == ElementType.BYTE ? extent.asBytes(work) : work.as(type);
      experiment =
          experiment
              .on(typed)
              .approach("penstock-" + name, PENSTOCK, PenstockWays.file(Engines.AUTO))
              .on(typed.order(ByteOrder.BIG_ENDIAN))
              .approach("penstock-streams-" + name, PENSTOCK, StreamWays::arrayMethods)
              .on(extent.slow(typed).order(ByteOrder.BIG_ENDIAN))
              .approach("buffered-data-streams-" + name, CLASSIC, StreamWays::eachElement);
    }
    return experiment
        .on(work)
        .yardstick("c", extent.c())
        .remark(
            "penstock-streams has the array methods that the publication asks for, big-endian as"
                + " the JDK's streams are; buffered-data-streams calls for each element, of a"
                + " shorter file.");
  }

  private static Experiment orders(String operation, String title, FileWork work, Extent extent) {
    String id = "arrays.byte-order." + operation;
    Experiment experiment = ArraysChapter.cached(id, title, "section 4.2");
    experiment = both(experiment, work, "jdk-channel", JDK, JdkWays::channel);
    for (String engine : Engines.cached().toList()) {
      experiment =
          both(experiment, work, "penstock-" + engine, PENSTOCK, PenstockWays.file(engine));
    }
    experiment =
        experiment
            .on(work)
            .yardstick("c" + NATIVE, extent.c())
            .against("c" + NATIVE)
            .on(work.order(foreign()))
            .yardstick("c" + FOREIGN, extent.c())
            .against("c" + FOREIGN)
            .remark("Foreign order is compared with C in foreign order, by its compiler's swaps.");
    for (String engine : List.of(Engines.POSIX, Engines.MAPPED, Engines.CHANNEL)) {
      String approach = "penstock-" + engine;
      experiment =
          experiment.goal(
              "foreign / native byte order, " + operation + ", " + engine,
              0.9,
              findings -> findings.ratio(id, approach + FOREIGN, approach + NATIVE));
    }
    return experiment;
  }

  private static Experiment both(
      Experiment experiment, FileWork work, String name, By by, Approach way) {
    return experiment
        .on(work)
        .approach(name + NATIVE, by, way)
        .against("c" + NATIVE)
        .on(work.order(foreign()))
        .approach(name + FOREIGN, by, way)
        .against("c" + FOREIGN);
  }

  private static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }
}
