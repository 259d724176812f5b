package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.testing.Python;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// An array of 2^31 + 1 doubles, 16 GiB, in a file of holes: no element and no byte is out of reach
/// of any engine, and what was never written takes no place.
class GiantArrayTest {
  private static final long SIZE = (1L << 31) + 1;

  /// The first elements on either side of what an `int` counts, of elements or of bytes, signed or
  /// not; the last one is the array's last.
  private static final long[] BORDERS = {
    0, (1L << 28) - 1, 1L << 28, (1L << 29) - 1, 1L << 29, (1L << 31) - 1, 1L << 31
  };

  @TempDir(factory = BuildFolder.class)
  Path folder;

  static Stream<Arguments> files() {
    return Engines.usable()
        .flatMap(
            engine ->
                Stream.of(
                        Raw.of(ElementType.DOUBLE, ByteOrder.BIG_ENDIAN, Shape.of(SIZE)),
                        Npy.of(ElementType.DOUBLE, Shape.of(SIZE)))
                    .map(format -> Arguments.of(engine, format)));
  }

  private Path create(FileEngine engine, Format format) throws IOException {
    Path file = folder.resolve("giant");
    ArrayFile.create(file, format, Creation.inPlace().sparse().withEngine(engine)).close();
    return file;
  }

  private static ArrayFile open(Path file, Format format, Access access) throws IOException {
    return switch (format) {
      case Raw raw -> ArrayFile.open(file, raw, access);
      case Npy _ -> ArrayFile.open(file, access);
    };
  }

  /// What Java's own simplest means find at an element.
  private static double stored(Path file, Format format, long element) throws IOException {
    try (RandomAccessFile plain = new RandomAccessFile(file.toFile(), "r")) {
      plain.seek(format.dataOffset() + element * Double.BYTES);
      long bits = plain.readLong();
      return Double.longBitsToDouble(
          format.order() == ByteOrder.BIG_ENDIAN ? bits : Long.reverseBytes(bits));
    }
  }

  /// Mebibytes on the device.
  private static long placeTaken(Path file) throws IOException {
    Process du = new ProcessBuilder("du", "-m", file.toString()).start();
    try (var lines = du.inputReader()) {
      return Long.parseLong(lines.readAllLines().getFirst().split("\\s", 2)[0]);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void bothEndsAndEveryBorderAreWrittenAndRead(FileEngine engine, Format format)
      throws IOException {
    Path file = create(engine, format);
    assertThat(file).hasSize(format.dataOffset() + SIZE * Double.BYTES);
    try (ArrayFile array = open(file, format, Access.readWrite().withEngine(engine))) {
      assertThat(array.shape()).isEqualTo(Shape.of(SIZE));
      for (long border : BORDERS) {
        array.writeAt(border, new double[] {border + 0.5}, 0, 1);
      }
      double[] found = new double[5];
      for (long border : BORDERS) {
        long first = Math.clamp(border - 2, 0, SIZE - 5);
        array.readAt(first, found, 0, 5);
        for (int i = 0; i < 5; i++) {
          assertThat(found[i]).isEqualTo(expected(first + i));
        }
      }
    }
    for (long border : BORDERS) {
      assertThat(stored(file, format, border)).isEqualTo(border + 0.5);
    }
    assertThat(placeTaken(file)).isLessThan(64);
  }

  private static double expected(long element) {
    for (long border : BORDERS) {
      if (border == element) {
        return border + 0.5;
      }
    }
    return 0;
  }

  @ParameterizedTest
  @MethodSource("files")
  void selectionsReachAcrossTheBorderAndFromEndToEnd(FileEngine engine, Format format)
      throws IOException {
    Path file = create(engine, format);
    Hyperslab across = Hyperslab.at((1L << 31) - 3).count(4);
    Hyperslab far = Hyperslab.at(0).count(5).stride(1L << 29);
    double[] values = {1, 2, 3, 4, 5};
    try (ArrayFile array = open(file, format, Access.readWrite().withEngine(engine))) {
      array.write(far, values);
      array.write(across, values);
      double[] found = new double[5];
      array.read(far, found);
      assertThat(found).containsExactly(1, 2, 3, 4, 4);
      array.read(across, found);
      assertThat(found).containsExactly(1, 2, 3, 4, 4);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> array.readAt(SIZE - 4, found, 0, 5))
          .withMessage(
              "5 elements from element %d on are not all in %s, which has %d"
                  .formatted(SIZE - 4, file, SIZE));
    }
    assertThat(stored(file, format, (1L << 31) - 1)).isEqualTo(3);
    assertThat(stored(file, format, 1L << 31)).isEqualTo(4);
    assertThat(stored(file, format, 1L << 29)).isEqualTo(2);
    assertThat(placeTaken(file)).isLessThan(64);
  }

  @ParameterizedTest
  @MethodSource("files")
  void segmentsReachAcrossTheBorder(FileEngine engine, Format format) throws IOException {
    Path file = create(engine, format);
    int count = 1000;
    long first = (1L << 31) - count + 1;
    try (ArrayFile array = open(file, format, Access.readWrite().withEngine(engine));
        Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocate(ValueLayout.JAVA_DOUBLE, count);
      for (int i = 0; i < count; i++) {
        values.setAtIndex(ValueLayout.JAVA_DOUBLE, i, i);
      }
      array.writeAt(first, values);
      MemorySegment found = arena.allocate(ValueLayout.JAVA_DOUBLE, count);
      array.readAt(first, found);
      assertThat(found.mismatch(values)).isEqualTo(-1);
    }
    assertThat(stored(file, format, first + 17)).isEqualTo(17);
  }

  @ParameterizedTest
  @MethodSource("files")
  void theViewReachesFromEndToEnd(FileEngine engine, Format format) throws IOException {
    Path file = create(engine, format);
    ValueLayout.OfDouble layout = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(format.order());
    try (ArrayFile array = open(file, format, Access.readWrite().withEngine(engine));
        Arena arena = Arena.ofShared()) {
      MemorySegment view = array.map(arena);
      assertThat(view.byteSize()).isEqualTo(SIZE * Double.BYTES);
      for (long border : BORDERS) {
        array.writeAt(border, new double[] {border + 0.5}, 0, 1);
        assertThat(view.getAtIndex(layout, border)).isEqualTo(border + 0.5);
      }
      MemorySegment end = array.map((1L << 31) - 1, 2, arena);
      assertThat(end.getAtIndex(layout, 1)).isEqualTo((1L << 31) + 0.5);
    }
    assertThat(file).hasSize(format.dataOffset() + SIZE * Double.BYTES);
    assertThat(placeTaken(file)).isLessThan(64);
  }

  @Test
  void numpyReadsTheEndsOfAGiantFile() throws IOException {
    Npy format = Npy.of(ElementType.DOUBLE, Shape.of(SIZE));
    Path file = create(FileEngines.auto(), format);
    try (ArrayFile array = ArrayFile.open(file, Access.readWrite())) {
      array.writeAt(0, new double[] {1.5}, 0, 1);
      array.writeAt(SIZE - 2, new double[] {2.5, 3.5}, 0, 2);
    }
    assertThat(
            Python.withNumpy()
                .run(
                    "import numpy, sys; a = numpy.load(sys.argv[1], mmap_mode='r'); print(a.shape, a[0], a[1], a[-2], a[-1])",
                    List.of(),
                    file.toString()))
        .containsExactly("(2147483649,) 1.5 0.0 2.5 3.5");
  }
}
