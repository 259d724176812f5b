package io.penstock.file;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  private static final Npy THREE =
      Npy.of(DataType.FLOAT64, LITTLE_ENDIAN, Shape.of(3), StorageOrder.ROW_MAJOR);

  @Test
  void aNewFileIsRowMajorInTheMachinesOrder() {
    assertThat(Npy.of(ElementType.CHAR, Shape.of(3, 4)))
        .isEqualTo(
            new Npy(
                DataType.UINT16,
                ByteOrder.nativeOrder(),
                Shape.of(3, 4),
                StorageOrder.ROW_MAJOR,
                1,
                128));
  }

  @Test
  void theHeaderEndsWhereTheDataBegin() {
    String header = new String(THREE.header(), ISO_8859_1);
    assertThat(header)
        .hasSize(128)
        .startsWith("\u0093NUMPY\1\0\166\0" + NpyFiles.THREE + "  ")
        .endsWith(" \n");
  }

  /// The last extents of shapes that begin with 3 so many times, and the lengths that NumPy gives.
  @ParameterizedTest
  @CsvSource({
    "13, 10, ROW_MAJOR, 128",
    "13, 100, ROW_MAJOR, 192",
    "13, 1000, ROW_MAJOR, 192",
    "13, 100, COLUMN_MAJOR, 128",
    "14, 1, ROW_MAJOR, 192",
    "14, 1, COLUMN_MAJOR, 192",
    "12, 10000000, ROW_MAJOR, 192",
    "12, 10000000, COLUMN_MAJOR, 128"
  })
  void theHeaderLeavesAsMuchRoomAsNumPys(int threes, long last, StorageOrder storage, long length) {
    long[] extents = LongStream.generate(() -> 3).limit(threes + 1L).toArray();
    extents[threes] = last;
    Npy format = Npy.of(DataType.FLOAT64, LITTLE_ENDIAN, Shape.of(extents), storage);
    assertThat(format.dataOffset()).isEqualTo(length);
  }

  @Test
  void aHeaderWithoutABlankToSpareIsWritten() throws IOException {
    int length = 10 + NpyFiles.THREE.length() + 1;
    Npy tight =
        new Npy(DataType.FLOAT64, LITTLE_ENDIAN, Shape.of(3), StorageOrder.ROW_MAJOR, 1, length);
    assertThat(new String(tight.header(), ISO_8859_1)).endsWith(NpyFiles.THREE + "\n");
    assertThat(NpyFiles.read(NpyFiles.concat(tight.header(), new byte[24]))).isEqualTo(tight);
    Npy tooTight =
        new Npy(
            DataType.FLOAT64, LITTLE_ENDIAN, Shape.of(3), StorageOrder.ROW_MAJOR, 1, length - 1);
    assertThatIllegalStateException().isThrownBy(tooTight::header);
  }

  @ParameterizedTest
  @CsvSource({"1, 10", "1, 65545", "2, 12", "3, 12", "2, 1048588", "3, 1048588"})
  void theShortestAndTheLongestHeadersOfAVersionCanBe(int version, long dataOffset) {
    Npy format =
        new Npy(
            DataType.INT8, BIG_ENDIAN, Shape.of(3), StorageOrder.ROW_MAJOR, version, dataOffset);
    assertThat(format.dataOffset()).isEqualTo(dataOffset);
  }

  @Test
  void aRankAboveNumPysIsRefused() {
    long[] ones = LongStream.generate(() -> 1).limit(65).toArray();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Npy.of(ElementType.BYTE, Shape.of(ones)))
        .withMessage("rank 65 is above 64, NumPy's limit");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyVersionIsWrittenAsItIsRead(int version) throws IOException {
    Npy format =
        new Npy(
            DataType.INT16, BIG_ENDIAN, Shape.of(2, 3), StorageOrder.COLUMN_MAJOR, version, 192);
    assertThat(NpyFiles.read(NpyFiles.concat(format.header(), new byte[12]))).isEqualTo(format);
  }

  @Test
  void theHighestRankFits() throws IOException {
    long[] ones = LongStream.generate(() -> 1).limit(64).toArray();
    for (DataType type : DataType.values()) {
      Npy deep = Npy.of(type, ByteOrder.nativeOrder(), Shape.of(ones), StorageOrder.ROW_MAJOR);
      byte[] file = NpyFiles.concat(deep.header(), new byte[(int) deep.dataBytes()]);
      assertThat(NpyFiles.read(file)).isEqualTo(deep);
    }
  }

  @Test
  void theLongestExtentFits() throws IOException {
    Npy empty = Npy.of(ElementType.DOUBLE, Shape.of(Long.MAX_VALUE, 0));
    assertThat(NpyFiles.read(empty.header())).isEqualTo(empty);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }",
        "{'shape':(3,),'fortran_order':False,'descr':'<f8'}",
        "{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (3,)}",
        " \t\r\n\f{ 'descr' : '<f8' ,\n'fortran_order'\n: False , 'shape' : ( 3 , ) , } \n ",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3L,), }",
      })
  void spellingsOfPythonAreAllowed(String text) throws IOException {
    Npy read = NpyFiles.read(text);
    assertThat(read)
        .isEqualTo(
            new Npy(
                DataType.FLOAT64,
                LITTLE_ENDIAN,
                Shape.of(3),
                StorageOrder.ROW_MAJOR,
                1,
                10 + text.length()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "()              | scalar",
        "(3,)            | 3",
        "(3, 4)          | 3 x 4",
        "(3, 4,)         | 3 x 4",
        "(0,)            | 0",
        "(2, 0, 3)       | 2 x 0 x 3",
        "(2L, 3L)        | 2 x 3",
        "(0, 9223372036854775807) | 0 x 9223372036854775807",
      })
  void shapesAreTuples(String tuple, String shape) throws IOException {
    assertThat(NpyFiles.read(NpyFiles.THREE.replace("(3,)", tuple)).shape()).hasToString(shape);
  }

  @ParameterizedTest
  @CsvSource({
    "|b1, BOOL", "|i1, INT8", "|u1, UINT8", "<i2, INT16", "<u2, UINT16", "<i4, INT32",
    "<u4, UINT32", "<i8, INT64", "<u8, UINT64", "<f2, FLOAT16", "<f4, FLOAT32", "<f8, FLOAT64",
    "<c8, COMPLEX64", "<c16, COMPLEX128"
  })
  void everyTypeHasItsDescr(String descr, DataType type) throws IOException {
    Npy little = NpyFiles.read(NpyFiles.THREE.replace("<f8", descr) + "\n");
    assertThat(little.type()).isEqualTo(type);
    assertThat(new String(little.header(), ISO_8859_1)).contains("'" + descr + "'");
    Npy big = NpyFiles.read(NpyFiles.THREE.replace("<f8", ">" + descr.substring(1)));
    assertThat(big.order()).isEqualTo(type.bytes() == 1 ? ByteOrder.nativeOrder() : BIG_ENDIAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=f8", "|f8"})
  void orderSymbolsWithoutAnOrderMeanTheMachines(String descr) throws IOException {
    assertThat(NpyFiles.read(NpyFiles.THREE.replace("<f8", descr)).order())
        .isEqualTo(ByteOrder.nativeOrder());
  }

  @Test
  void bytesAfterTheArrayAreIgnored() throws IOException {
    assertThat(NpyFiles.read(NpyFiles.concat(THREE.header(), new byte[1000]))).isEqualTo(THREE);
  }

  @Test
  void aHeaderIsNeverWrittenOverTheData() throws IOException {
    String terse = "{'descr':'<f8','fortran_order':False,'shape':(3,)}";
    Npy read = NpyFiles.read(terse);
    assertThatIllegalStateException()
        .isThrownBy(read::header)
        .withMessageContainingAll("60 bytes have no room", "Npy.of");
  }

  @ParameterizedTest
  @CsvSource({"0, 128", "4, 128", "1, 9", "2, 11", "1, 65546", "2, 1048589", "1, -1"})
  void versionsAndOffsetsThatCannotBeAreRefused(int version, long dataOffset) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Npy(
                    DataType.INT8,
                    BIG_ENDIAN,
                    Shape.of(3),
                    StorageOrder.ROW_MAJOR,
                    version,
                    dataOffset));
  }

  @Test
  void aFailureOfTheSourceIsPassedOn() {
    IOException failure = new IOException("EIO");
    assertThatThrownBy(
            () ->
                Npy.read(
                    "a.npy",
                    1000,
                    (_, _) -> {
                      throw failure;
                    }))
        .isSameAs(failure);
  }
}
