package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.stream.ArrayRandomAccessFile;
import io.penstock.text.ByteSlice;
import io.penstock.text.IndexOptions;
import io.penstock.text.LineIndex;
import io.penstock.text.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The cost of looking into a file that is kept open: at single bytes, each by its offset, and at
/// lines, each by its number, with the index that they take.
final class RandomAccess implements Question {
  /// The length of the buffer that the article proposes.
  private static final int ARTICLES_BUFFER = 1024;

  private static final String OFFSETS = "jdk-offsets";

  /// The lines that are remembered, as the article proposes it.
  private static final int LAST = 100;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    return Stream.of(
        bytes(extent, Look.Places.IN_SEQUENCE, "Random access, byte by byte in sequence"),
        bytes(
            extent,
            Look.Places.NEARBY,
            "Random access, bytes near one place and then near another"),
        lines(extent, Look.Places.ANYWHERE, "Lines of a log by number, anywhere")
            .goal(
                "text.random-lines.anywhere: 15 µs / penstock-strings",
                1,
                findings -> findings.within(15, "text.random-lines.anywhere", "penstock-strings")),
        lines(
            extent, Look.Places.NEARBY, "Lines of a log by number, near one and then near another"),
        index(extent));
  }

  // ---- bytes -----------------------------------------------------------------------------------

  private static Experiment bytes(TextExtent extent, Look.Places places, String title) {
    LogText log = extent.log(256 * TextExtent.MEBIBYTE);
    return TextExtent.cached("text.random-access." + places.word(), title, "Random Access")
        .measuring(Measure.NANOSECONDS)
        .on(extent.look("text-bytes", log, LogText.BYTES, places, 1))
        .exercise("random-access-file", CLASSIC, ofBytes(RandomAccess::unbuffered))
        .exercise("buffer-by-hand", CLASSIC, ofBytes(RandomAccess::byHand))
        .exercise("jdk-mapped", JDK, ofBytes(RandomAccess::mapped))
        .exercise("penstock", PENSTOCK, ofBytes(RandomAccess::penstock))
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

  private static Exercise ofBytes(CheckedFunction<Path, Look> opening) {
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
      private final byte[] buffer = new byte[ARTICLES_BUFFER];
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

  // ---- lines -----------------------------------------------------------------------------------

  private static Experiment lines(TextExtent extent, Look.Places places, String title) {
    TextWork work = extent.look("text-line-at", extent.log(), LogText.LINES, places, 100);
    LogText small = extent.log(64 * TextExtent.MEBIBYTE);
    TextWork less = extent.look("text-line-at", small, LogText.LINES, places, 100);
    return TextExtent.cached("text.random-lines." + places.word(), title, "Caching")
        .measuring(Measure.MICROSECONDS)
        .on(less)
        .exercise("array-list", CLASSIC, ofLines(RandomAccess::list))
        .scratch(4 * small.bytes())
        .exercise("last-100-lines", CLASSIC, ofLines(RandomAccess::lastLines))
        .on(work)
        .exercise(OFFSETS, JDK, ofLines(LineOffsets::new))
        .on(less)
        .exercise("sed", PEER, ofLines(path -> place -> sed(path, place)))
        .on(work)
        .exercise("penstock", PENSTOCK, ofLines(RandomAccess::slices))
        .exercise("penstock-strings", PENSTOCK, ofLines(RandomAccess::strings))
        .program("c-offsets", C, extent.c())
        .remark(
            String.format(
                Locale.ROOT,
                "array-list, last-100-lines and sed look into a text of %d MiB. array-list keeps"
                    + " all lines, last-100-lines reads from the begin what is not among the last"
                    + " hundred, as the article proposes. sed is a whole process for each line,"
                    + " with its start.",
                small.bytes() >> 20))
        .remark(
            String.format(
                Locale.ROOT,
                "Nearby: %d looks at any of %d lines, then at others.",
                Look.Places.WHILE,
                Look.Places.NEAR));
  }

  private static Experiment index(TextExtent extent) {
    TextWork work = extent.pass("text-newlines", extent.log(), LogText.LINES);
    return TextExtent.cached("text.line-index", "Making an index of a log's lines", "Caching")
        .on(work)
        .pass(OFFSETS, JDK, text -> offsets(text.path()))
        .on(work.threads(extent.threads()))
        .pass(
            "penstock-count",
            PENSTOCK,
            text -> Lines.of(text.path()).parallel(text.threads()).newlines())
        .pass("penstock", PENSTOCK, text -> index(text.path(), text.threads()))
        .on(work)
        .program("c-vector", C, extent.c())
        .remark(
            "jdk-offsets keeps the offset of each line. penstock-count and c-vector only count, for"
                + " comparison.")
        .goal(0.8, "penstock", "penstock-count");
  }

  private static Exercise ofLines(CheckedFunction<Path, Look> opening) {
    return Look.exercise(opening, LineOffsets::new);
  }

  /// A number made of a line, as cheap as can be. The same stands in `text_places.c`.
  private static long answer(String line) {
    return 256L * line.length() + line.charAt(line.length() / 2);
  }

  /// Of a line of ASCII in an array.
  private static long answer(byte[] bytes, int from, int to) {
    return 256L * (to - from) + bytes[(from + to) >>> 1];
  }

  private static long offsets(Path path) throws IOException {
    try (LineOffsets offsets = new LineOffsets(path)) {
      return offsets.lines;
    }
  }

  private static long index(Path path, int threads) throws IOException {
    try (LineIndex index = LineIndex.open(path, IndexOptions.inMemory().withThreads(threads))) {
      return index.count();
    }
  }

  private static Look list(Path path) throws IOException {
    List<String> lines;
    try (BufferedReader in = Files.newBufferedReader(path)) {
      lines = new ArrayList<>(in.lines().toList());
    }
    return place -> answer(lines.get((int) place));
  }

  private static long sed(Path path, long place) throws IOException, InterruptedException {
    String line = Commands.output(List.of("sed", "-n", (place + 1) + "{p;q}", path.toString()));
    if (line.isEmpty()) {
      throw new IOException("sed printed no line " + (place + 1));
    }
    return answer(line.substring(0, line.length() - 1));
  }

  /// As the article proposes it: the last lines that were asked for are remembered, all others are
  /// read from the file, line by line from its begin.
  private static Look lastLines(Path path) {
    Map<Long, String> lines =
        new LinkedHashMap<>(2 * LAST, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > LAST;
          }
        };
    return place -> {
      String line = lines.get(place);
      if (line == null) {
        line = line(path, place);
        lines.put(place, line);
      }
      return answer(line);
    };
  }

  private static String line(Path path, long place) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      for (long i = 0; i < place; i++) {
        in.readLine();
      }
      String line = in.readLine();
      if (line == null) {
        throw new IOException(path + " has no line " + place);
      }
      return line;
    }
  }

  private static Look slices(Path path) throws IOException {
    LineIndex index = LineIndex.open(path);
    return Look.into(
        index,
        place -> {
          ByteSlice line = index.bytes(place + 1);
          return answer(line.array(), line.from(), line.to());
        });
  }

  private static Look strings(Path path) throws IOException {
    LineIndex index = LineIndex.open(path);
    return Look.into(index, place -> answer(index.line(place + 1)));
  }

  /// The offset of each line in memory, the lines in the file: what the JDK lets one do by hand.
  /// For one thread.
  private static final class LineOffsets implements Look {
    private static final int BUFFER = 128 << 10;

    private final FileChannel channel;
    private ByteBuffer line = ByteBuffer.allocate(512);
    private long[] offsets = new long[1 << 16];
    private int lines;

    LineOffsets(Path path) throws IOException {
      channel = FileChannel.open(path, StandardOpenOption.READ);
      scan();
    }

    private void scan() throws IOException {
      ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
      byte[] bytes = new byte[BUFFER];
      long at = 0;
      for (int n = channel.read(buffer); n >= 0; n = channel.read(buffer.clear())) {
        buffer.get(0, bytes, 0, n);
        for (int i = 0; i < n; i++) {
          if (bytes[i] == '\n') {
            add(at + i + 1);
          }
        }
        at += n;
      }
    }

    private void add(long offset) {
      lines++;
      if (lines == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * lines);
      }
      offsets[lines] = offset;
    }

    @Override
    public long at(long place) throws IOException {
      long from = offsets[(int) place];
      int length = (int) (offsets[(int) place + 1] - 1 - from);
      if (line.capacity() < length) {
        line = ByteBuffer.allocate(2 * length);
      }
      line.clear().limit(length);
      while (line.hasRemaining()) {
        if (channel.read(line, from + line.position()) < 0) {
          throw new IOException("the text has become shorter");
        }
      }
      return answer(line.array(), 0, length);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
