package io.penstock.evaluate.messages;

import static io.penstock.evaluate.messages.PackingData.BLOCK;
import static io.penstock.evaluate.messages.PackingData.SPREAD;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.evaluate.messages.PackingData.Datatype;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import io.penstock.message.SectionType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The cost of bringing elements of an array into a message and out of it: by message buffers, and
/// by what the JDK has.
final class MessagePacking implements Question {
  private static final String MESSAGE = "penstock-message";
  private static final String NATIVE = "-native";
  private static final double WANTED = 0.8;
  private static final long PAGE = 4096;
  private static final ValueLayout.OfDouble FOREIGN_DOUBLE =
      JAVA_DOUBLE.withOrder(PackingData.foreign());
  private static final ValueLayout.OfInt FOREIGN_INT = JAVA_INT.withOrder(PackingData.foreign());

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MessageSizes sizes = MessageSizes.of(setting);
    return Stream.of(
        packing(sizes, Datatype.CONTIGUOUS, "Packing an array of doubles as it is"),
        packing(sizes, Datatype.STRIDED, "Packing every eighth double of an array"),
        packing(
            sizes, Datatype.BLOCKS, "Packing blocks of 16 doubles, one of each 128 of an array"),
        packing(sizes, Datatype.GATHER, "Gathering doubles from scattered places of an array"),
        packing(sizes, Datatype.SCATTER, "Scattering packed doubles to places of an array"),
        foreign(
            sizes,
            Datatype.FOREIGN_INT,
            Datatype.NATIVE_INT,
            "Packing integers in the byte order that is not the machine's"),
        foreign(
            sizes,
            Datatype.FOREIGN_DOUBLE,
            Datatype.CONTIGUOUS,
            "Packing doubles in the byte order that is not the machine's"));
  }

  private static Experiment packing(MessageSizes sizes, Datatype datatype, String title) {
    return experiment(sizes, datatype, title)
        .yardstick("c", sizes.c())
        .leastGoalOfC(
            "packing, " + datatype.word() + ": message / C", WANTED, MESSAGE, Findings.ANY);
  }

  private static Experiment foreign(
      MessageSizes sizes, Datatype datatype, Datatype plain, String title) {
    return experiment(sizes, datatype, title)
        .on(drill(sizes, plain))
        .exercise(MESSAGE + NATIVE, PENSTOCK, MessagePacking::messages, MessageSizes::heap)
        .against("c" + NATIVE)
        .on(drill(sizes, datatype))
        .yardstick("c", sizes.c())
        .on(drill(sizes, Datatype.CONTIGUOUS))
        .yardstick("c" + NATIVE, sizes.c())
        .remark("Those that are called native keep the machine's byte order, for comparison.")
        .leastGoal(
            "packing, " + datatype.word() + " / native",
            WANTED,
            MESSAGE,
            MESSAGE + NATIVE,
            Findings.ANY);
  }

  private static Experiment experiment(MessageSizes sizes, Datatype datatype, String title) {
    String id = "messages.pack." + datatype.word();
    return Experiment.drill(id, title, MessageSizes.BAKER + "section 2", Measure.THROUGHPUT)
        .on(drill(sizes, datatype))
        .exercise(MESSAGE, PENSTOCK, MessagePacking::messages, MessageSizes::heap)
        .exercise("jdk-segment", JDK, MessagePacking::segments, MessageSizes::heap)
        .exercise("jdk-buffer", JDK, MessagePacking::buffers, MessageSizes::heap)
        .remark(
            "1 MiB of packed elements. "
                + MESSAGE
                + " writes a whole message: header, section and"
                + " state; the others and C write into memory that is there.");
  }

  private static Drill drill(MessageSizes sizes, Datatype datatype) {
    return PackingData.drill(sizes, datatype, MessageSizes.MEBIBYTE);
  }

  /// A session of packing, or of unpacking where the elements are scattered.
  ///
  /// @param work that is timed
  /// @param load sets what will be unpacked
  /// @param packed what was packed, or loaded, last: a `double[]` or an `int[]`
  private static Exercise.Session session(
      DrillTask task,
      PackingData data,
      Runnable work,
      Consumer<double[]> load,
      Supplier<Object> packed,
      Runnable end) {
    LongConsumer arming =
        salt -> {
          data.fill(salt);
          if (data.datatype == Datatype.SCATTER) {
            load.accept(data.values(salt));
          }
        };
    arming.accept(0); // what is unpacked to warm up
    return Exercise.Session.repeating(
        arming::accept,
        new Batch(task),
        times -> {
          for (long i = 0; i < times; i++) {
            work.run();
          }
        },
        () -> Optional.of(data.difference(packed.get())).filter(wrong -> !wrong.isEmpty()),
        end::run);
  }

  // ---- message buffers -------------------------------------------------------------------------

  /// A message of one section, written from its beginning each time.
  private static Exercise.Session messages(DrillTask task) {
    PackingData data = new PackingData(task);
    MessageBuffer buffer = new MessageBuffer(MessageSettings.growing().order(data.order()));
    return session(
        task,
        data,
        work(data, buffer),
        values -> begin(buffer, SectionType.DOUBLE).put(values).commit(),
        () -> {
          Object packed = data.datatype.isOfInts() ? new int[data.count] : new double[data.count];
          buffer.rewind().read(Elements.of(packed));
          return packed;
        },
        buffer::close);
  }

  private static Runnable work(PackingData data, MessageBuffer buffer) {
    double[] doubles = data.doubles;
    Shape shape = Shape.of(Math.max(1, doubles.length));
    return switch (data.datatype) {
      case CONTIGUOUS, FOREIGN_DOUBLE ->
          () -> begin(buffer, SectionType.DOUBLE).put(doubles, 0, data.count).commit();
      case STRIDED -> {
        Selection every = Hyperslab.at(0).stride(SPREAD).count(data.count);
        yield () -> begin(buffer, SectionType.DOUBLE).put(doubles, shape, every).commit();
      }
      case BLOCKS -> {
        Selection blocks =
            Hyperslab.at(0).stride(SPREAD * BLOCK).count(data.count / BLOCK).block(BLOCK);
        yield () -> begin(buffer, SectionType.DOUBLE).put(doubles, shape, blocks).commit();
      }
      case GATHER -> () -> begin(buffer, SectionType.DOUBLE).gather(doubles, data.indexes).commit();
      case NATIVE_INT, FOREIGN_INT -> () -> begin(buffer, SectionType.INT).put(data.ints).commit();
      case SCATTER ->
          () -> {
            buffer.rewind().open(SectionType.DOUBLE);
            buffer.scatter(doubles, data.indexes);
          };
    };
  }

  private static MessageBuffer begin(MessageBuffer buffer, SectionType type) {
    return buffer.clear().begin(type);
  }

  // ---- the JDK ---------------------------------------------------------------------------------

  /// Typed views of a direct byte buffer: bulk transfers where there are some, loops elsewhere.
  private static Exercise.Session buffers(DrillTask task) {
    PackingData data = new PackingData(task);
    ByteBuffer memory = ByteBuffer.allocateDirect(data.count * Double.BYTES).order(data.order());
    DoubleBuffer packed = memory.asDoubleBuffer();
    IntBuffer ints = memory.asIntBuffer();
    return session(
        task,
        data,
        work(data, packed, ints),
        values -> packed.put(0, values),
        () -> {
          if (data.datatype.isOfInts()) {
            int[] values = new int[data.count];
            ints.get(0, values);
            return values;
          }
          double[] values = new double[data.count];
          packed.get(0, values);
          return values;
        },
        () -> {});
  }

  private static Runnable work(PackingData data, DoubleBuffer packed, IntBuffer packedInts) {
    double[] doubles = data.doubles;
    int[] indexes = data.indexes;
    int count = data.count;
    return switch (data.datatype) {
      case CONTIGUOUS, FOREIGN_DOUBLE -> () -> packed.put(0, doubles, 0, count);
      case NATIVE_INT, FOREIGN_INT -> () -> packedInts.put(0, data.ints, 0, count);
      case STRIDED ->
          () -> {
            for (int k = 0; k < count; k++) {
              packed.put(k, doubles[SPREAD * k]);
            }
          };
      case BLOCKS ->
          () -> {
            for (int k = 0; k < count; k += BLOCK) {
              packed.put(k, doubles, SPREAD * k, BLOCK);
            }
          };
      case GATHER ->
          () -> {
            for (int k = 0; k < count; k++) {
              packed.put(k, doubles[indexes[k]]);
            }
          };
      case SCATTER ->
          () -> {
            for (int k = 0; k < count; k++) {
              doubles[indexes[k]] = packed.get(k);
            }
          };
    };
  }

  /// Memory segments of the JDK: bulk copies where there are some, loops elsewhere.
  private static Exercise.Session segments(DrillTask task) {
    PackingData data = new PackingData(task);
    Arena arena = Arena.ofConfined();
    MemorySegment packed = arena.allocate((long) data.count * Double.BYTES, PAGE);
    return session(
        task,
        data,
        work(data, packed),
        values -> MemorySegment.copy(values, 0, packed, JAVA_DOUBLE, 0, values.length),
        () ->
            switch (data.datatype) {
              case NATIVE_INT -> packed.asSlice(0, 4L * data.count).toArray(JAVA_INT);
              case FOREIGN_INT -> packed.asSlice(0, 4L * data.count).toArray(FOREIGN_INT);
              case FOREIGN_DOUBLE -> packed.toArray(FOREIGN_DOUBLE);
              default -> packed.toArray(JAVA_DOUBLE);
            },
        arena::close);
  }

  private static Runnable work(PackingData data, MemorySegment packed) {
    double[] doubles = data.doubles;
    int[] indexes = data.indexes;
    int count = data.count;
    return switch (data.datatype) {
      case CONTIGUOUS -> () -> MemorySegment.copy(doubles, 0, packed, JAVA_DOUBLE, 0, count);
      case NATIVE_INT -> () -> MemorySegment.copy(data.ints, 0, packed, JAVA_INT, 0, count);
      case STRIDED ->
          () -> {
            for (int k = 0; k < count; k++) {
              packed.setAtIndex(JAVA_DOUBLE, k, doubles[SPREAD * k]);
            }
          };
      case BLOCKS ->
          () -> {
            for (int k = 0; k < count; k += BLOCK) {
              MemorySegment.copy(doubles, SPREAD * k, packed, JAVA_DOUBLE, 8L * k, BLOCK);
            }
          };
      case GATHER ->
          () -> {
            for (int k = 0; k < count; k++) {
              packed.setAtIndex(JAVA_DOUBLE, k, doubles[indexes[k]]);
            }
          };
      case SCATTER ->
          () -> {
            for (int k = 0; k < count; k++) {
              doubles[indexes[k]] = packed.getAtIndex(JAVA_DOUBLE, k);
            }
          };
      case FOREIGN_DOUBLE ->
          () -> {
            for (int k = 0; k < count; k++) {
              packed.setAtIndex(FOREIGN_DOUBLE, k, doubles[k]);
            }
          };
      case FOREIGN_INT ->
          () -> {
            for (int k = 0; k < count; k++) {
              packed.setAtIndex(FOREIGN_INT, k, data.ints[k]);
            }
          };
    };
  }
}
