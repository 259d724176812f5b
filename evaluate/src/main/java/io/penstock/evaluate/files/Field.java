package io.penstock.evaluate.files;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.evaluate.text.Draws;
import io.penstock.file.Npy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

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
}
