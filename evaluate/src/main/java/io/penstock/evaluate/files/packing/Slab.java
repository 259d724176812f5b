package io.penstock.evaluate.files.packing;

import io.penstock.array.Hyperslab;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// A tile in the middle of a field.
///
/// @param field of which it is
record Slab(Field field) {
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

  /// How many frames it takes, where the content is in frames of so many bytes: that of the header,
  /// and those from its first element to its last.
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
