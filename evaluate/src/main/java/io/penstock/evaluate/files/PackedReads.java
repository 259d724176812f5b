package io.penstock.evaluate.files;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.Hyperslab;
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
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
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
    Slab slab = new Slab(field);
    TextWork gzip = work(field, Form.SEEKABLE_GZIP);
    TextWork zstd = work(field, Form.SEEKABLE_ZSTD);
    return Experiment.of(
            "files.packed.slab",
            "Reading 64 x 64 floats of a packed .npy file",
            Conversions.SOURCE,
            FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .on(gzip)
        .exercise("gzip-input-stream", JDK, whole(slab, Form.GZIP))
        .on(zstd)
        .exercise(ZSTD, PEER, task -> reading(slab, command(slab), task), Programs::whole)
        .exercise("penstock-zstd-whole", PENSTOCK, whole(slab, Form.ZSTD))
        .on(work(field, Form.PLAIN))
        .exercise(
            "penstock-plain",
            PENSTOCK,
            task -> reading(slab, file -> read(slab, ArrayFile.open(file)), task))
        .on(gzip)
        .exercise(
            "penstock-gzip", PENSTOCK, task -> reading(slab, file -> frames(slab, file), task))
        .on(zstd)
        .exercise(
            "penstock-zstd", PENSTOCK, task -> reading(slab, file -> frames(slab, file), task))
        .remark(
            String.format(
                Locale.ROOT,
                "penstock-gzip and penstock-zstd decompress %d of %d frames, which each of"
                    + " their runs checks; gzip-input-stream, zstd and penstock-zstd-whole"
                    + " unpack them all.",
                slab.frames(FRAME),
                Math.ceilDiv(field.bytes(), (long) FRAME)))
        .remark(Packed.FIELD);
  }

  private static TextWork work(Field field, Form form) {
    return Packed.work("files-slab", field, form, Duration.ofMillis(20));
  }

  private static Exercise.Session reading(
      Slab slab, CheckedFunction<Path, float[]> way, DrillTask task) {
    Path file = task.path();
    AtomicReference<float[]> tile = new AtomicReference<>(slab.spoilt());
    return Exercise.Session.repeating(
        _ -> tile.setPlain(slab.spoilt()),
        new Batch(task),
        times -> {
          for (long i = 0; i < times; i++) {
            tile.setPlain(way.apply(file));
          }
        },
        () -> slab.fault(tile.getPlain()));
  }

  private static Exercise whole(Slab slab, Form form) {
    return task -> reading(slab, file -> slab.from(form.content(file)), task);
  }

  private static float[] read(Slab slab, ArrayFile file) throws IOException {
    try (file) {
      float[] tile = new float[slab.elements()];
      file.read(slab.selection(), tile);
      return tile;
    }
  }

  /// The file itself says how many frames it has decompressed.
  private static float[] frames(Slab slab, Path path) throws IOException {
    try (ArrayFile file = CompressedArrays.open(path)) {
      float[] tile = new float[slab.elements()];
      file.read(slab.selection(), tile);
      String said = file.explain();
      String expected = String.format(Locale.ROOT, "of which %d were", slab.frames(FRAME));
      if (!said.contains(expected)) {
        throw new IOException(String.format(Locale.ROOT, "not '%s', but: %s", expected, said));
      }
      return tile;
    }
  }

  private static CheckedFunction<Path, float[]> command(Slab slab) throws AbsentException {
    Commands.require(ZSTD);
    String[] words = {ZSTD, "-q", "-dc"};
    return file -> {
      Process process = Programs.builder(words, file).start();
      float[] tile = slab.from(process.getInputStream());
      Commands.end(ZSTD, process);
      return tile;
    };
  }

  /// A tile in the middle of a field.
  ///
  /// @param field of which it is
  private record Slab(Field field) {
    private static final int MOST_ROWS = 64;
    private static final int COLUMNS = 64;
    private static final int FIRST_COLUMN = (Field.COLUMNS - COLUMNS) / 2;

    private int rows() {
      return Math.min(MOST_ROWS, field.rows());
    }

    private int firstRow() {
      return (field.rows() - rows()) / 2;
    }

    Hyperslab selection() {
      return Hyperslab.at(firstRow(), FIRST_COLUMN).count(rows(), COLUMNS);
    }

    int elements() {
      return rows() * COLUMNS;
    }

    /// How many frames it takes, where the content is in frames of so many bytes: that of the
    /// header, and those from its first element to its last.
    long frames(int frameBytes) {
      long first = offset(firstRow(), FIRST_COLUMN) / frameBytes;
      long last = (offset(firstRow() + rows() - 1, FIRST_COLUMN + COLUMNS) - 1) / frameBytes;
      return last - first + 1 + (first > 0 ? 1 : 0);
    }

    private long offset(int row, int column) {
      return field.format().dataOffset() + ((long) row * Field.COLUMNS + column) * Float.BYTES;
    }

    /// Takes it from the whole content of the file, which is read to its end and closed.
    ///
    /// @throws EOFException if that comes too early
    float[] from(InputStream unbuffered) throws IOException {
      try (InputStream content = new BufferedInputStream(unbuffered, BUFFER)) {
        return read(content);
      }
    }

    private float[] read(InputStream content) throws IOException {
      content.skipNBytes(field.format().dataOffset());
      float[] tile = new float[elements()];
      byte[] row = new byte[Field.COLUMNS * Float.BYTES];
      for (int i = 0; i < field.rows(); i++) {
        if (content.readNBytes(row, 0, row.length) < row.length) {
          throw new EOFException("the content ends in row " + i);
        }
        int in = i - firstRow();
        if (in >= 0 && in < rows()) {
          ByteBuffer.wrap(row)
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer()
              .get(FIRST_COLUMN, tile, in * COLUMNS, COLUMNS);
        }
      }
      if (content.read() >= 0) {
        throw new IOException("the content goes on behind the last row");
      }
      return tile;
    }

    /// Says in one line where a tile differs from the field.
    Optional<String> fault(float[] tile) {
      return IntStream.range(0, elements())
          .filter(i -> tile[i] != expected(i))
          .mapToObj(
              i ->
                  String.format(
                      Locale.ROOT,
                      "element %d of the tile is %s instead of %s",
                      i,
                      tile[i],
                      expected(i)))
          .findFirst();
    }

    private float expected(int i) {
      return Field.value(firstRow() + i / COLUMNS, FIRST_COLUMN + i % COLUMNS);
    }

    /// A tile that is wrong everywhere.
    float[] spoilt() {
      float[] tile = new float[elements()];
      Arrays.fill(tile, Float.NaN);
      return tile;
    }
  }
}
