package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElementTypeTest {
  @ParameterizedTest
  @EnumSource
  void anArrayTellsItsType(ElementType type) {
    assertThat(ElementType.of(array(type, 3).getClass())).isEqualTo(type);
  }

  @ParameterizedTest
  @EnumSource
  void aSegmentHoldsAllBytesOfItsArray(ElementType type) {
    assertThat(Elements.of(array(type, 5)).segment().byteSize()).isEqualTo(5L * type.bytes());
    assertThat(Elements.of(array(type, 0)).segment().byteSize()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aLayoutIsAsLargeAsTheElementAndTakesAnyAlignment(ElementType type) {
    assertThat(type.layout().byteSize()).isEqualTo(type.bytes());
    assertThat(type.layout().byteAlignment()).isEqualTo(1);
    assertThat(type.layout().carrier()).isEqualTo(type.arrayClass().getComponentType());
  }

  @Test
  void aSegmentIsAViewAndNoCopy() {
    int[] array = new int[2];
    MemorySegment view = Elements.of(array).segment();
    view.setAtIndex(ValueLayout.JAVA_INT, 1, 42);
    assertThat(array).containsExactly(0, 42);
  }

  @Test
  void otherObjectsAreRefusedByTheNameOfTheirClass() {
    for (Object other : new Object[] {new boolean[1], new Integer[1], new int[1][1], "text"}) {
      assertThatThrownBy(() -> ElementType.of(other.getClass()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "not an array of byte, short, char, int, long, float or double: "
                  + other.getClass().getTypeName());
      assertThatThrownBy(() -> Elements.of(other, 0, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith(": " + other.getClass().getTypeName());
    }
  }

  private static Object array(ElementType type, int length) {
    return Array.newInstance(type.arrayClass().getComponentType(), length);
  }
}
