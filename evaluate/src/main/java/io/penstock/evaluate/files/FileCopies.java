package io.penstock.evaluate.files;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.tree.FileCopy;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// The cost of copying a file over another, small or large.
final class FileCopies implements Question {
  static final String SOURCE = "I/O Performance (book chapter 4), Basic I/O";

  private static final int PHOTOGRAPH_BYTES = 370 << 10;
  private static final int BUFFER_SIZE = 100_000;
  private static final byte[] BUFFER = new byte[BUFFER_SIZE];

  /// A byte takes ways that move each by itself as long in any file.
  private static final long SLOWEST_BYTES = 1 << 20;

  private static final long SLOW_BYTES = 32 << 20;
  private static final String SHORTER = "of a shorter file: a byte takes it as long in any";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Executable c = setting.tools().drills();
    return Stream.of(photograph(c), large(setting.bytes(), c));
  }

  private static Experiment photograph(Executable c) {
    Experiment book =
        Experiment.of(
                "files.copy.photograph", "Copying an image of 370 KiB", SOURCE, FileState.CACHED)
            .measuring(Measure.MILLISECONDS)
            .on(work(PHOTOGRAPH_BYTES, Duration.ofMillis(20)))
            .exercise("raw-file-streams", CLASSIC, copying(FileCopies::raw))
            .alias("Listing 4-1")
            .exercise("buffered-streams", CLASSIC, copying(FileCopies::buffered))
            .alias("Listing 4-2")
            .exercise("custom-buffer", CLASSIC, copying(FileCopies::custom))
            .alias("Listing 4-3")
            .exercise("custom-buffer-2", CLASSIC, copying(FileCopies::custom2))
            .alias("Listing 4-4")
            .exercise(
                "custom-buffer-2-unsynchronized", CLASSIC, copying(FileCopies::unsynchronized));
    return today(book, c)
        .history("Table 4-1, raw file streams", 10_800, "ms", "raw-file-streams")
        .history("Table 4-1, buffered streams", 130, "ms", "buffered-streams")
        .history("Table 4-1, custom buffer", 33, "ms", "custom-buffer")
        .history("Table 4-1, custom buffer 2", 22, "ms", "custom-buffer-2");
  }

  private static Experiment large(long bytes, Executable c) {
    Experiment book =
        Experiment.of("files.copy.large", "Copying a large file", SOURCE, FileState.CACHED)
            .on(work(Math.min(bytes, SLOWEST_BYTES), Duration.ZERO))
            .exercise("raw-file-streams", CLASSIC, copying(FileCopies::raw))
            .alias("Listing 4-1")
            .note(SHORTER)
            .on(work(Math.min(bytes, SLOW_BYTES), Duration.ZERO))
            .exercise("buffered-streams", CLASSIC, copying(FileCopies::buffered))
            .alias("Listing 4-2")
            .note(SHORTER)
            .on(work(bytes, Duration.ZERO))
            .exercise("custom-buffer", CLASSIC, copying(FileCopies::custom))
            .alias("Listing 4-3")
            .scratch(2 * bytes)
            .exercise("custom-buffer-2", CLASSIC, copying(FileCopies::custom2))
            .alias("Listing 4-4");
    return today(book, c).goal(1, "penstock", "cp");
  }

  /// With the ways that are none of the book's.
  private static Experiment today(Experiment book, Executable c) {
    return book.exercise("files-copy", JDK, copying(FileCopies::replace))
        .exercise("channel-transfer", JDK, copying(FileCopies::transfer))
        .command("cp", task -> session(Copy.by("cp"), task))
        .exercise("penstock", PENSTOCK, copying(FileCopies::penstock))
        .program("c-read-write", C, c)
        .program("c-copy-file-range", C, c);
  }

  @Override
  public List<String> advice(Findings findings) {
    return Findings.recommend(
        "Copy files by FileCopy: a large one %.1f times as fast as through buffered streams, %.2f"
            + " of cp.",
        findings.ratio("files.copy.large", "penstock", "buffered-streams"),
        findings.ratio("files.copy.large", "penstock", "cp"));
  }

  private static TextWork work(long bytes, Duration batch) {
    return new TextWork(
        Drill.of("files-copy", bytes, batch), new Photograph(bytes), Photograph.BYTES);
  }

  private static Exercise copying(Copy way) {
    return task -> session(way, task);
  }

  private static Exercise.Session session(Copy way, DrillTask task) {
    Path source = task.path();
    Path target = task.meeting();
    return Exercise.Session.repeating(
        _ -> Files.deleteIfExists(target),
        new Batch(task),
        times -> {
          for (long i = 0; i < times; i++) {
            way.make(source, target);
          }
        },
        () -> difference(source, target),
        () -> Files.deleteIfExists(target));
  }

  private static Optional<String> difference(Path source, Path target) throws IOException {
    long first = Files.mismatch(source, target);
    Files.delete(target);
    return first < 0
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, "the copy differs at byte %d", first));
  }

  private static void penstock(Path from, Path to) throws IOException {
    FileCopy.of(from, to).run();
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  // ---- the four of the book, as it prints them
  // ---------------------------------------------------

  private static void raw(Path from, Path to) throws IOException {
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      copyByByte(in, out);
    }
  }

  private static void buffered(Path from, Path to) throws IOException {
    try (InputStream in = new BufferedInputStream(new FileInputStream(from.toFile()));
        OutputStream out = new BufferedOutputStream(new FileOutputStream(to.toFile()))) {
      copyByByte(in, out);
    }
  }

  private static void copyByByte(InputStream in, OutputStream out) throws IOException {
    while (true) {
      int data = in.read();
      if (data == -1) {
        break;
      }
      out.write(data);
    }
  }

  private static void custom(Path from, Path to) throws IOException {
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      int length = in.available(); // "danger!", says the book
      byte[] bytes = new byte[length];
      int read = in.read(bytes);
      out.write(bytes, 0, read);
    }
  }

  private static void custom2(Path from, Path to) throws IOException {
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      while (true) {
        synchronized (BUFFER) {
          int amountRead = in.read(BUFFER);
          if (amountRead == -1) {
            break;
          }
          out.write(BUFFER, 0, amountRead);
        }
      }
    }
  }

  /// The same without its lock, for one thread.
  private static void unsynchronized(Path from, Path to) throws IOException {
    byte[] buffer = new byte[BUFFER_SIZE];
    try (InputStream in = new FileInputStream(from.toFile());
        OutputStream out = new FileOutputStream(to.toFile())) {
      for (int n = in.read(buffer); n != -1; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
  }

  // ---- the JDK's of today
  // -------------------------------------------------------------------------

  private static void transfer(Path from, Path to) throws IOException {
    try (FileChannel in = FileChannel.open(from);
        FileChannel out =
            FileChannel.open(
                to,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      long size = in.size();
      for (long at = 0; at < size; ) {
        at += in.transferTo(at, size - at, out);
      }
    }
  }

  /// Bytes without a pattern, as those of a JPEG image are.
  ///
  /// @param bytes its length
  private record Photograph(long bytes) implements Corpus {
    /// How many bytes there are.
    static final String BYTES = "bytes";

    private static final int PIECE = 64 << 10;

    /// @throws IllegalArgumentException if there is no byte
    Photograph {
      if (bytes < 1) {
        throw new IllegalArgumentException("a photograph of " + bytes + " bytes");
      }
    }

    @Override
    public String fileName() {
      return "photograph-" + bytes + ".jpg";
    }

    @Override
    public Map<String, Long> write(OutputStream out) throws IOException {
      SplittableRandom random = new SplittableRandom(bytes);
      byte[] piece = new byte[PIECE];
      for (long left = bytes; left > 0; left -= PIECE) {
        random.nextBytes(piece);
        out.write(piece, 0, (int) Math.min(left, PIECE));
      }
      return Map.of(BYTES, bytes);
    }
  }
}
