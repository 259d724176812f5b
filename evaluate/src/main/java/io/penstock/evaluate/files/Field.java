package io.penstock.evaluate.files;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.evaluate.text.Draws;
import io.penstock.file.Npy;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// A `.npy` file with a field as instruments measure it: smooth waves, noise, and hundredths as the
/// least step; a float each.
///
/// @param rows of [#COLUMNS] floats
record Field(int rows) implements Corpus {
  static final int COLUMNS = 1024;

  private static final double STEPS = 100;
  private static final int NOISE = 64;
  private static final int ROW_WAVE = 300;
  private static final int COLUMN_WAVE = 90;
  private static final double HEIGHT = 1500;

  private static final int MOST_TILE_ROWS = 64;
  private static final int TILE_COLUMNS = 64;
  private static final int FIRST_TILE_COLUMN = (COLUMNS - TILE_COLUMNS) / 2;
  private static final int BUFFER = 64 << 10;

  /// @throws IllegalArgumentException if there is no row
  Field {
    if (rows < 1) {
      throw new IllegalArgumentException("a field of " + rows + " rows");
    }
  }

  /// One that takes about so many bytes.
  static Field of(long bytes) {
    return new Field(Math.toIntExact(Math.max(1, bytes / (COLUMNS * Float.BYTES))));
  }

  Npy format() {
    return Npy.of(ElementType.FLOAT, Shape.of(rows, COLUMNS));
  }

  @Override
  public long bytes() {
    return format().dataOffset() + format().dataBytes();
  }

  @Override
  public String fileName() {
    return "field-" + rows + ".npy";
  }

  @Override
  public Map<String, Long> write(OutputStream out) throws IOException {
    out.write(format().header());
    ByteBuffer row = ByteBuffer.allocate(COLUMNS * Float.BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < rows; i++) {
      row.clear();
      for (int k = 0; k < COLUMNS; k++) {
        row.putFloat(value(i, k));
      }
      out.write(row.array());
    }
    return Map.of();
  }

  /// What was measured at a place.
  static float value(int row, int column) {
    double wave = Math.sin((double) row / ROW_WAVE) + Math.sin((double) column / COLUMN_WAVE);
    int noise = Draws.below(NOISE, (long) row * COLUMNS + column);
    return (float) ((Math.rint(HEIGHT * wave) + noise) / STEPS);
  }

  // ---- a tile in its middle --------------------------------------------------------------------

  private int tileRows() {
    return Math.min(MOST_TILE_ROWS, rows);
  }

  private int firstTileRow() {
    return (rows - tileRows()) / 2;
  }

  /// A tile in the middle.
  Hyperslab tile() {
    return Hyperslab.at(firstTileRow(), FIRST_TILE_COLUMN).count(tileRows(), TILE_COLUMNS);
  }

  int tileElements() {
    return tileRows() * TILE_COLUMNS;
  }

  /// How many frames the tile takes, where the content is in frames of so many bytes: that of the
  /// header, and those from its first element to its last.
  long framesOfTile(int frameBytes) {
    long first = offset(firstTileRow(), FIRST_TILE_COLUMN) / frameBytes;
    long end = offset(firstTileRow() + tileRows() - 1, FIRST_TILE_COLUMN + TILE_COLUMNS);
    long last = (end - 1) / frameBytes;
    return last - first + 1 + (first > 0 ? 1 : 0);
  }

  private long offset(int row, int column) {
    return format().dataOffset() + ((long) row * COLUMNS + column) * Float.BYTES;
  }

  /// Takes the tile from the whole content of the file, which is read to its end and closed.
  ///
  /// @throws EOFException if that comes too early
  float[] tileOf(InputStream unbuffered) throws IOException {
    try (InputStream content = new BufferedInputStream(unbuffered, BUFFER)) {
      return readTile(content);
    }
  }

  private float[] readTile(InputStream content) throws IOException {
    content.skipNBytes(format().dataOffset());
    float[] tile = new float[tileElements()];
    byte[] row = new byte[COLUMNS * Float.BYTES];
    for (int i = 0; i < rows; i++) {
      if (content.readNBytes(row, 0, row.length) < row.length) {
        throw new EOFException("the content ends in row " + i);
      }
      int in = i - firstTileRow();
      if (in >= 0 && in < tileRows()) {
        ByteBuffer.wrap(row)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer()
            .get(FIRST_TILE_COLUMN, tile, in * TILE_COLUMNS, TILE_COLUMNS);
      }
    }
    if (content.read() >= 0) {
      throw new IOException("the content goes on behind the last row");
    }
    return tile;
  }

  /// Says in one line where a tile differs from the field's.
  Optional<String> faultOfTile(float[] tile) {
    return IntStream.range(0, tileElements())
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
    return value(firstTileRow() + i / TILE_COLUMNS, FIRST_TILE_COLUMN + i % TILE_COLUMNS);
  }

  /// A tile that is wrong everywhere.
  float[] spoiltTile() {
    float[] tile = new float[tileElements()];
    Arrays.fill(tile, Float.NaN);
    return tile;
  }
}
