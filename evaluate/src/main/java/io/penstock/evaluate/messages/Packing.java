package io.penstock.evaluate.messages;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The cost of bringing elements of an array into a message and out of it.
final class Packing implements Question {
  private static final String MESSAGE = "penstock-message";
  private static final String NATIVE = "-native";
  private static final double WANTED = 0.8;

  /// A way of packing and unpacking. For one thread.
  interface Packer extends AutoCloseable {
    /// Packs, or unpacks where the layout says so: what is timed.
    void run();

    /// Sets what will be unpacked.
    void load(double[] values);

    /// What was packed, or loaded, last: a `double[]` or an `int[]`.
    Object packed();

    @Override
    void close();
  }

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Program c = setting.tools().drills();
    Extent extent = Extent.of(setting);
    return Stream.of(
        packing(extent, c, Layout.CONTIGUOUS, "Packing an array of doubles as it is"),
        packing(extent, c, Layout.STRIDED, "Packing every eighth double of an array"),
        packing(
            extent, c, Layout.BLOCKS, "Packing blocks of 16 doubles, one of each 128 of an array"),
        packing(extent, c, Layout.GATHER, "Gathering doubles from scattered places of an array"),
        packing(extent, c, Layout.SCATTER, "Scattering packed doubles to places of an array"),
        foreign(
            extent,
            c,
            Layout.FOREIGN_INT,
            Layout.NATIVE_INT,
            "Packing integers in the byte order that is not the machine's"),
        foreign(
            extent,
            c,
            Layout.FOREIGN_DOUBLE,
            Layout.CONTIGUOUS,
            "Packing doubles in the byte order that is not the machine's"));
  }

  private static Experiment packing(Extent extent, Program c, Layout layout, String title) {
    return experiment(extent, layout, title)
        .add(Entry.of("c", C, c, works(extent, layout)))
        .goal(
            "packing, " + layout.word() + ": message / C",
            WANTED,
            findings -> findings.leastToC(id(layout), MESSAGE, Findings.ANY));
  }

  private static Experiment foreign(
      Extent extent, Program c, Layout layout, Layout plain, String title) {
    return experiment(extent, layout, title)
        .on(works(extent, plain))
        .exercise(
            MESSAGE + NATIVE,
            PENSTOCK,
            packing(MessagePacker::new),
            entry -> Extent.heap(entry).against("c" + NATIVE))
        .add(Entry.of("c", C, c, works(extent, layout)))
        .add(Entry.of("c" + NATIVE, C, c, works(extent, Layout.CONTIGUOUS)))
        .remark("Those that are called native keep the machine's byte order, for comparison.")
        .goal(
            "packing, " + layout.word() + " / native",
            WANTED,
            findings -> findings.leastRatio(id(layout), MESSAGE, MESSAGE + NATIVE, Findings.ANY));
  }

  private static Experiment experiment(Extent extent, Layout layout, String title) {
    return Experiment.drill(id(layout), title, Extent.BAKER + "section 2", Measure.THROUGHPUT)
        .on(works(extent, layout))
        .exercise(MESSAGE, PENSTOCK, packing(MessagePacker::new), Extent::heap)
        .exercise("jdk-segment", JDK, packing(SegmentPacker::new), Extent::heap)
        .exercise("jdk-buffer", JDK, packing(BufferPacker::new), Extent::heap)
        .remark(
            "1 MiB of packed elements. "
                + MESSAGE
                + " writes a whole message: header, section and"
                + " state; the others and C write into memory that is there.");
  }

  private static String id(Layout layout) {
    return "messages.pack." + layout.word();
  }

  private static List<Drill> works(Extent extent, Layout layout) {
    return List.of(extent.drill("pack", Extent.MEBIBYTE).with(Layout.OPTION, layout.word()));
  }

  private static Exercise packing(Function<PackingData, Packer> way) {
    return task -> session(way, task);
  }

  private static Exercise.Session session(Function<PackingData, Packer> way, DrillTask task) {
    PackingData data = PackingData.of(Layout.of(task), task.drill().bytes());
    Packed packed = new Packed(data, way.apply(data), new Batch(task));
    packed.arm(0); // what is unpacked to warm up
    return packed;
  }

  private record Packed(PackingData data, Packer packer, Batch batch) implements Exercise.Session {
    @Override
    public void arm(long salt) {
      data.fill(salt);
      if (data.layout() == Layout.SCATTER) {
        packer.load(data.values(salt));
      }
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) {
      for (long i = 0; i < times; i++) {
        packer.run();
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      return data.difference(packer.packed());
    }

    @Override
    public void close() {
      packer.close();
    }
  }
}
