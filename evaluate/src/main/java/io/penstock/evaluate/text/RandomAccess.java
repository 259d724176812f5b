package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
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
  /// The length of the buffer that the article proposes.
  private static final int BUFFER = 1024;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    return Stream.of(
        bytes(extent, Look.Places.IN_SEQUENCE, "Random access, byte by byte in sequence"),
        bytes(
            extent,
            Look.Places.NEARBY,
            "Random access, bytes near one place and then near another"));
  }

  private static Experiment bytes(TextExtent extent, Look.Places places, String title) {
    LogText log = extent.log(256 * TextExtent.MEBIBYTE);
    return TextExtent.cached("text.random-access." + places.word(), title, "Random Access")
        .measuring(Measure.NANOSECONDS)
        .on(extent.look("text-bytes", log, LogText.BYTES, places, 1))
        .exercise("random-access-file", CLASSIC, of(RandomAccess::unbuffered))
        .exercise("buffer-by-hand", CLASSIC, of(RandomAccess::byHand))
        .exercise("jdk-mapped", JDK, of(RandomAccess::mapped))
        .exercise("penstock", PENSTOCK, of(RandomAccess::penstock))
        .program("c-pread", C, extent.c())
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

  private static Exercise of(CheckedFunction<Path, Look> opening) {
    return Look.exercise(opening, RandomAccess::mapped);
  }

  private static Look unbuffered(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    return Look.into(
        file,
        place -> {
          file.seek(place);
          return file.read();
        });
  }

  private static Look penstock(Path path) throws IOException {
    ArrayRandomAccessFile file = new ArrayRandomAccessFile(path.toFile(), "r");
    return Look.into(
        file,
        place -> {
          file.seek(place);
          return file.read();
        });
  }

  private static Look mapped(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      return place -> bytes.get((int) place);
    }
  }

  /// As the article describes it: a buffer of its own, filled from where a byte is wanted that is
  /// not in it.
  private static Look byHand(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    return new Look() {
      private final byte[] buffer = new byte[BUFFER];
      private long start;
      private int length;

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
    };
  }
}
