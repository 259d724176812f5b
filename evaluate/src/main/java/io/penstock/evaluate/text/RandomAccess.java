package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.stream.ArrayRandomAccessFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.stream.Stream;

/// The cost of looking at single bytes of a file that is kept open, each by its offset.
final class RandomAccess implements Question {
  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    Program c = setting.tools().drills();
    return Stream.of(
        bytes(extent, c, Look.Places.IN_SEQUENCE, "Random access, byte by byte in sequence"),
        bytes(
            extent,
            c,
            Look.Places.NEARBY,
            "Random access, bytes near one place and then near another"));
  }

  private static Experiment bytes(Extent extent, Program c, Look.Places places, String title) {
    LogText log = extent.log(256 * Extent.MEBIBYTE);
    return Experiment.of(
            "text.random-access." + places.word(),
            title,
            TextChapter.tuning("Random Access"),
            FileState.CACHED)
        .measuring(Measure.NANOSECONDS)
        .on(extent.look("text-bytes", log, LogText.BYTES, places, 1))
        .exercise("random-access-file", CLASSIC, of(path -> new Unbuffered(open(path))))
        .exercise("buffer-by-hand", CLASSIC, of(path -> new ByHand(open(path))))
        .exercise("jdk-mapped", JDK, of(RandomAccess::mapped))
        .exercise(
            "penstock",
            PENSTOCK,
            of(path -> new Penstock(new ArrayRandomAccessFile(path.toFile(), "r"))))
        .program("c-pread", C, c)
        .remark(
            "Each byte is asked for by its offset. buffer-by-hand is what the article proposes:"
                + " 1 KiB, filled anew from where a byte is missing.")
        .remark(
            String.format(
                Locale.ROOT,
                "Nearby: %d looks at any of %d bytes, then at others.",
                Look.Places.WHILE,
                Look.Places.NEAR))
        .goal(20, "penstock", "random-access-file");
  }

  private static Exercise of(Look.Opening opening) {
    return Look.exercise(opening, RandomAccess::mapped);
  }

  private static RandomAccessFile open(Path path) throws IOException {
    return new RandomAccessFile(path.toFile(), "r");
  }

  private static Look mapped(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return place -> bytes.get((int) place);
    }
  }

  private record Unbuffered(RandomAccessFile file) implements Look {
    @Override
    public long at(long place) throws IOException {
      file.seek(place);
      return file.read();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /// As the article describes it: a buffer of its own, filled from where a byte is wanted that is
  /// not in it.
  private static final class ByHand implements Look {
    private static final int BUFFER = 1024;

    private final RandomAccessFile file;
    private final byte[] buffer = new byte[BUFFER];
    private long start;
    private int length;

    ByHand(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public long at(long place) throws IOException {
      if (place < start || place >= start + length) {
        start = place;
        file.seek(place);
        length = file.read(buffer);
      }
      return buffer[(int) (place - start)];
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private record Penstock(ArrayRandomAccessFile file) implements Look {
    @Override
    public long at(long place) throws IOException {
      file.seek(place);
      return file.read();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
