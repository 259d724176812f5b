package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElementsTest {
  private static Object array(ElementType type, int length) {
    return Array.newInstance(type.arrayClass().componentType(), length);
  }

  @ParameterizedTest
  @EnumSource
  void anArrayHasAllItsElements(ElementType type) {
    Object array = array(type, 5);
    Elements all = Elements.of(array);
    assertThat(all.memory()).isSameAs(array).isSameAs(all.whole()).isSameAs(all.whole(type));
    assertThat(all.type()).isEqualTo(type);
    assertThat(all.isTyped()).isTrue();
    assertThat(all.first()).isZero();
    assertThat(all.count()).isEqualTo(5);
    assertThat(all.segment().byteSize()).isEqualTo(5L * type.bytes());
  }

  @ParameterizedTest
  @EnumSource
  void aRangeIsAViewOfTheArray(ElementType type) {
    Object array = array(type, 9);
    Elements some = Elements.of(array, 2, 4);
    assertThat(some.count()).isEqualTo(4);
    assertThat(some.first()).isEqualTo(2);
    ((MemorySegment) some.whole()).fill((byte) 1);
    byte[] bytes = Elements.of(array).segment().toArray(ValueLayout.JAVA_BYTE);
    for (int i = 0; i < bytes.length; i++) {
      assertThat(bytes[i])
          .isEqualTo((byte) (i / type.bytes() >= 2 && i / type.bytes() < 6 ? 1 : 0));
    }
  }

  @Test
  void aRangeOutsideTheArrayIsRefused() {
    assertThatThrownBy(() -> Elements.of(new int[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Elements.of(new int[3], -1, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aSegmentHoldsWholeElements() {
    MemorySegment segment = MemorySegment.ofArray(new byte[12]);
    Elements ints = Elements.of(segment, ElementType.INT);
    assertThat(ints.count()).isEqualTo(3);
    assertThat(ints.whole(ElementType.INT)).isSameAs(segment);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ints.whole(ElementType.FLOAT))
        .withMessage("a segment of INT elements, not of FLOAT");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Elements.of(segment, ElementType.LONG))
        .withMessage("a segment of 12 bytes holds no whole number of LONG elements");
  }

  @Test
  void aSegmentOrALeaseByItselfHasNoType() {
    MemorySegment segment = MemorySegment.ofArray(new byte[12]);
    Elements bytes = Elements.of(segment);
    assertThat(bytes.isTyped()).isFalse();
    assertThat(bytes.count()).isEqualTo(12);
    assertThat(bytes.whole(ElementType.INT)).isSameAs(segment);
    assertThatIllegalStateException()
        .isThrownBy(bytes::type)
        .withMessageContaining("Elements.of(segment, type)");
    try (Lease lease = BufferPool.shared().lease(100)) {
      assertThat(Elements.of(lease).whole()).isSameAs(lease.segment());
      assertThat(Elements.of(lease).memory()).isSameAs(lease);
    }
  }

  @Test
  void elementsStandForThemselves() {
    Elements some = Elements.of(new int[3], 1, 1);
    assertThat(Elements.of(some)).isSameAs(some);
  }

  @Test
  void booleansHaveNoTypeOfAFileAndNoSegment() {
    Elements booleans = Elements.of(new boolean[3]);
    assertThat(booleans.isTyped()).isFalse();
    assertThat(booleans.count()).isEqualTo(3);
    assertThat(booleans.whole()).isSameAs(booleans.memory());
    assertThatIllegalArgumentException().isThrownBy(booleans::segment);
  }

  @Test
  void whatHoldsNoElementsIsRefusedByTheNameOfItsClass() {
    for (Object other : List.of("text", 1, new Integer[1], new int[1][1], List.of())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Elements.of(other))
          .withMessageStartingWith(other.getClass().getTypeName() + " holds no elements: ");
    }
  }

  @Test
  void anArrayIsLeftToWhoeverTakesItAsAnotherType() {
    int[] array = new int[3];
    assertThat(Elements.of(array, 1, 2).whole(ElementType.FLOAT)).isSameAs(array);
  }

  @Test
  void elementsSayHowManyTheyAreAndOfWhat() {
    assertThat(Elements.of(new int[9], 2, 4)).hasToString("4 elements of INT from 2");
    assertThat(Elements.of(MemorySegment.ofArray(new byte[12]))).hasToString("12 bytes");
  }
}
