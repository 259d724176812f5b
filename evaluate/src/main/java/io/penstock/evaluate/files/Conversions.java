package io.penstock.evaluate.files;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.compress.Codecs;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.Packing;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.compress.ZipWriter;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// The cost of packing files, and of unpacking them, to a new file; all at the usual level of the
/// form: 6 of zip and gzip, 3 of zstd, 1 of LZ4.
final class Conversions implements Question {
  /// The publication that asks.
  static final String SOURCE = "Tuning Java I/O Performance, Compression";

  private static final String PENSTOCK_2 = "penstock-2";
  private static final int ARTICLES_BUFFER = 4096;
  private static final int BUFFER = 64 << 10;

  private static final Copy GZIP_STREAM =
      transfer(
          Files::newInputStream, to -> new GZIPOutputStream(Files.newOutputStream(to), BUFFER));
  private static final Copy GUNZIP_STREAM =
      transfer(
          from -> new GZIPInputStream(Files.newInputStream(from), BUFFER), Files::newOutputStream);
  private static final Copy UNPACK =
      transfer(
          from -> Compression.input(Files.newInputStream(from), from.toString(), Limits.defaults()),
          Files::newOutputStream);

  /// The bytes a second of the article's floppy disk, and of a slow network.
  private static final int FLOPPY = 60_000;

