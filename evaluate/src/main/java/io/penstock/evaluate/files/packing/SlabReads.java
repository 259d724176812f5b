package io.penstock.evaluate.files.packing;

import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PEER;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.array.Hyperslab;
import io.penstock.compress.CompressedArrays;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Pass;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.file.ArrayFile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The cost of reading a tile of an array from a packed file that is opened for it.
public final class SlabReads implements Question {
  private static final String ZSTD = "zstd";
  private static final int BUFFER = 64 << 10;
  private static final long MOST = 256L << 20;

  /// The frames of seekable archives.
  private static final int FRAME = 1 << 20;

  /// A question without state.
  public SlabReads() {}

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Field field = Field.of(Math.min(setting.bytes(), MOST));
    TextWork gzip = work(field, Form.SEEKABLE_GZIP);
    TextWork zstd = work(field, Form.SEEKABLE_ZSTD);
    return Stream.of(
        Experiment.of(
                "files.packed.slab",
                "Reading 64 x 64 floats of a packed .npy file",
                Conversions.SOURCE,
                FileState.CACHED)
            .measuring(Measure.MILLISECONDS)
            .on(gzip)
            .exercise("gzip-input-stream", JDK, of(field, () -> whole(Form.GZIP)))
            .on(zstd)
            .exercise(ZSTD, PEER, of(field, SlabReads::command), Programs::whole)
            .exercise("penstock-zstd-whole", PENSTOCK, of(field, () -> whole(Form.ZSTD)))
            .on(work(field, Form.PLAIN))
            .exercise(
                "penstock-plain",
                PENSTOCK,
                of(field, () -> (slab, file) -> read(slab, ArrayFile.open(file))))
            .on(gzip)
            .exercise("penstock-gzip", PENSTOCK, of(field, () -> SlabReads::frames))
            .on(zstd)
            .exercise("penstock-zstd", PENSTOCK, of(field, () -> SlabReads::frames))
            .remark(
                String.format(
                    Locale.ROOT,
                    "penstock-gzip and penstock-zstd decompress %d of %d frames, which each of their"
                        + " runs checks; gzip-input-stream, zstd and penstock-zstd-whole unpack them"
                        + " all.",
                    new Slab(field).frames(FRAME),
                    Math.ceilDiv(field.bytes(), (long) FRAME)))
            .remark(Packed.FIELD));
  }

  private static TextWork work(Field field, Form form) {
    return Packed.work("files-slab", field, form, Duration.ofMillis(20));
  }

  /// A way of reading that this machine may lack.
  private interface Way {
    Reading get() throws AbsentException;
  }

  /// The reading of a tile.
  @FunctionalInterface
  private interface Reading {
    float[] of(Slab slab, Path file) throws IOException, InterruptedException;
  }

  private static Exercise of(Field field, Way way) {
    return task ->
        new Reads(new Pass.Text(task).path(), new Slab(field), way.get(), new Batch(task));
  }

  private static Reading whole(Form form) {
    return (slab, file) -> whole(slab, file, form);
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

  private static float[] whole(Slab slab, Path file, Form form) throws IOException {
    try (InputStream content = new BufferedInputStream(form.content(file), BUFFER)) {
      return slab.from(content);
    }
  }

  private static Reading command() throws AbsentException {
    Commands.require(ZSTD);
    return (slab, file) -> {
      float[][] tile = new float[1][];
      Programs.pipe(
          output -> tile[0] = slab.from(new BufferedInputStream(output, BUFFER)),
          file,
          ZSTD,
          "-q",
          "-dc");
      return tile[0];
    };
  }

  /// Reads, one after the other, and the last tile.
  private static final class Reads implements Exercise.Session {
    private final Path file;
    private final Slab slab;
    private final Reading way;
    private final Batch batch;
    private float[] tile = {};

    private Reads(Path file, Slab slab, Reading way, Batch batch) {
      this.file = file;
      this.slab = slab;
      this.way = way;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) {
      tile = new float[slab.elements()];
      Slab.spoil(tile);
    }

    @Override
    public io.penstock.evaluate.run.Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) throws Exception {
      for (long i = 0; i < times; i++) {
        tile = way.of(slab, file);
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      return slab.fault(tile);
    }

    @Override
    public void close() {}
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

    /// Takes it from the whole content of the file, which is read to its end.
    ///
    /// @throws EOFException if that comes too early
    float[] from(InputStream content) throws IOException {
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

    /// Makes a tile wrong everywhere.
    static void spoil(float[] tile) {
      Arrays.fill(tile, Float.NaN);
    }
  }
}
