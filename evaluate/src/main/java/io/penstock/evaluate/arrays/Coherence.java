package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.arrays.CoherentWays.Numbers;
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
import io.penstock.message.Communicator;
import io.penstock.report.By;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
                entry("buffered-streams", CLASSIC, CoherentWays::bufferedStreams, bare),
                entry("buffered-streams-flushed", CLASSIC, CoherentWays::flushedStreams, bare),
                entry("random-access-file", CLASSIC, CoherentWays::randomAccessFile, bare),
                entry("jdk-channel", JDK, CoherentWays::channel, bare),
                entry("jdk-mapped", JDK, CoherentWays::mapped, bare),
                entry("penstock-streams", PENSTOCK, CoherentWays::penstockStreams, bare),
                entry("penstock-random-access", PENSTOCK, CoherentWays::penstockRandomAccess, bare),
                entry("penstock-array-file", PENSTOCK, CoherentWays::arrayFile, bare),
                entry("penstock-shared-file", PENSTOCK, CoherentWays::sharedFile, bare))));
  }

  private static Entry entry(String name, By by, Way way, Experiment of) {
    Exercise exercise = task -> new Looks(task, way);
    Executable ranks = new Started(Started.TCP, Executable.of(exercise));
    return Entry.of(name, by, ranks, of.works()).scratch(HEAP);
  }

  /// A way of opening a file of numbers, big-endian.
  @FunctionalInterface
  interface Way {
    /// Opens it, for the one that writes or for the one that reads.
    ///
    /// @param world of both processes
    Numbers open(Communicator world, Path file, boolean writes) throws IOException;
  }

  /// One process's part in the looks: rank 0 writes, rank 1 reads. For one thread.
  private static final class Looks implements Exercise.Session {
    private static final int TAG = 5;

    private final Way way;
    private final Path file;
    private final Communicator world = Communicator.world().duplicate();
    private final long[] word = new long[1];
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
    public Reading run() throws IOException {
      world.barrier();
      try (Numbers numbers = way.open(world, file, writes)) {
        return new Reading(writes ? write(numbers) : read(numbers), LOOKS);
      }
    }

    /// Counts the numbers that the other one reads otherwise.
    private long write(Numbers numbers) throws IOException {
      long stale = 0;
      for (int place = 0; place < LOOKS; place++) {
        numbers.writing().at(place, number(place));
        world.send(word, 1, TAG);
        world.receive(word, 1, TAG);
        stale += word[0] == number(place) ? 0 : 1;
      }
      return stale;
    }

    private long read(Numbers numbers) throws IOException {
      for (int place = 0; place < LOOKS; place++) {
        world.receive(word, 0, TAG);
        word[0] = numbers.reading().at(place);
        world.send(word, 0, TAG);
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
}
