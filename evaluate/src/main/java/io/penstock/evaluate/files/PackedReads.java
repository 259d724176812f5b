package io.penstock.evaluate.files;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.compress.CompressedArrays;
import io.penstock.compress.Compression;
import io.penstock.compress.Limits;
import io.penstock.compress.SeekableFile;
import io.penstock.compress.ZipArchive;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.GZIPInputStream;

/// The cost of reading packed files: the whole content from a cold disk, and a tile of an array
/// from a file that is opened for it.
final class PackedReads implements Question {
  private static final int BUFFER = 64 << 10;

  private static final String ZSTD = "zstd";
  private static final long MOST = 256L << 20;

  /// The frames of seekable archives.
  private static final int FRAME = 1 << 20;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    return Stream.of(content(setting), tile(setting));
  }

  private static Experiment content(Setting setting) {
    LogText log = Packed.fast(setting);
    return Experiment.of(
            "files.packed.cold",
            "Reading a log, packed and plain, from a cold disk",
            Conversions.SOURCE,
            FileState.COLD)
        .on(work(log, Form.PLAIN))
        .pass("plain", JDK, text -> crc(Files.newInputStream(text.path())))
        .on(work(log, Form.ZIP))
        .pass("zip-input-stream", CLASSIC, text -> crc(Form.ZIP.content(text.path())))
        .pass("penstock-zip", PENSTOCK, text -> unzipped(text.path()))
        .on(work(log, Form.GZIP))
        .pass("gzip-input-stream", JDK, text -> gunzipped(text.path()))
        .pass("penstock-gzip", PENSTOCK, text -> unpacked(text.path()))
        .on(work(log, Form.ZSTD))
        .pass("penstock-zstd", PENSTOCK, text -> unpacked(text.path()))
        .on(work(log, Form.LZ4))
        .pass("penstock-lz4", PENSTOCK, text -> unpacked(text.path()))
        .on(work(log, Form.SEEKABLE_ZSTD))
        .pass("penstock-seekable-2", PENSTOCK, text -> seekable(text.path()))
        .remark(Packed.LOG)
        .remark("GB/s of content, whatever the file has.");
  }

  private static TextWork work(LogText log, Form form) {
    return Packed.work("files-read", log, form, Duration.ZERO);
  }

  private static long gunzipped(Path file) throws IOException {
    return crc(new GZIPInputStream(Files.newInputStream(file), BUFFER));
  }

  private static long unpacked(Path file) throws IOException {
    return crc(Compression.input(Files.newInputStream(file), file.toString(), Limits.defaults()));
  }

  private static long unzipped(Path file) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file, Limits.defaults())) {
      return crc(zip.content(zip.items().getFirst()));
    }
  }

  private static long crc(InputStream content) throws IOException {
    try (content) {
      return Packed.crc(content);
    }
  }

  private static long seekable(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (SeekableFile frames = SeekableFile.open(file, Limits.defaults());
        OutputStream out = new CheckedOutputStream(OutputStream.nullOutputStream(), crc)) {
      frames.transferTo(out, 2);
    }
    return crc.getValue();
  }

  // ---- a tile ----------------------------------------------------------------------------------

  private static Experiment tile(Setting setting) {
    Field field = Field.of(Math.min(setting.bytes(), MOST));
    TextWork gzip = work(field, Form.SEEKABLE_GZIP);
    TextWork zstd = work(field, Form.SEEKABLE_ZSTD);
    return Experiment.of(
            "files.packed.slab",
            "Reading 64 x 64 floats of a packed .npy file",
            Conversions.SOURCE,
            FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .on(gzip)
        .exercise("gzip-input-stream", JDK, whole(field, Form.GZIP))
        .on(zstd)
        .command(ZSTD, task -> reading(field, command(field), task))
        .exercise("penstock-zstd-whole", PENSTOCK, whole(field, Form.ZSTD))
        .on(work(field, Form.PLAIN))
        .exercise(
            "penstock-plain",
            PENSTOCK,
            task -> reading(field, file -> read(field, ArrayFile.open(file)), task))
        .on(gzip)
        .exercise("penstock-gzip", PENSTOCK, frames(field))
        .on(zstd)
        .exercise("penstock-zstd", PENSTOCK, frames(field))
        .remark(
            String.format(
                Locale.ROOT,
                "penstock-gzip and penstock-zstd decompress %d of %d frames, which is checked"
                    + " after each of their runs; gzip-input-stream, zstd and penstock-zstd-whole"
                    + " unpack them all.",
                field.framesOfTile(FRAME),
                Math.ceilDiv(field.bytes(), (long) FRAME)))
        .remark(Packed.FIELD);
  }

  private static TextWork work(Field field, Form form) {
    return Packed.work("files-slab", field, form, Duration.ofMillis(20));
  }

  private static Exercise.Session reading(
      Field field, CheckedFunction<Path, float[]> way, DrillTask task) {
    return reading(field, way, task, Optional::empty);
  }

  /// @param others is asked what else is wrong, after each run
  private static Exercise.Session reading(
      Field field,
      CheckedFunction<Path, float[]> way,
      DrillTask task,
      Callable<Optional<String>> others) {
    Path file = task.path();
    AtomicReference<float[]> tile = new AtomicReference<>(field.spoiltTile());
    return Exercise.Session.repeating(
        _ -> tile.setPlain(field.spoiltTile()),
        new Batch(task),
        times -> {
          for (long i = 0; i < times; i++) {
            tile.setPlain(way.apply(file));
          }
        },
        () -> {
          Optional<String> wrong = field.faultOfTile(tile.getPlain());
          return wrong.isPresent() ? wrong : others.call();
        });
  }

  private static Exercise whole(Field field, Form form) {
    return task -> reading(field, file -> field.tileOf(form.content(file)), task);
  }

  private static float[] read(Field field, ArrayFile file) throws IOException {
    try (file) {
      float[] tile = new float[field.tileElements()];
      file.read(field.tile(), tile);
      return tile;
    }
  }

  private static Exercise frames(Field field) {
    return task ->
        reading(
            field,
            file -> read(field, CompressedArrays.open(file)),
            task,
            () -> faultOfFrames(field, task.path()));
  }

  /// The file itself says how many frames it has decompressed for the tile. It is read once more
  /// for that, since to say so takes time.
  private static Optional<String> faultOfFrames(Field field, Path path) throws IOException {
    try (ArrayFile file = CompressedArrays.open(path)) {
      file.read(field.tile(), new float[field.tileElements()]);
      String said = file.explain();
      String expected = String.format(Locale.ROOT, "of which %d were", field.framesOfTile(FRAME));
      return said.contains(expected)
          ? Optional.empty()
          : Optional.of(String.format(Locale.ROOT, "not '%s', but: %s", expected, said));
    }
  }

  private static CheckedFunction<Path, float[]> command(Field field) throws AbsentException {
    Commands.require(ZSTD);
    List<String> words = List.of(ZSTD, "-q", "-dc");
    return file -> {
      Process process =
          new ProcessBuilder(Commands.withFiles(words, file))
              .redirectError(Redirect.INHERIT)
              .start();
      float[] tile = field.tileOf(process.getInputStream());
      Commands.end(ZSTD, process);
      return tile;
    };
  }
}
