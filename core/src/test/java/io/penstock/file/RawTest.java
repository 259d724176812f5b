package io.penstock.file;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawTest {
  @Test
  void aFormatBeginsAtTheFirstByteInRowMajorOrder() {
    Raw raw = Raw.of(ElementType.INT, BIG_ENDIAN, Shape.of(3, 4));
    assertThat(raw)
        .isEqualTo(new Raw(DataType.INT32, BIG_ENDIAN, Shape.of(3, 4), StorageOrder.ROW_MAJOR, 0));
    assertThat(raw.dataBytes()).isEqualTo(48);
    assertThat(raw.elementShape()).isEqualTo(raw.shape());
  }

  @Test
  void changesLeaveTheRestAlone() {
    Raw raw = Raw.of(DataType.FLOAT16, BIG_ENDIAN, Shape.of(3));
    assertThat(raw.withOffset(7).withStorage(StorageOrder.COLUMN_MAJOR))
        .isEqualTo(
            new Raw(DataType.FLOAT16, BIG_ENDIAN, Shape.of(3), StorageOrder.COLUMN_MAJOR, 7));
  }

  @Test
  void complexNumbersArePairsOnAFastestAxis() {
    Raw raw = Raw.of(DataType.COMPLEX64, LITTLE_ENDIAN, Shape.of(3, 4));
    assertThat(raw.elementShape()).isEqualTo(Shape.of(3, 4, 2));
    assertThat(raw.dataBytes()).isEqualTo(96);
  }

  @Test
  void singleBytesHaveTheMachinesOrder() {
    assertThat(Raw.of(DataType.BOOL, BIG_ENDIAN, Shape.of(3)))
        .isEqualTo(Raw.of(DataType.BOOL, LITTLE_ENDIAN, Shape.of(3)));
    assertThat(Raw.of(DataType.UINT8, BIG_ENDIAN, Shape.of()).order())
        .isEqualTo(ByteOrder.nativeOrder());
  }

  @Test
  void theLastByteOfTheLargestFileCanBeTheArrays() {
    Shape largest = Shape.of((1L << 60) - 1);
    assertThat(new Raw(DataType.INT64, BIG_ENDIAN, largest, StorageOrder.ROW_MAJOR, 7).dataBytes())
        .isEqualTo(Long.MAX_VALUE - 7);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Raw(DataType.INT64, BIG_ENDIAN, largest, StorageOrder.ROW_MAJOR, 8))
        .withMessageContaining("past byte 2^63 - 1");
  }

  @Test
  void anEmptyArrayTakesNoBytesAtAnyOffset() {
    Raw empty = Raw.of(DataType.COMPLEX128, BIG_ENDIAN, Shape.of(5, 0)).withOffset(Long.MAX_VALUE);
    assertThat(empty.dataBytes()).isZero();
  }

  @Test
  void negativeOffsetsAreRefused() {
    Raw raw = Raw.of(ElementType.BYTE, BIG_ENDIAN, Shape.of(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> raw.withOffset(-1))
        .withMessage("negative offset -1");
  }

  @Test
  void complexNumbersOfTheHighestRankAreRefused() {
    long[] ones = Stream.generate(() -> 1L).limit(Shape.MAX_RANK).mapToLong(i -> i).toArray();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Raw.of(DataType.COMPLEX64, BIG_ENDIAN, Shape.of(ones)))
        .withMessageContaining("rank 66");
  }

  @Test
  void descriptionsNameTypeOrderShapeAndOffset() {
    assertThat(Raw.parse("int32,big,4096x4096"))
        .isEqualTo(Raw.of(DataType.INT32, BIG_ENDIAN, Shape.of(4096, 4096)));
    assertThat(Raw.parse("complex128,little,3x0x5,512"))
        .isEqualTo(Raw.of(DataType.COMPLEX128, LITTLE_ENDIAN, Shape.of(3, 0, 5)).withOffset(512));
    assertThat(Raw.parse("double,native,scalar"))
        .isEqualTo(Raw.of(DataType.FLOAT64, ByteOrder.nativeOrder(), Shape.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                          | 1 part: expected TYPE,ORDER,SHAPE",
        "int32,big                   | 2 parts: expected TYPE,ORDER,SHAPE",
        "int32,big,3,4,5             | 5 parts: expected TYPE,ORDER,SHAPE",
        "int33,big,3                 | unknown type 'int33': use one of bool, int8",
        "int32,middle,3              | unknown byte order 'middle': use little, big or native",
        "int32,big,                  | extent '' is not a whole number",
        "int32,big,3x                | extent '' is not a whole number",
        "int32,big,3 x 4             | extent '3 ' is not a whole number",
        "int32,big,-3                | extent '-3' is not a whole number",
        "int32,big,9223372036854775808 | extent 9223372036854775808 is above 2^63 - 1",
        "int32,big,4294967296x4294967296 | has more than 2^63 - 1 elements",
        "int32,big,9223372036854775807 | would end past byte 2^63 - 1",
        "int32,big,3,                | offset '' is not a whole number",
        "int32,big,3,-1              | offset '-1' is not a whole number",
        "int32,big,3,x               | offset 'x' is not a whole number",
        "int32,big,3,9223372036854775807 | would end past byte 2^63 - 1"
      })
  void badDescriptionsSayWhichPartIsWrong(String description, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Raw.parse(description))
        .withMessageStartingWith("raw description '" + description + "': ")
        .withMessageContaining(reason)
        .withMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {66, 1000})
  void descriptionsOfTooHighARankAreRefused(int rank) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Raw.parse("int8,big,1" + "x1".repeat(rank - 1)))
        .withMessageContaining("rank " + rank + " is above 65");
  }
}
