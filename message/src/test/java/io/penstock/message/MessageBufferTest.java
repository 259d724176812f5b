package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolExhaustedException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MessageBufferTest {
  private final CountingPool pool = new CountingPool();
  private final MessageBuffer sent = new MessageBuffer(MessageSettings.growing().pool(pool));
  private final MessageBuffer received = new MessageBuffer(MessageSettings.growing().pool(pool));

  @AfterEach
  void everyBlockIsGivenBack() {
    sent.close();
    received.close();
    assertThat(pool.live()).isZero();
  }

  private MessageBuffer deliver() {
    Delivery.deliver(sent.commit(), received);
    return received;
  }

  @Test
  void sectionsAreReadAsTheyWereWritten() {
    sent.write(new int[] {1, 2, 3}).write(new double[] {0.5}).write(new boolean[] {true, false});
    int[] ints = new int[3];
    double[] doubles = new double[1];
    boolean[] booleans = new boolean[2];
    deliver().read(ints).read(doubles).read(booleans);
    assertThat(ints).containsExactly(1, 2, 3);
    assertThat(doubles).containsExactly(0.5);
    assertThat(booleans).containsExactly(true, false);
    assertThat(received.sectionsLeft()).isZero();
  }

  @Test
  void aReadWithoutRoomLeavesTheSectionToTheNextOne() {
    sent.write(new int[] {1, 2});
    int[] ints = new int[3];
    deliver();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> received.read(ints, 2, 2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> received.read(ints, Shape.of(3), Hyperslab.at(2).count(2)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> received.read(ints, Shape.of(4), Hyperslab.at(2).count(2)));
    received.read(ints, 1, 2);
    assertThat(ints).containsExactly(0, 1, 2);
  }

  @Test
  void aCommittedMessageIsReadWithoutBeingSent() {
    sent.write(new long[] {1, 2}).commit().rewind();
    long[] longs = new long[2];
    sent.read(longs);
    assertThat(longs).containsExactly(1, 2);
    sent.rewind().read(longs);
  }

  @Test
  void whatArrivedIsSentOn() {
    sent.write(new char[] {'a', 'b', 'c'});
    MessageBuffer further = new MessageBuffer(MessageSettings.growing().pool(pool));
    Delivery.deliver(deliver(), further);
    char[] chars = new char[3];
    further.read(chars);
    further.close();
    assertThat(chars).containsExactly('a', 'b', 'c');
  }

  @Test
  void elementsOfATypeGoToSectionsOfThatTypeOnly() {
    MemorySegment memory = MemorySegment.ofArray(new int[] {1, 2, 3, 4});
    Elements ints = Elements.of(memory, ElementType.INT);
    Elements some = Elements.of(new int[] {1, 2, 3, 4}, 1, 2);
    sent.begin(SectionType.FLOAT);
    for (Elements elements : List.of(ints, some)) {
      for (Consumer<Elements> call :
          List.<Consumer<Elements>>of(
              sent::put,
              e -> sent.put(e, 0, 1),
              e -> sent.put(e, Shape.of(1), Hyperslab.at(0).count(1)),
              e -> sent.gather(e, new int[] {1}),
              e -> sent.gather(e, new long[] {1}))) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> call.accept(elements))
            .withMessageContaining("is of float: int elements cannot be written to it");
      }
    }
    sent.put(Elements.of(memory, ElementType.FLOAT));
    sent.begin(SectionType.INT).put(ints).put(some).put(Elements.of(memory));
    deliver().open(SectionType.FLOAT);
    for (Elements elements : List.of(ints, some)) {
      for (Consumer<Elements> call :
          List.<Consumer<Elements>>of(
              received::get,
              e -> received.get(e, 0, 1),
              e -> received.get(e, Shape.of(1), Hyperslab.at(0).count(1)),
              e -> received.scatter(e, new int[] {1}),
              e -> received.scatter(e, new long[] {1}))) {
        assertThatExceptionOfType(SectionException.class)
            .isThrownBy(() -> call.accept(elements))
            .withMessageContaining("holds float: int elements cannot take them");
      }
    }
    received.skip().open(SectionType.INT);
    int[] back = new int[10];
    received.get(Elements.of(back, 0, 4)).get(Elements.of(back, 4, 6));
    assertThat(back).containsExactly(1, 2, 3, 4, 2, 3, 1, 2, 3, 4);
  }

  @Test
  void severalWritesAppendToOneSection() {
    sent.begin(SectionType.INT)
        .put(new int[] {1, 2})
        .put(new int[] {0, 3, 0}, 1, 1)
        .put(MemorySegment.ofArray(new int[] {4}))
        .gather(new int[] {6, 5}, new int[] {1, 0})
        .put(new int[] {7, 0, 8, 0}, Shape.of(2, 2), Hyperslab.at(0, 0).count(2, 1));
    int[] all = new int[8];
    deliver().read(all);
    assertThat(all).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void oneSectionIsReadInSeveralPieces() {
    sent.write(new int[] {1, 2, 3, 4, 5, 6, 7});
    int[] some = new int[9];
    assertThat(deliver().open(SectionType.INT)).isEqualTo(7);
    received.get(some, 4, 2);
    assertThat(received.left()).isEqualTo(5);
    received.scatter(some, new int[] {1, 0}).scatter(some, new long[] {8}, 0, 1);
    received.get(some, Shape.of(3, 3), Hyperslab.at(0, 2).count(2, 1));
    assertThat(some).containsExactly(4, 3, 6, 0, 1, 7, 0, 0, 5);
    assertThat(received.left()).isZero();
  }

  @Test
  void theLengthOfASectionIsAskedFirst() {
    sent.write(new float[5]).write(new byte[0]);
    assertThat(deliver().nextType()).isEqualTo(SectionType.FLOAT);
    float[] floats = new float[Math.toIntExact(received.open(SectionType.FLOAT))];
    received.get(floats);
    assertThat(received.open(SectionType.BYTE)).isZero();
  }

  @Test
  void anotherTypeIsRefusedBySectionAndPosition() {
    sent.write(new int[] {1, 2, 3}).write(new int[] {4});
    deliver().read(new int[3]);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> received.read(new float[1]))
        .withMessage("section 2 at byte 64 holds 1 of int, not of float");
    int[] one = new int[1];
    received.read(one);
    assertThat(one).containsExactly(4);
  }

  @Test
  void anotherLengthIsRefusedBySectionAndPosition() {
    sent.write(new int[] {1, 2, 3});
    deliver();
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> received.read(new int[2]))
        .withMessage("section 1 at byte 32 holds 3 of int, not 2");
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> received.read(new int[4]))
        .withMessage("section 1 at byte 32 holds 3 of int, not 4");
    received.read(new int[3]);
  }

  @Test
  void moreThanASectionHoldsIsRefused() {
    sent.write(new int[] {1, 2, 3});
    deliver().open(SectionType.INT);
    received.get(new int[2]);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> received.get(new int[2]))
        .withMessage("section 1 at byte 32 holds 3 of int, 1 of them unread: 2 cannot be read");
  }

  @Test
  void aSectionThatWasNotReadToItsEndIsNotPassedOver() {
    sent.write(new int[] {1, 2, 3}).write(new byte[1]);
    deliver().open(SectionType.INT);
    received.get(new int[1]);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> received.open(SectionType.BYTE))
        .withMessage("section 1 at byte 32: 2 of 3 int were not read; read or skip() them first");
    received.skip().read(new byte[1]);
  }

  @Test
  void oneSectionMoreThanThereAreIsRefused() {
    sent.write(new int[1]);
    deliver().read(new int[1]);
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> received.read(new int[1]))
        .withMessage("section 2: the message has 1 sections");
    assertThatExceptionOfType(SectionException.class).isThrownBy(received::nextType);
  }

  @Test
  void aMessageWithoutSectionsIsLawful() {
    assertThat(deliver().sectionsLeft()).isZero();
    assertThat(received.wire().messageBytes()).isEqualTo(32);
  }

  @Test
  void anArrayOfAnotherTypeIsNotPutIntoASection() {
    sent.begin(SectionType.INT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.put(new double[1]))
        .withMessage("section 1 at byte 32 is of int: a double[] cannot be written to it");
    assertThatIllegalArgumentException().isThrownBy(() -> sent.put(Elements.of(new Object[1])));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.put(MemorySegment.ofArray(new byte[6])))
        .withMessage("a segment of 6 bytes holds no whole number of INT elements");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.write(Elements.of("text")))
        .withMessageStartingWith("java.lang.String holds no elements: ");
  }

  @Test
  void nothingIsPutWhereNoSectionWasBegun() {
    assertThatIllegalStateException().isThrownBy(() -> sent.put(new int[1]));
    sent.lend(Arena.ofAuto().allocate(4), SectionType.INT);
    assertThatIllegalStateException().isThrownBy(() -> sent.put(new int[1]));
  }

  @Test
  void whatFailsLeavesTheSectionAsItWas() {
    sent.begin(SectionType.INT).put(new int[] {1});
    int[] five = {5, 6, 7, 8, 9};
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.put(five, 3, 3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.put(five, -1, 1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.gather(five, new int[] {0, 5}));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.gather(five, new long[] {0, 1L << 32}));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.gather(MemorySegment.ofArray(five), new long[] {1L << 62}));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.put(five, Shape.of(5), Hyperslab.at(4).count(2)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.put(five, Shape.of(6), Hyperslab.at(0)));
    sent.put(new int[] {2});
    int[] two = new int[2];
    deliver().read(two);
    assertThat(two).containsExactly(1, 2);
  }

  @Test
  void aSectionThatFailsAsAWholeIsNotThere() {
    sent.write(new int[] {1});
    int[] five = new int[5];
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sent.write(five, 3, 3));
    sent.write(new int[] {2});
    int[] one = new int[1];
    deliver().read(one).read(one);
    assertThat(one).containsExactly(2);
    assertThat(received.sectionsLeft()).isZero();
  }

  @Test
  void aFixedBufferTakesAsManyBytesAsItWasToldAndNoMore() {
    MessageBuffer fixed =
        new MessageBuffer(MessageSettings.fixed(32 + 16 + 24 + 16 + 8).pool(pool));
    fixed.write(new int[] {1, 2, 3, 4, 5});
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> fixed.write(new long[] {1, 2}))
        .withMessage(
            "section 2 at byte 72: 2 of long do not fit; the message may have 96 bytes,"
                + " 88 are written");
    fixed.write(new long[] {9});
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> fixed.begin(SectionType.INT));
    assertThatExceptionOfType(SectionException.class).isThrownBy(() -> fixed.put(new long[1]));
    Delivery.deliver(fixed.commit(), received);
    int[] ints = new int[5];
    long[] longs = new long[1];
    received.read(ints).read(longs);
    assertThat(longs).containsExactly(9);
    fixed.close();
  }

  @Test
  void aGrowingBufferKeepsWhatWasWritten() {
    int[] part = new int[1000];
    sent.begin(SectionType.INT);
    for (int i = 0; i < 50; i++) {
      Arrays.fill(part, i);
      sent.put(part);
    }
    int[] all = new int[50_000];
    deliver().read(all);
    for (int i = 0; i < all.length; i++) {
      assertThat(all[i]).isEqualTo(i / 1000);
    }
    assertThat(pool.live()).isEqualTo(2);
  }

  @Test
  void aGrowingBufferEndsAtItsLimit() {
    MessageBuffer bounded = new MessageBuffer(MessageSettings.growing().limit(10_000).pool(pool));
    assertThatExceptionOfType(SectionException.class)
        .isThrownBy(() -> bounded.write(new long[1250]));
    bounded.write(new long[1244]);
    Delivery.deliver(bounded.commit(), received);
    bounded.close();
  }

  @Test
  void anExhaustedPoolIsAnErrorThatLeavesTheMessageAsItWas() {
    CountingPool small = CountingPool.limited(10_000);
    MessageBuffer buffer = new MessageBuffer(MessageSettings.growing().pool(small));
    buffer.write(new int[] {7});
    assertThatExceptionOfType(PoolExhaustedException.class)
        .isThrownBy(() -> buffer.write(new int[4000]));
    Delivery.deliver(buffer.commit(), received);
    int[] one = new int[1];
    received.read(one);
    assertThat(one).containsExactly(7);
    buffer.close();
    assertThat(small.live()).isZero();
  }

  @Test
  void bothByteOrdersAreReadRight() {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      try (MessageBuffer ordered =
          new MessageBuffer(MessageSettings.growing().pool(pool).order(order))) {
        ordered.write(new int[] {0x01020304}).commit();
        byte[] bytes = Delivery.bytes(ordered);
        assertThat(bytes[4]).isEqualTo((byte) (order == ByteOrder.BIG_ENDIAN ? 1 : 0));
        assertThat(bytes[48]).isEqualTo((byte) (order == ByteOrder.BIG_ENDIAN ? 1 : 4));
        Delivery.deliver(bytes, received.clear());
        int[] one = new int[1];
        received.read(one);
        assertThat(one).containsExactly(0x01020304);
        assertThat(received.order()).isEqualTo(order);
      }
    }
  }

  @Test
  void lentMemoryTravelsWithoutACopy() {
    MemorySegment lent = Arena.ofAuto().allocate(12);
    lent.setAtIndex(ValueLayout.JAVA_INT, 0, 1);
    sent.write(new byte[] {1}).lend(lent, SectionType.INT).write(new byte[] {2}).commit();
    lent.setAtIndex(ValueLayout.JAVA_INT, 2, 3);
    assertThat(sent.wire().parts()).isEqualTo(3);
    assertThat(sent.wire().memory(1)).isSameAs(lent);
    Delivery.deliver(sent, received);
    byte[] one = new byte[1];
    int[] ints = new int[3];
    for (MessageBuffer message : new MessageBuffer[] {received, sent.rewind()}) {
      message.read(one);
      message.read(ints).read(one);
      assertThat(ints).containsExactly(1, 0, 3);
      assertThat(one).containsExactly(2);
    }
  }

  @Test
  void memoryIsLentWhereOtherMemoryOfTheSameLengthWasFreed() {
    try (BufferPool addresses = BufferPools.cached();
        MessageBuffer reused = new MessageBuffer()) {
      for (byte turn = 1; turn <= 2; turn++) {
        try (Lease lease = addresses.lease(1000)) {
          lease.segment().fill(turn);
          reused.clear().lend(lease.segment(), SectionType.BYTE).commit();
          MemorySegment lent = reused.wire().memory(1);
          assertThat(lent.toArray(ValueLayout.JAVA_BYTE)).containsOnly(turn);
          assertThat(reused.wire().buffer(1, 0).get()).isEqualTo(turn);
        }
      }
    }
  }

  @Test
  void lentMemoryInTheOtherOrderIsCopied() {
    ByteOrder foreign =
        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
    MemorySegment lent = Arena.ofAuto().allocate(8);
    lent.set(ValueLayout.JAVA_INT, 4, 5);
    try (MessageBuffer swapped =
        new MessageBuffer(MessageSettings.growing().pool(pool).order(foreign))) {
      swapped.lend(lent, SectionType.INT).lend(lent, SectionType.BYTE).commit();
      assertThat(swapped.wire().parts()).isEqualTo(2);
      Delivery.deliver(swapped, received);
      int[] ints = new int[2];
      received.read(ints).read(new byte[8]);
      assertThat(ints).containsExactly(0, 5);
    }
  }

  @Test
  void nothingIsPutBehindLentMemoryInEitherOrder() {
    MemorySegment lent = Arena.ofAuto().allocate(8);
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      try (MessageBuffer buffer =
          new MessageBuffer(MessageSettings.growing().pool(pool).order(order))) {
        buffer.lend(lent, SectionType.INT);
        assertThatIllegalStateException().isThrownBy(() -> buffer.put(new int[1]));
        assertThat(buffer.commit().rewind().open(SectionType.INT)).isEqualTo(2);
      }
    }
  }

  @Test
  void onlyMemoryOffTheHeapIsLent() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.lend(MemorySegment.ofArray(new int[1]), SectionType.INT));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.lend(Arena.ofAuto().allocate(6), SectionType.INT));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sent.lend(Arena.ofAuto().allocate(8), SectionType.OBJECT));
    assertThat(deliver().sectionsLeft()).isZero();
  }

  @Test
  void aReadOnlySegmentIsNotReadInto() {
    sent.write(new int[1]);
    deliver().open(SectionType.INT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> received.get(MemorySegment.ofArray(new int[1]).asReadOnly()));
  }

  @Test
  void anyByteButZeroIsTrue() {
    sent.begin(SectionType.BYTE).put(new byte[] {0, 1, 2, -128});
    byte[] bytes = Delivery.bytes(sent.commit());
    bytes[32] = 8; // the code of booleans
    Delivery.deliver(bytes, received);
    boolean[] booleans = new boolean[4];
    received.open(SectionType.BOOLEAN);
    received.get(booleans, 0, 2).scatter(booleans, new int[] {3, 2});
    assertThat(booleans).containsExactly(false, true, true, true);
  }

  @Test
  void thePaddingOfAMessageIsZeroWhateverLayThere() {
    sent.write(new byte[] {1}).write(new byte[] {2}).commit();
    byte[] bytes = Delivery.bytes(sent);
    assertThat(Arrays.copyOfRange(bytes, 49, 56)).containsOnly(0);
    assertThat(Arrays.copyOfRange(bytes, 73, 80)).containsOnly(0);
    assertThat(bytes).hasSize(80);
  }

  @Test
  void aClearedBufferBeginsAnewAndHoldsNothing() {
    sent.write(new int[] {1}).commit();
    sent.clear();
    assertThat(pool.live()).isZero();
    sent.write(new int[] {2});
    int[] one = new int[1];
    deliver().read(one);
    assertThat(one).containsExactly(2);
  }

  @Test
  void aSecondCloseDoesNothing() {
    sent.write(new int[1]);
    sent.close();
    sent.close();
    assertThat(sent.state()).isEqualTo(BufferState.FREE);
  }
}
