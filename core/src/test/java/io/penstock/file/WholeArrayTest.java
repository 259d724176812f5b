package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are read or written whole by one line.
class WholeArrayTest {
  @TempDir Path folder;

  private Path written(Object array, int length) throws IOException {
    Path file = folder.resolve("a.npy");
    Npy.write(file, Shape.of(length), Elements.of(array));
    return file;
  }

  @Test
  void arraysOfEveryTypeComeBack() throws IOException {
    assertThat(Npy.readBytes(written(new byte[] {1, -2}, 2))).containsExactly(1, -2);
    assertThat(Npy.readShorts(written(new short[] {1, -2}, 2))).isEqualTo(new short[] {1, -2});
    assertThat(Npy.readChars(written(new char[] {1, 0xffff}, 2))).containsExactly('\1', '\uffff');
    assertThat(Npy.readInts(written(new int[] {1, -2}, 2))).containsExactly(1, -2);
    assertThat(Npy.readLongs(written(new long[] {1, -2}, 2))).containsExactly(1, -2);
    assertThat(Npy.readFloats(written(new float[] {1, -2}, 2))).containsExactly(1, -2);
    assertThat(Npy.readDoubles(written(new double[] {1, -2}, 2))).containsExactly(1, -2);
    assertThat(Npy.readDoubles(written(new double[0], 0))).isEmpty();
  }

  @Test
  void arraysOfEveryTypeAreWrittenAsTheyAre() throws IOException {
    Path file = folder.resolve("b.npy");
    Shape two = Shape.of(2);
    Npy.write(file, two, new byte[] {1, -2});
    assertThat(Npy.readBytes(file)).containsExactly(1, -2);
    Npy.write(file, two, new short[] {1, -2});
    assertThat(Npy.readShorts(file)).isEqualTo(new short[] {1, -2});
    Npy.write(file, two, new char[] {1, 0xffff});
    assertThat(Npy.readChars(file)).containsExactly('\1', '\uffff');
    Npy.write(file, two, new int[] {1, -2});
    assertThat(Npy.readInts(file)).containsExactly(1, -2);
    Npy.write(file, two, new long[] {1, -2});
    assertThat(Npy.readLongs(file)).containsExactly(1, -2);
    Npy.write(file, two, new float[] {1, -2});
    assertThat(Npy.readFloats(file)).containsExactly(1, -2);
    Npy.write(file, two, new double[] {1, -2});
    assertThat(Npy.readDoubles(file)).containsExactly(1, -2);
  }

  @Test
  void theOrderOfTheFileIsNotThatOfTheArray() throws IOException {
    Path file = folder.resolve("f.npy");
    Npy format =
        Npy.of(DataType.INT32, ByteOrder.BIG_ENDIAN, Shape.of(2, 3), StorageOrder.COLUMN_MAJOR);
    int[] values = {1, 2, 3, 4, 5, 6};
    try (ArrayFile array = ArrayFile.create(file, format, Creation.whenComplete())) {
      array.write(values);
    }
    assertThat(Npy.readInts(file)).isEqualTo(values);
  }

  @Test
  void otherTypesAreRefusedWithTheirName() throws IOException {
    Path file = written(new float[3], 3);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Npy.readDoubles(file))
        .withMessageContainingAll(file.toString(), "float32", "float", "double")
        .withMessageNotContaining("\n");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Npy.readInts(folder.resolve("none")));
  }

  @Test
  void arraysThatAreTooLongForJavaAreRefused() throws IOException {
    Path file = folder.resolve("long.npy");
    Npy format = Npy.of(ElementType.BYTE, Shape.of(1L << 31));
    try (ArrayFile array = ArrayFile.create(file, format, Creation.whenComplete().sparse())) {
      array.complete();
    }
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> Npy.readBytes(file))
        .withMessageContainingAll(file.toString(), "2147483648", "ArrayFile");
  }

  @Test
  void arraysOfAnotherLengthThanTheShapeAreNotWritten() {
    Path file = folder.resolve("none.npy");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Npy.write(file, Shape.of(2, 3), new int[5]))
        .withMessageContaining("5 elements");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Npy.write(file, Shape.of(1), Elements.of(new boolean[1])));
    assertThat(file).doesNotExist();
  }

  @Test
  void aRawFileIsAllItsNumbers() throws IOException {
    Path file = Files.write(folder.resolve("raw"), new byte[] {0, 1, 0, 2, 0, 3});
    try (ArrayFile array = ArrayFile.open(file, ElementType.SHORT, ByteOrder.BIG_ENDIAN)) {
      assertThat(array.shape()).isEqualTo(Shape.of(3));
      short[] values = new short[3];
      array.read(values);
      assertThat(values).isEqualTo(new short[] {1, 2, 3});
    }
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> ArrayFile.open(file, ElementType.INT, ByteOrder.BIG_ENDIAN))
        .withMessageContaining(file + ", byte 4: 2 bytes are left over");
    Files.write(file, new byte[0]);
    try (ArrayFile array = ArrayFile.open(file, ElementType.LONG, ByteOrder.nativeOrder())) {
      assertThat(array.shape()).isEqualTo(Shape.of(0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "posix", "channel"})
  @EnabledOnOs(OS.LINUX)
  void aFileThatHasBytesAndTellsNoSizeIsNotTakenForAnEmptyOne(String engine) {
    Access access = Access.read().withEngine(FileEngines.named(engine));
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(
            () ->
                ArrayFile.open(
                    Path.of("/proc/version"), ElementType.BYTE, ByteOrder.nativeOrder(), access))
        .withMessageContainingAll("/proc/version", "there are bytes", "a size of 0");
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void anEmptyFileHasNoElements(FileEngine engine) throws IOException {
    Path file = Files.createFile(folder.resolve("empty"));
    Access access = Access.read().withEngine(engine);
    try (ArrayFile array =
        ArrayFile.open(file, ElementType.BYTE, ByteOrder.nativeOrder(), access)) {
      assertThat(array.shape()).isEqualTo(Shape.of(0));
    }
  }
}
