package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataTypeTest {
  @ParameterizedTest
  @CsvSource({
    "bool, BYTE, 1, 1",
    "int8, BYTE, 1, 1",
    "uint8, BYTE, 1, 1",
    "int16, SHORT, 2, 1",
    "uint16, CHAR, 2, 1",
    "int32, INT, 4, 1",
    "uint32, INT, 4, 1",
    "int64, LONG, 8, 1",
    "uint64, LONG, 8, 1",
    "float16, FLOAT, 2, 1",
    "float32, FLOAT, 4, 1",
    "float64, DOUBLE, 8, 1",
    "complex64, FLOAT, 4, 2",
    "complex128, DOUBLE, 8, 2"
  })
  void aNameLeadsToItsTypeInMemoryAndInTheFile(
      String name, ElementType element, int bytes, int components) {
    DataType type = DataType.named(name).orElseThrow();
    assertThat(type.label()).isEqualTo(name);
    assertThat(type.element()).isEqualTo(element);
    assertThat(type.bytes()).isEqualTo(bytes);
    assertThat(type.components()).isEqualTo(components);
  }

  @ParameterizedTest
  @EnumSource
  void namesTakeAnyCase(DataType type) {
    assertThat(DataType.named(type.name())).contains(type);
    assertThat(DataType.named(type.label())).contains(type);
  }

  @ParameterizedTest
  @EnumSource
  void namesDoNotDependOnTheUsersLanguage(DataType type) {
    Locale own = Locale.getDefault();
    try {
      Locale.setDefault(Locale.of("tr"));
      assertThat(DataType.named(type.name())).contains(type);
      assertThat(type.label()).isEqualTo(type.name().toLowerCase(Locale.ROOT));
    } finally {
      Locale.setDefault(own);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "byte, INT8",
    "short, INT16",
    "char, UINT16",
    "int, INT32",
    "long, INT64",
    "float, FLOAT32",
    "double, FLOAT64",
    "Double, FLOAT64"
  })
  void javasNamesServeToo(String name, DataType type) {
    assertThat(DataType.named(name)).contains(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "int33", "int32 ", "<i4", "float128", "object", "boolean", "uint16,"})
  void otherNamesLeadNowhere(String name) {
    assertThat(DataType.named(name)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyElementTypeIsStoredBitForBitByOneType(ElementType element) {
    DataType type = DataType.of(element);
    assertThat(type.element()).isEqualTo(element);
    assertThat(type.bytes()).isEqualTo(element.bytes());
    assertThat(type.components()).isEqualTo(1);
  }

  @Test
  void theListOfNamesHoldsEachOfThem() {
    assertThat(DataType.labels().split(", "))
        .containsExactly(
            Arrays.stream(DataType.values()).map(DataType::label).toArray(String[]::new));
  }
}
