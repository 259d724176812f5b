package io.penstock.compress;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.FormatException;
import io.penstock.file.Npy;
import io.penstock.file.Publication;
import io.penstock.file.TransferException;
import io.penstock.testing.Python;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Array files in seekable archives: read as any array file, frame by frame.
class CompressedArraysTest {
  private static final int ROWS = 64;
  private static final int COLUMNS = 1000;
  private static final Packing PACKING =
      Packing.of(Codecs.gzip()).withFrameBytes(4 * COLUMNS).withThreads(2);

  @TempDir private Path folder;

  private final int[] values = IntStream.range(0, ROWS * COLUMNS).toArray();

  private Path written() throws IOException {
    Path path = folder.resolve("field.npy.gz");
    Npy format = Npy.of(ElementType.INT, Shape.of(ROWS, COLUMNS));
    CompressedArrays.write(path, format, MemorySegment.ofArray(values), PACKING);
    return path;
  }

  @Test
  void theWholeArrayIsRead() throws IOException {
    try (ArrayFile file = CompressedArrays.open(written())) {
      int[] read = new int[values.length];
      file.read(read);
      assertThat(read).isEqualTo(values);
    }
  }

  @Test
  void thereIsNoMappedViewOfWhatIsPacked() throws IOException {
    try (ArrayFile file = CompressedArrays.open(written());
        Arena arena = Arena.ofConfined()) {
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> file.map(arena))
          .withMessageContainingAll("field.npy.gz: cannot map", "these bytes cannot be mapped");
    }
  }

  @Test
  void ofAHyperslabOnlyItsFramesAreDecompressed() throws IOException {
    try (ArrayFile file = CompressedArrays.open(written())) {
      int[] tile = new int[3 * 10];
      file.read(Hyperslab.at(20, 500).count(3, 10), tile);
      for (int i = 0; i < tile.length; i++) {
        assertThat(tile[i]).isEqualTo((20 + i / 10) * COLUMNS + 500 + i % 10);
      }
      // frame 0 for the header, and those of rows 20 to 22, each once
      assertThat(file.explain()).contains("in 65 frames").contains("of which 4 were decompressed");
    }
  }

  @Test
  void aColumnIsReadWithEachFrameDecompressedOnce() throws IOException {
    try (ArrayFile file = CompressedArrays.open(written())) {
      int[] column = new int[ROWS];
      file.read(Hyperslab.at(0, 999).count(ROWS, 1), column);
      assertThat(column).isEqualTo(IntStream.range(0, ROWS).map(i -> i * COLUMNS + 999).toArray());
      assertThat(file.explain()).contains("of which 65 were decompressed");
    }
  }

  @Test
  void otherProgramsUnpackANumpyFile() throws IOException {
    Path archive = written();
    Path plain = folder.resolve("plain.npy");
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(archive))) {
      Files.copy(in, plain);
    }
    assertThat(
            Python.withNumpy()
                .run(
                    "import sys, numpy, gzip, io; a = numpy.load(sys.argv[1]);"
                        + " b = numpy.load(io.BytesIO(gzip.open(sys.argv[2]).read()));"
                        + " print(a.shape, a.sum(), (a == b).all())",
                    List.of(),
                    plain.toString(),
                    archive.toString()))
        .containsExactly("(64, 1000) " + IntStream.of(values).asLongStream().sum() + " True");
  }

  @Test
  void anArrayInTheOtherByteOrderAndStorageOrderIsRead() throws IOException {
    Path path = folder.resolve("f.npy.gz");
    Npy format =
        Npy.of(
            DataType.of(ElementType.SHORT),
            ByteOrder.BIG_ENDIAN,
            Shape.of(2, 3),
            StorageOrder.COLUMN_MAJOR);
    byte[] bytes = {0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6};
    CompressedArrays.write(path, format, MemorySegment.ofArray(bytes), PACKING);
    try (ArrayFile file = CompressedArrays.open(path)) {
      short[] read = new short[6];
      file.read(read);
      assertThat(read).containsExactly(1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void severalThreadsReadItTogether() throws IOException {
    Access access = Access.read().withThreads(4).withChunkBytes(4096);
    try (ArrayFile file = CompressedArrays.open(written(), access, Limits.defaults())) {
      int[] read = new int[values.length];
      file.read(read);
      assertThat(read).isEqualTo(values);
    }
  }

  @Test
  void itCannotBeChanged() throws IOException {
    Path path = written();
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> CompressedArrays.open(path, Access.readWrite(), Limits.defaults()))
        .withMessageContaining("unpack it first");
  }

  @Test
  void elementsThatAreNotAsManyAreRefused() {
    Npy format = Npy.of(ElementType.INT, Shape.of(3));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                CompressedArrays.write(
                    folder.resolve("x"), format, MemorySegment.ofArray(new int[4]), PACKING));
    assertThat(folder.resolve("x")).doesNotExist();
  }

  @Test
  void anArchiveWithoutAnArrayIsRefused() throws IOException {
    Path path = folder.resolve("text.gz");
    List<String> _ =
        Publication.write(
            path,
            file -> {
              try (OutputStream out = Compression.seekable(file, PACKING)) {
                out.write("some text that is no array".getBytes(US_ASCII));
              }
            });
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> CompressedArrays.open(path))
        .withMessageContaining("not a NumPy file");
  }

  @Test
  void aPlainArrayIsRefusedWithTheWayOut() throws IOException {
    Path path = Files.write(folder.resolve("plain.npy"), new byte[100]);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> CompressedArrays.open(path))
        .withMessageContaining("has no table of frames");
  }
}
