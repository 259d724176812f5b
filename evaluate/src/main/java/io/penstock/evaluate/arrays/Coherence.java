package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.evaluate.run.CheckedConsumer;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Executable.Started;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.Communicator;
import io.penstock.report.By;
import io.penstock.stream.ArrayDataInputStream;
import io.penstock.stream.ArrayDataOutputStream;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.stream.FileMode;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// The incoherence of buffers: two processes have one file open, one writes a number and says so,
/// the other reads it.
final class Coherence implements Question {
  static final String ID = "arrays.coherence";

  /// Numbers, fewer than the buffers of the JDK's streams hold.
  static final int LOOKS = 1000;

  private static final long HEAP = 64 * Extent.MEBIBYTE;
  private static final Raw FORMAT = Raw.of(ElementType.LONG, ByteOrder.BIG_ENDIAN, Shape.of(LOOKS));

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    if (Extent.of(setting).quick()) {
      return Stream.empty();
    }
    Experiment bare =
        Experiment.drill(
                ID,
                "Numbers that another process has written and that are read as they were before",
                ArraysChapter.dickensThakur("section 4.3"),
                Measure.STALE)
            .on(Drill.of("look", Long.BYTES, Duration.ZERO).processes(2))
            .remark(
                "One process writes 1,000 numbers of a file, one after the other, and tells the"
                    + " other one of each by a message; that one reads it and answers. Both keep the"
                    + " file open. In the end all are closed, and every number is in the file.")
            .remark(
                "Streams have the buffers that they come with; in -flushed the writer empties its"
                    + " own after each number, and the reader's is stale yet.");
    return Stream.of(
        bare.addAll(
            Stream.of(
                entry("buffered-streams", CLASSIC, Coherence::bufferedStreams, bare),
                entry("buffered-streams-flushed", CLASSIC, Coherence::flushedStreams, bare),
                entry("random-access-file", CLASSIC, Coherence::randomAccessFile, bare),
                entry("jdk-channel", JDK, Coherence::channel, bare),
                entry("jdk-mapped", JDK, Coherence::mapped, bare),
                entry("penstock-streams", PENSTOCK, Coherence::penstockStreams, bare),
                entry("penstock-random-access", PENSTOCK, Coherence::penstockRandomAccess, bare),
                entry("penstock-array-file", PENSTOCK, Coherence::arrayFile, bare),
                entry("penstock-shared-file", PENSTOCK, Coherence::sharedFile, bare))));
  }

  private static Entry entry(String name, By by, Way way, Experiment of) {
    Exercise exercise = task -> new Looks(task, way);
    Executable ranks = new Started(Started.TCP, Executable.of(exercise));
    return Entry.of(name, by, ranks, of.works()).scratch(HEAP);
  }

  /// One process's part in the looks: rank 0 writes, rank 1 reads. For one thread.
  private static final class Looks implements Exercise.Session {
    private static final int TAG = 5;

    private final Way way;
    private final Path file;
    private final Communicator world = Communicator.world().duplicate();
    private final long[] word = new long[1];
    private final long[] one = new long[1];
    private final boolean writes;
    private long salt;

    Looks(DrillTask task, Way way) {
      this.way = way;
      file = task.meeting().resolveSibling(task.meeting().getFileName() + ".numbers");
      writes = world.rank() == 0;
    }

    /// The numbers of before are zeros.
    @Override
    public void arm(long next) throws IOException {
      salt = next;
      if (writes) {
        Files.write(file, new byte[LOOKS * Long.BYTES]);
      }
    }

    @Override
    public Reading run() throws Exception {
      world.barrier();
      try (Numbers numbers = way.open(world, file, writes)) {
        return new Reading(writes ? write(numbers) : read(numbers), LOOKS);
      }
    }

    /// Counts the numbers that the other one reads otherwise.
    private long write(Numbers numbers) throws Exception {
      long stale = 0;
      for (int place = 0; place < LOOKS; place++) {
        one[0] = number(place);
        numbers.move(place, one);
        world.send(word, 1, TAG);
        world.receive(word, 1, TAG);
        stale += word[0] == number(place) ? 0 : 1;
      }
      return stale;
    }

    private long read(Numbers numbers) throws Exception {
      for (int place = 0; place < LOOKS; place++) {
        world.receive(word, 0, TAG);
        numbers.move(place, one);
        world.send(one, 0, TAG);
      }
      return 0;
    }

    private long number(int place) {
      return salt * LOOKS + place + 1;
    }

    /// Whether everything is in the file once it is closed.
    @Override
    public Optional<String> fault(long of) throws IOException {
      return writes ? fault() : Optional.empty();
    }

    private Optional<String> fault() throws IOException {
      LongBuffer found = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
      if (found.limit() != LOOKS) {
        return Optional.of("the file has " + found.limit() + " numbers");
      }
      for (int place = 0; place < LOOKS; place++) {
        if (found.get(place) != number(place)) {
          return Optional.of("number " + place + " is " + found.get(place));
        }
      }
      return Optional.empty();
    }

    @Override
    public void close() throws IOException {
      world.close();
      if (writes) {
        Files.deleteIfExists(file);
      }
    }
  }

  // ---- the ways --------------------------------------------------------------------------------

  /// A way of opening a file of numbers, big-endian.
  @FunctionalInterface
  private interface Way {
    /// Opens it, for the one that writes or for the one that reads.
    ///
    /// @param world of both processes
    Numbers open(Communicator world, Path file, boolean writes) throws IOException;
  }

  /// An open file of numbers that one process goes through once, to write them or to read them.
  @FunctionalInterface
  private interface Numbers extends Closeable {
    /// Moves the number at a place between the file and an array of one.
    void move(int place, long[] one) throws Exception;

    @Override
    default void close() throws IOException {}

    /// Those of a file that is closed with them.
    static Numbers of(Closeable file, Numbers numbers) {
      return new Numbers() {
        @Override
        public void move(int place, long[] one) throws Exception {
          numbers.move(place, one);
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }
  }

  /// The JDK's data streams over its buffered ones.
  private static Numbers bufferedStreams(Communicator world, Path file, boolean writes)
      throws IOException {
    return writes
        ? output(new DataOutputStream(new BufferedOutputStream(inPlace(file))), false)
        : input(new DataInputStream(new BufferedInputStream(Files.newInputStream(file))));
  }

  /// The same, flushed after each number.
  private static Numbers flushedStreams(Communicator world, Path file, boolean writes)
      throws IOException {
    return writes
        ? output(new DataOutputStream(new BufferedOutputStream(inPlace(file))), true)
        : bufferedStreams(world, file, false);
  }

  /// Penstock's data streams.
  private static Numbers penstockStreams(Communicator world, Path file, boolean writes)
      throws IOException {
    return writes
        ? output(new ArrayDataOutputStream(inPlace(file)), false)
        : input(new ArrayDataInputStream(Files.newInputStream(file)));
  }

  private static OutputStream inPlace(Path file) throws IOException {
    return Files.newOutputStream(file, StandardOpenOption.WRITE);
  }

  private static <T extends DataInput & Closeable> Numbers input(T in) {
    return Numbers.of(in, (_, one) -> one[0] = in.readLong());
  }

  private static <T extends DataOutput & Closeable & Flushable> Numbers output(
      T out, boolean flushed) {
    return Numbers.of(
        out,
        (_, one) -> {
          out.writeLong(one[0]);
          if (flushed) {
            out.flush();
          }
        });
  }

  /// A RandomAccessFile, which has no buffer.
  private static Numbers randomAccessFile(Communicator world, Path file, boolean writes)
      throws IOException {
    RandomAccessFile open = new RandomAccessFile(file.toFile(), writes ? "rw" : "r");
    return seeking(open, open::seek, writes);
  }

  /// Penstock's random access file, which has a window.
  private static Numbers penstockRandomAccess(Communicator world, Path file, boolean writes)
      throws IOException {
    ArrayRandomAccessFile open =
        new ArrayRandomAccessFile(file, writes ? FileMode.READ_WRITE : FileMode.READ);
    return seeking(open, open::seek, writes);
  }

  private static <T extends DataInput & DataOutput & Closeable> Numbers seeking(
      T open, CheckedConsumer<Long> seek, boolean writes) {
    return Numbers.of(
        open,
        (place, one) -> {
          seek.accept(offset(place));
          if (writes) {
            open.writeLong(one[0]);
          } else {
            one[0] = open.readLong();
          }
        });
  }

  private static long offset(int place) {
    return (long) place * Long.BYTES;
  }

  /// A file channel with a buffer of one number.
  private static Numbers channel(Communicator world, Path file, boolean writes) throws IOException {
    FileChannel open = opened(file, writes);
    ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES);
    return Numbers.of(
        open,
        writes
            ? (place, one) -> open.write(buffer.clear().putLong(0, one[0]), offset(place))
            : (place, one) -> {
              open.read(buffer.clear(), offset(place));
              one[0] = buffer.getLong(0);
            });
  }

  /// A mapping.
  private static Numbers mapped(Communicator world, Path file, boolean writes) throws IOException {
    FileChannel open = opened(file, writes);
    FileChannel.MapMode mode =
        writes ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY;
    LongBuffer numbers = open.map(mode, 0, open.size()).asLongBuffer();
    return Numbers.of(open, writes ? numbers::put : numbers::get);
  }

  private static FileChannel opened(Path file, boolean writes) throws IOException {
    return writes
        ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
        : FileChannel.open(file, StandardOpenOption.READ);
  }

  /// An array file in each process.
  private static Numbers arrayFile(Communicator world, Path file, boolean writes)
      throws IOException {
    ArrayFile open = ArrayFile.open(file, FORMAT, writes ? Access.readWrite() : Access.read());
    return Numbers.of(
        open,
        writes
            ? (place, one) -> open.writeAt(place, one, 0, 1)
            : (place, one) -> open.readAt(place, one, 0, 1));
  }

  /// A shared file of both processes, by calls of one rank.
  private static Numbers sharedFile(Communicator world, Path file, boolean writes)
      throws IOException {
    SharedArrayFile open = SharedArrayFile.open(world, file, FORMAT, OpenMode.READ_WRITE);
    return Numbers.of(open, writes ? open::writeAt : open::readAt);
  }
}