  private static final int NETWORK = 1_250_000;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    LogText slow = Packed.slow(setting);
    LogText fast = Packed.fast(setting);
    return Stream.of(
        pack("zip", "Packing a log into a zip archive of one entry", slow)
            .exercise("zip-output-stream", CLASSIC, to(Form.ZIP, Conversions::zipStream))
            .command("zip", by(Form.ZIP, "zip", "-q", "-j", "-6", "-"))
            .exercise("penstock", PENSTOCK, to(Form.ZIP, Conversions::zipWriter)),
        unpack("zip", "Unpacking a zip archive of one entry", slow, Form.ZIP)
            .exercise("zip-input-stream", CLASSIC, to(Form.PLAIN, Conversions::unzipStream))
            .command("unzip", by(Form.PLAIN, "unzip", "-p"))
            .exercise("penstock", PENSTOCK, to(Form.PLAIN, Conversions::zipArchive)),
        pack("gzip", "Packing a log by gzip", slow)
            .exercise("gzip-output-stream", JDK, to(Form.GZIP, GZIP_STREAM))
            .command("gzip", by(Form.GZIP, "gzip", "-6", "-c"))
            .command("pigz-2", by(Form.GZIP, "pigz", "-6", "-p", "2", "-c"))
            .exercise("penstock", PENSTOCK, penstock(Form.GZIP, "gzip", 1))
            .exercise(PENSTOCK_2, PENSTOCK, penstock(Form.GZIP, "gzip", 2))
            .goal(1, PENSTOCK_2, "pigz-2"),
        unpack("gzip", "Unpacking a log by gzip", slow, Form.GZIP)
            .exercise("gzip-input-stream", JDK, to(Form.PLAIN, GUNZIP_STREAM))
            .command("gzip", by(Form.PLAIN, "gzip", "-dc"))
            .command("pigz", by(Form.PLAIN, "pigz", "-dc"))
            .exercise("penstock", PENSTOCK, to(Form.PLAIN, UNPACK))
            .on(unpacking(slow, Form.SEEKABLE_GZIP))
            .exercise("penstock-seekable-2", PENSTOCK, to(Form.PLAIN, Conversions::seekable)),
        pack("zstd", "Packing a log by zstd", fast)
            .command("zstd-1", by(Form.ZSTD, "zstd", "-q", "-3", "-T1", "-c"))
            .command("zstd-2", by(Form.ZSTD, "zstd", "-q", "-3", "-T2", "-c"))
            .exercise("penstock", PENSTOCK, penstock(Form.ZSTD, "zstd", 1))
            .exercise(PENSTOCK_2, PENSTOCK, penstock(Form.ZSTD, "zstd", 2))
            .goal(0.95, "penstock", "zstd-1")
            .goal(0.95, PENSTOCK_2, "zstd-2"),
        unpack("zstd", "Unpacking a log by zstd", fast, Form.ZSTD)
            .command("zstd", by(Form.PLAIN, "zstd", "-q", "-dc"))
            .exercise("penstock", PENSTOCK, to(Form.PLAIN, UNPACK))
            .on(unpacking(fast, Form.SEEKABLE_ZSTD))
            .exercise("penstock-seekable-2", PENSTOCK, to(Form.PLAIN, Conversions::seekable))
            .goal(0.95, "penstock", "zstd"),
        pack("lz4", "Packing a log by LZ4", fast)
            .command("lz4", by(Form.LZ4, "lz4", "-q", "-1", "-c"))
            .exercise("penstock", PENSTOCK, penstock(Form.LZ4, "lz4", 1))
            .exercise(PENSTOCK_2, PENSTOCK, penstock(Form.LZ4, "lz4", 2)),
        unpack("lz4", "Unpacking a log by LZ4", fast, Form.LZ4)
            .command("lz4", by(Form.PLAIN, "lz4", "-q", "-dc"))
            .exercise("penstock", PENSTOCK, to(Form.PLAIN, UNPACK)),
        slow("floppy", "a floppy disk", FLOPPY),
        slow("network", "a slow network", NETWORK));
  }

  @Override
  public List<String> advice(Findings findings) {
    List<String> sentences = new ArrayList<>();
    sentences.addAll(
        Findings.recommend(
            "Compress by zstd where nobody asks for gzip: it packs a log %.1f times as fast and"
                + " unpacks it %.1f times as fast.",
            findings.across("penstock", "files.pack.zstd", "files.pack.gzip"),
            findings.across("penstock", "files.unpack.zstd", "files.unpack.gzip")));
    sentences.addAll(
        Findings.recommend(
            "Compress what goes to a slow medium: to one of 60 KB/s a log goes %.1f times as fast"
                + " by gzip.",
            findings.ratio("files.pack.floppy", "penstock-gzip", "plain")));
    return sentences;
  }

  /// The article's case for compression: media much slower than the processor.
  private static Experiment slow(String name, String medium, int bytesPerSecond) {
    LogText log = new LogText(bytesPerSecond / 2);
    return Experiment.of(
            "files.pack." + name,
            String.format(
                Locale.ROOT,
                "Writing a log to %s of %,d KB/s, packed and plain",
                medium,
                bytesPerSecond / 1000),
            SOURCE,
            FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .on(Packed.work("files-slow", log, Form.PLAIN, Duration.ZERO))
        .exercise("plain", JDK, slowly(Form.PLAIN, bytesPerSecond, out -> out))
        .exercise("zip-output-stream", CLASSIC, slowly(Form.ZIP, bytesPerSecond, Form.ZIP::packing))
        .exercise(
            "gzip-output-stream", JDK, slowly(Form.GZIP, bytesPerSecond, GZIPOutputStream::new))
        .exercise("penstock-gzip", PENSTOCK, slowly(Form.GZIP, bytesPerSecond, Form.GZIP::packing))
        .exercise("penstock-zstd", PENSTOCK, slowly(Form.ZSTD, bytesPerSecond, Form.ZSTD::packing))
        .history("compressed to a floppy disk over plain, speed", 1.5, "x", "zip-output-stream")
        .remark(Packed.LOG)
        .remark("The medium is a file to which no more bytes pass in a second.");
  }

  private static Exercise slowly(
      Form form, int bytesPerSecond, CheckedFunction<OutputStream, OutputStream> packer) {
    return to(
        form,
        transfer(
            Files::newInputStream,
            to -> packer.apply(slowMedium(Files.newOutputStream(to), bytesPerSecond))));
  }

  /// A stream to which no more than some bytes a second pass.
  private static OutputStream slowMedium(OutputStream target, int bytesPerSecond) {
    return new FilterOutputStream(target) {
      private static final int PIECE = 512;

      private final double nanosPerByte = 1e9 / bytesPerSecond;
      private final long start = System.nanoTime();
      private long taken;

      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        for (int done = 0; done < count; done += PIECE) {
          int piece = Math.min(PIECE, count - done);
          out.write(bytes, from + done, piece);
          taken += piece;
          long due = start + Math.round(taken * nanosPerByte);
          for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
            LockSupport.parkNanos(due - now);
          }
        }
      }
    };
  }

  private static Experiment pack(String form, String title, LogText log) {
    return cached("files.pack." + form, title)
        .on(Packed.work("files-pack", log, Form.PLAIN, Duration.ZERO));
  }

  private static Experiment unpack(String name, String title, LogText log, Form form) {
    return cached("files.unpack." + name, title).on(unpacking(log, form));
  }

  private static TextWork unpacking(LogText log, Form form) {
    return Packed.work("files-unpack", log, form, Duration.ZERO);
  }

  private static Experiment cached(String id, String title) {
    return Experiment.of(id, title, SOURCE, FileState.CACHED)
        .remark(Packed.LOG)
        .remark("GB/s of content; from a file to a file.");
  }

  private static Copy transfer(
      CheckedFunction<Path, InputStream> source, CheckedFunction<Path, OutputStream> target) {
    return (from, to) -> {
      try (InputStream in = source.apply(from);
          OutputStream out = target.apply(to)) {
        in.transferTo(out);
      }
    };
  }

  /// By a program of the system.
  private static Exercise by(Form form, String... words) {
    return task -> session(form, Copy.byOutputOf(words), task);
  }

  private static Exercise to(Form form, Copy way) {
    return task -> session(form, way, task);
  }

  private static Exercise.Session session(Form form, Copy way, DrillTask task) {
    Path source = task.path();
    Path target = Path.of(task.meeting() + form.suffix());
    long crc = task.answer();
    Batch batch = new Batch(task);
    return Exercise.Session.measuring(
        _ -> Files.deleteIfExists(target),
        () -> {
          Files.deleteIfExists(target); // of a warm-up
          return batch.time(_ -> way.make(source, target));
        },
        () -> fault(form, target, crc),
        () -> Files.deleteIfExists(target));
  }

  /// @param crc of the content
  private static Optional<String> fault(Form form, Path target, long crc) throws IOException {
    try (InputStream content = form.content(target)) {
      return Packed.fault(Packed.crc(content), crc);
    } finally {
      Files.delete(target);
    }
  }

  /// The codec is looked up where it is needed: only workers have all of them.
  private static Exercise penstock(Form form, String codec, int threads) {
    return task -> {
      Packing packing = Packing.of(Codecs.named(codec)).withThreads(threads);
      return session(
          form,
          transfer(
              Files::newInputStream, to -> Compression.output(Files.newOutputStream(to), packing)),
          task);
    };
  }

  /// As the article does it.
  private static void zipStream(Path from, Path to) throws IOException {
    try (FileInputStream in = new FileInputStream(from.toFile());
        ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(to.toFile()))) {
      zip.putNextEntry(new ZipEntry(from.getFileName().toString()));
      byte[] buffer = new byte[ARTICLES_BUFFER];
      int n;
      while ((n = in.read(buffer)) != -1) {
        zip.write(buffer, 0, n);
      }
    }
  }

  private static void zipWriter(Path from, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(from);
        ZipWriter zip = new ZipWriter(Files.newOutputStream(to), ZipWriter.LEVELS.usual())) {
      zip.file(from.getFileName().toString(), Files.getLastModifiedTime(from), in);
    }
  }

  /// As the article does it.
  private static void unzipStream(Path from, Path to) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(new FileInputStream(from.toFile()));
        FileOutputStream out = new FileOutputStream(to.toFile())) {
      zip.getNextEntry();
      byte[] buffer = new byte[ARTICLES_BUFFER];
      int n;
      while ((n = zip.read(buffer, 0, ARTICLES_BUFFER)) != -1) {
        out.write(buffer, 0, n);
      }
    }
  }

  private static void zipArchive(Path from, Path to) throws IOException {
    try (ZipArchive zip = ZipArchive.open(from, Limits.defaults());
        InputStream in = zip.content(zip.items().getFirst());
        OutputStream out = Files.newOutputStream(to)) {
      in.transferTo(out);
    }
  }

  private static void seekable(Path from, Path to) throws IOException {
    try (SeekableFile file = SeekableFile.open(from, Limits.defaults());
        OutputStream out = Files.newOutputStream(to)) {
      file.transferTo(out, 2);
    }
  }
}
