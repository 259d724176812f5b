package io.penstock.evaluate.messages;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
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
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.SectionType;
import java.nio.ByteOrder;
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
            packing(Messages::new),
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
        .exercise(MESSAGE, PENSTOCK, packing(Messages::new), Extent::heap)
        .exercise("jdk-segment", JDK, packing(JdkPackers.Segments::new), Extent::heap)
        .exercise("jdk-buffer", JDK, packing(JdkPackers.Buffers::new), Extent::heap)
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

  /// The byte order that is not the machine's.
  static ByteOrder foreign() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  /// A message of one section, written from its beginning each time.
  private static final class Messages implements Packer {
    private final PackingData data;
    private final MessageBuffer buffer;
    private final Runnable work;

    Messages(PackingData data) {
      this.data = data;
      ByteOrder order = data.layout().isForeign() ? foreign() : ByteOrder.nativeOrder();
      buffer = new MessageBuffer(MessageSettings.growing().order(order));
      work = work();
    }

    private Runnable work() {
      Shape shape = Shape.of(Math.max(1, data.doubles().length));
      return switch (data.layout()) {
        case CONTIGUOUS, FOREIGN_DOUBLE -> () -> doubles().put(data.doubles(), 0, data.count());
        case STRIDED -> {
          Selection every = Hyperslab.at(0).stride(Layout.SPREAD).count(data.count());
          yield () -> doubles().put(data.doubles(), shape, every);
        }
        case BLOCKS -> {
          Selection blocks =
              Hyperslab.at(0)
                  .stride(Layout.SPREAD * Layout.BLOCK)
                  .count(data.count() / Layout.BLOCK)
                  .block(Layout.BLOCK);
          yield () -> doubles().put(data.doubles(), shape, blocks);
        }
        case GATHER -> () -> doubles().gather(data.doubles(), data.indexes());
        case NATIVE_INT, FOREIGN_INT -> () -> begin(SectionType.INT).put(data.ints());
        case SCATTER ->
            () -> {
              buffer.rewind().open(SectionType.DOUBLE);
              buffer.scatter(data.doubles(), data.indexes());
            };
      };
    }

    private MessageBuffer doubles() {
      return begin(SectionType.DOUBLE);
    }

    private MessageBuffer begin(SectionType type) {
      return buffer.clear().begin(type);
    }

    @Override
    public void run() {
      work.run();
      if (data.layout() != Layout.SCATTER) {
        buffer.commit();
      }
    }

    @Override
    public void load(double[] values) {
      doubles().put(values).commit();
    }

    @Override
    public Object packed() {
      Object packed = data.layout().isOfInts() ? new int[data.count()] : new double[data.count()];
      buffer.rewind().read(packed);
      return packed;
    }

    @Override
    public void close() {
      buffer.close();
    }
  }
}
