package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TranspositionTest {
  private static final int AHEAD = 3;

  @TempDir Path folder;

  // Columns that are shorter and longer than a band, fit a chunk many times, once and not at all.
  @ParameterizedTest
  @CsvSource({"33, 200", "31, 200", "1000, 300", "40000, 5", "70000, 3"})
  void fortranOrderFilesHoldTheColumnsOneAfterTheOther(int rows, int columns) throws IOException {
    Path path = folder.resolve("f");
    Raw format =
        Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, Shape.of(rows, columns))
            .withStorage(StorageOrder.COLUMN_MAJOR);
    Hyperslab all = Hyperslab.all(format.shape());
    int[] array = new int[AHEAD + rows * columns];
    for (int i = 0; i < rows * columns; i++) {
      array[AHEAD + i] = i;
    }
    try (ArrayFile file = ArrayFile.create(path, format, Creation.whenComplete())) {
      file.write(all, array, AHEAD);
    }

    IntBuffer stored = ByteBuffer.wrap(Files.readAllBytes(path)).asIntBuffer();
    for (int column = 0; column < columns; column++) {
      for (int row = 0; row < rows; row++) {
        assertThat(stored.get()).isEqualTo(row * columns + column);
      }
    }
    int[] again = new int[array.length];
    try (ArrayFile file = ArrayFile.open(path, format)) {
      file.read(all, again, AHEAD);
    }
    assertThat(again).isEqualTo(array);
  }
}
