package io.penstock.evaluate.files.packing;

import io.penstock.compress.CompressedArrays;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.SystemPrograms;
import io.penstock.evaluate.run.TextWork;
import io.penstock.file.ArrayFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Reading a tile of an array from a file that is opened for it, in the way that the task names.
final class SlabReads implements Exercise {
  static final String DRILL = "files-slab";
  static final String ROWS = "rows";
  static final String PLAIN = "penstock-plain";
  static final String GZIP = "penstock-gzip";
  static final String ZSTD = "penstock-zstd";
  static final String GZIP_STREAM = "gzip-input-stream";
  static final String WHOLE = "penstock-zstd-whole";
  static final String COMMAND = "zstd";

  private static final int BUFFER = 64 << 10;

  /// Reads the tile.
  @FunctionalInterface
  private interface Way {
    float[] of(Slab slab, Path file) throws IOException, InterruptedException;
  }

  @Override
  public Session prepare(DrillTask task) throws Exception {
    return new Reads(
        Path.of(task.drill().option(TextWork.FILE)),
        new Slab(new Field(Integer.parseInt(task.drill().option(ROWS)))),
        way(task.drill().option(Conversions.WAY)),
        new Batch(task));
  }

  private static Way way(String name) throws AbsentException {
    return switch (name) {
      case PLAIN -> (slab, file) -> read(slab, ArrayFile.open(file));
      case GZIP, ZSTD -> SlabReads::frames;
      case GZIP_STREAM -> (slab, file) -> whole(slab, file, Form.GZIP);
      case WHOLE -> (slab, file) -> whole(slab, file, Form.ZSTD);
      case COMMAND -> command();
      default -> throw new IllegalArgumentException("no such way: " + name);
    };
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
      String expected =
          String.format(Locale.ROOT, "of which %d were", slab.frames(PackingExperiments.FRAME));
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

  private static Way command() throws AbsentException {
    SystemPrograms.require(COMMAND);
    return (slab, file) -> {
      float[][] tile = new float[1][];
      Programs.pipe(
          output -> tile[0] = slab.from(new BufferedInputStream(output, BUFFER)),
          file,
          COMMAND,
          "-q",
          "-dc");
      return tile[0];
    };
  }

  /// Reads, one after the other, and the last tile.
  private static final class Reads implements Session {
    private final Path file;
    private final Slab slab;
    private final Way way;
    private final Batch batch;
    private float[] tile = {};

    private Reads(Path file, Slab slab, Way way, Batch batch) {
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
    public Reading run() throws Exception {
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
}
