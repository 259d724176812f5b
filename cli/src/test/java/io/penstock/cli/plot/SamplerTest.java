package io.penstock.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.Slicing;
import io.penstock.cli.array.TaskTeam;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SamplerTest {
  @TempDir private Path folder;

  private Path write(StorageOrder storage, Shape shape, double... values) throws IOException {
    Path file = folder.resolve("a.npy");
    Npy format = Npy.of(DataType.FLOAT64, ByteOrder.BIG_ENDIAN, shape, storage);
    try (ArrayFile array = ArrayFile.create(file, format, Creation.whenComplete())) {
      array.write(values);
    }
    return file;
  }

  private static Grid sample(Path file, String slices, int rows, int columns) throws IOException {
    try (ArrayFile array = ArrayFile.open(file, Access.read().withThreads(1))) {
      Cut cut = Slicing.parse(slices).of(array.shape());
      return Sampler.sample(array, cut, rows, columns, new TaskTeam(2), bytes -> {});
    }
  }

  @ParameterizedTest
  @EnumSource(StorageOrder.class)
  void aCellSumsUpWhatFallsIntoIt(StorageOrder storage) throws IOException {
    double[] values = new Random(1).doubles(50 * 70).toArray();
    Path file = write(storage, Shape.of(50, 70), values);
    Grid grid = sample(file, "...", 7, 9);
    for (int row = 0; row < 7; row++) {
      for (int column = 0; column < 9; column++) {
        int top = 50 * row / 7;
        int left = 70 * column / 9;
        Range range = Range.EMPTY;
        double sum = 0;
        int count = 0;
        for (int y = top; y < 50 * (row + 1) / 7; y++) {
          for (int x = left; x < 70 * (column + 1) / 9; x++) {
            range = range.with(values[y * 70 + x]);
            sum += values[y * 70 + x];
            count++;
          }
        }
        assertThat(grid.mean(row, column)).isCloseTo(sum / count, within(1e-12));
        assertThat(grid.min(row, column)).isEqualTo(range.low());
        assertThat(grid.max(row, column)).isEqualTo(range.high());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"ROW_MAJOR, 3, 300000", "COLUMN_MAJOR, 300000, 3", "ROW_MAJOR, 300000, 3"})
  void linesThatAreLongerThanAPieceAreTakenWhole(StorageOrder storage, int rows, int columns)
      throws IOException {
    double[] values = new double[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = i / columns + i % columns;
    }
    Grid grid = sample(write(storage, Shape.of(rows, columns), values), "...", 2, 2);
    assertThat(grid.extremes()).isEqualTo(new Range(0, rows + columns - 2.0));
    assertThat(grid.mean(0, 0))
        .isCloseTo((rows / 2 - 1) / 2.0 + (columns / 2 - 1) / 2.0, within(1e-6));
  }

  @Test
  void aLineIsDrawnInTheOrderOfItsSlice() throws IOException {
    Path file = write(StorageOrder.ROW_MAJOR, Shape.of(6), 0, 1, 2, 3, Double.NaN, 5);
    Grid grid = sample(file, "::-1", 1, 100);
    assertThat(grid.columns()).isEqualTo(6);
    assertThat(grid.mean(0, 0)).isEqualTo(5);
    assertThat(grid.isBlank(0, 1)).isTrue();
    assertThat(grid.mean(0, 5)).isZero();
  }

  @Test
  void cellsAreNearlyEqualAndNeverEmpty() {
    for (long extent : new long[] {1, 2, 99, 100, 101, 12345, Long.MAX_VALUE}) {
      int cells = (int) Math.min(100, extent);
      assertThat(Grid.edge(extent, cells, 0)).isZero();
      assertThat(Grid.edge(extent, cells, cells)).isEqualTo(extent);
      for (int cell = 0; cell < cells; cell++) {
        long first = Grid.edge(extent, cells, cell);
        long end = Grid.edge(extent, cells, cell + 1);
        assertThat(end).isGreaterThan(first);
        assertThat(Grid.cell(extent, cells, first)).isEqualTo(cell);
        assertThat(Grid.cell(extent, cells, end - 1)).isEqualTo(cell);
      }
    }
  }
}
