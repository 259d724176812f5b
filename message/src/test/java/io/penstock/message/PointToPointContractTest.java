package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about sends and receives: the data that travel,
/// and what is refused.
@Timeout(60)
class PointToPointContractTest {
  private static final int TAG = 7;

  /// Around the eager limit of 64 KiB, and far beyond it.
  private static final int[] SIZES = {0, 1, 3, 1000, 65_528, 65_536, 65_544, 200_000, 3_000_000};

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void arraysOfEveryTypeArrive(TestJob job) {
    job.run(
        2,
        world -> {
          for (ElementType type : ElementType.values()) {
            for (int size : SIZES) {
              int count = size / type.bytes();
              Object sent = TypedData.random(type, count, size);
              if (world.rank() == 0) {
                world.send(Elements.of(sent), 1, TAG);
              } else {
                Object received = TypedData.empty(type, count);
                Status status = world.receive(Elements.of(received), 0, TAG);
                assertThat(TypedData.same(received, sent)).as("%s %d", type, size).isTrue();
                assertThat(status)
                    .isEqualTo(
                        new Status(0, TAG, MessageKind.of(type), (long) count * type.bytes()));
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void arraysOfEveryTypeArriveByTheMethodsForTheirTypes(TestJob job) {
    job.run(
        2,
        world -> {
          for (ElementType type : ElementType.values()) {
            for (int size : SIZES) {
              int count = size / type.bytes();
              Object sent = TypedData.random(type, count, size);
              if (world.rank() == 0) {
                TypedData.send(world, sent, 1, TAG);
              } else {
                Object received = TypedData.empty(type, count);
                Status status = TypedData.receive(world, received, 0, TAG);
                assertThat(TypedData.same(received, sent)).as("%s %d", type, size).isTrue();
                assertThat(status)
                    .isEqualTo(
                        new Status(0, TAG, MessageKind.of(type), (long) count * type.bytes()));
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfEveryKindMeetsMemoryOfEveryOther(TestJob job) {
    job.run(
        2,
        world -> {
          for (int size : new int[] {0, 8, 4000, 65_536, 1_000_000}) {
            double[] sent = (double[]) TypedData.random(ElementType.DOUBLE, size / 8, size);
            for (Kind from : Kind.values()) {
              for (Kind to : Kind.values()) {
                for (boolean blocking : new boolean[] {true, false}) {
                  if (world.rank() == 0) {
                    send(world, from, sent, blocking);
                  } else {
                    assertThat(to.receive(world, size / 8, blocking))
                        .as("%s to %s, %d bytes, blocking %s", from, to, size, blocking)
                        .isEqualTo(sent);
                  }
                }
              }
            }
          }
        });
  }

  private static void send(Communicator world, Kind kind, double[] sent, boolean blocking) {
    try (Arena arena = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Elements data = Elements.of(kind.of(sent.length, kind == Kind.SHARED ? shared : arena));
      kind.fill(data, sent);
      if (blocking) {
        world.send(data, 1, TAG);
      } else {
        world.isend(data, 1, TAG).await();
      }
    }
  }

  /// Where elements may lie.
  private enum Kind {
    ARRAY,
    RANGE,
    CONFINED,
    SHARED,
    HEAP_SEGMENT;

    Object of(int count, Arena arena) {
      return switch (this) {
        case ARRAY -> new double[count];
        case RANGE -> Elements.of(new double[count + 5], 3, count);
        case CONFINED, SHARED ->
            Elements.of(
                arena.allocate(8L * count + 8, 8).asSlice(0, 8L * count), ElementType.DOUBLE);
        case HEAP_SEGMENT ->
            Elements.of(MemorySegment.ofArray(new double[count]), ElementType.DOUBLE);
      };
    }

    void fill(Object data, double[] values) {
      segment(data).copyFrom(MemorySegment.ofArray(values));
    }

    double[] receive(Communicator world, int count, boolean blocking) {
      try (Arena arena = Arena.ofConfined();
          Arena shared = Arena.ofShared()) {
        Elements data = Elements.of(of(count, this == SHARED ? shared : arena));
        Status status =
            blocking ? world.receive(data, 0, TAG) : world.ireceive(data, 0, TAG).await();
        assertThat(status.count()).isEqualTo(count);
        return segment(data).toArray(ValueLayout.JAVA_DOUBLE);
      }
    }

    private static MemorySegment segment(Object data) {
      return switch (data) {
        case double[] array -> MemorySegment.ofArray(array);
        case Elements e when e.memory() instanceof double[] array ->
            MemorySegment.ofArray(array).asSlice(8 * e.first(), 8 * e.count());
        case Elements e -> (MemorySegment) e.memory();
        default -> throw new AssertionError(data);
      };
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theBytesOfALeaseTravelAndTheLeaseStaysOpenMeanwhile(TestJob job) {
    job.run(
        2,
        world -> {
          try (Lease lease = BufferPool.shared().lease(100_000)) {
            if (world.rank() == 0) {
              lease.segment().fill((byte) 5);
              Request request = world.isynchronousSend(lease, 1, TAG);
              assertThatIllegalStateException().isThrownBy(lease::close);
              world.sendReceive(new byte[0], 1, 1, new byte[0], 1, 1);
              request.await();
            } else {
              world.sendReceive(new byte[0], 0, 1, new byte[0], 0, 1);
              world.receive(lease, 0, TAG);
              assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(5);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messageBuffersTravelWhole(TestJob job) {
    job.run(
        2,
        world -> {
          for (int count : new int[] {0, 10, 300_000}) {
            for (boolean blocking : new boolean[] {true, false}) {
              if (world.rank() == 0) {
                sendBuffer(world, count, blocking);
              } else {
                receiveBuffer(world, count, blocking);
              }
            }
          }
        });
  }

  private static void sendBuffer(Communicator world, int count, boolean blocking) {
    try (MessageBuffer buffer = new MessageBuffer();
        Arena arena = Arena.ofConfined()) {
      assertThatIllegalStateException().isThrownBy(() -> world.send(buffer, 1, TAG));
      int[] ints = IntStream.range(0, count).toArray();
      MemorySegment lent = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, new double[count + 1]);
      buffer.write(ints).lend(lent, SectionType.DOUBLE).write(new char[] {'x'}).commit();
      if (blocking) {
        world.send(buffer, 1, TAG);
      } else {
        Request request = world.isynchronousSend(buffer, 1, TAG);
        assertThatIllegalStateException().isThrownBy(buffer::close);
        world.send(new byte[0], 1, TAG + 1);
        request.await();
      }
    }
  }

  private static void receiveBuffer(Communicator world, int count, boolean blocking) {
    try (MessageBuffer buffer = new MessageBuffer()) {
      if (blocking) {
        Status status = world.receive(buffer, 0, TAG);
        assertThat(status.kind()).isEqualTo(MessageKind.BUFFER);
        assertThat(status.bytes()).isEqualTo(buffer.wire().messageBytes());
      } else {
        world.receive(new byte[0], 0, TAG + 1);
        world.ireceive(buffer, 0, TAG).await();
      }
      int[] ints = new int[count];
      double[] doubles = new double[count + 1];
      char[] chars = new char[1];
      buffer.read(ints).read(doubles).read(chars);
      assertThat(ints).isEqualTo(IntStream.range(0, count).toArray());
      assertThat(chars).containsExactly('x');
      assertThatIllegalStateException()
          .isThrownBy(() -> world.receive(buffer, 0, TAG))
          .withMessageContaining("clear()");
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMessageBufferDoesNotMeetAnArray(TestJob job) {
    job.run(
        2,
        world -> {
          try (MessageBuffer buffer = new MessageBuffer()) {
            if (world.rank() == 0) {
              world.send(buffer.write(new int[1]).commit(), 1, TAG);
              world.send(new int[1], 1, TAG);
            } else {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(new byte[1000], 0, TAG))
                  .withMessageContaining("BUFFER");
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(buffer, 0, TAG))
                  .withMessageContaining("carries INT");
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankSendsToItself(TestJob job) {
    job.run(
        1,
        world -> {
          for (int size : SIZES) {
            byte[] sent = (byte[]) TypedData.random(ElementType.BYTE, size, 1);
            world.send(sent, 0, TAG);
            byte[] received = new byte[size];
            world.receive(received, 0, TAG);
            assertThat(received).isEqualTo(sent);
          }
          Request receive = world.ireceive(new byte[4], 0, TAG);
          world.synchronousSend(new byte[4], 0, TAG);
          assertThat(receive.await().bytes()).isEqualTo(4);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aSynchronousSendEndsOnlyWhenItsReceiveHasBegun(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            Request send = world.isynchronousSend(new int[] {1}, 1, TAG);
            world.send(new int[] {2}, 1, TAG + 1);
            assertThat(send.isDone()).isFalse();
            world.send(new int[] {3}, 1, TAG + 2);
            send.await();
          } else {
            world.receive(new int[1], 0, TAG + 2);
            world.receive(new int[1], 0, TAG + 1);
            world.receive(new int[1], 0, TAG);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void exchangesOfLongMessagesDoNotBlockEachOther(TestJob job) {
    job.run(
        3,
        world -> {
          int right = (world.rank() + 1) % 3;
          int left = (world.rank() + 2) % 3;
          int[] sent = new int[500_000];
          sent[499_999] = world.rank();
          int[] received = new int[500_000];
          world.sendReceive(sent, right, TAG, received, left, TAG);
          assertThat(received[499_999]).isEqualTo(left);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceive(sent, right, TAG, sent, left, TAG))
              .withMessageContaining("overlap");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void smallMessagesThatNobodyReceivesStayWithTheirSenders(TestJob job) {
    int count = 70_000;
    byte[] data = new byte[1];
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              sends.add(world.isend(data, 1, TAG));
            }
            assertThat(sends).anyMatch(send -> !send.isDone());
            world.send(data, 1, TAG + 1);
            Request.awaitAll(sends);
          } else {
            world.receive(new byte[1], 0, TAG + 1);
            for (int i = 0; i < count; i++) {
              world.receive(new byte[1], 0, TAG);
            }
          }
        });
  }

  // ---- what goes wrong --------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveThatIsTooShortFailsAtTheReceiverAlone(TestJob job) {
    job.run(
        2,
        world -> {
          for (int size : new int[] {10, 100_000}) {
            if (world.rank() == 0) {
              world.send(new int[size], 1, TAG);
              world.send(new int[] {1}, 1, TAG);
            } else {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(new int[size - 1], 0, TAG))
                  .withMessageContaining("receive from rank 0 with tag 7")
                  .withMessageContaining(
                      "%d bytes, the receiver has room for %d".formatted(4 * size, 4 * size - 4));
              int[] next = new int[1];
              world.receive(next, 0, TAG);
              assertThat(next).containsExactly(1);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void elementsOfAnotherTypeFailAtTheReceiverAlone(TestJob job) {
    job.run(
        2,
        world -> {
          for (int size : new int[] {10, 100_000}) {
            if (world.rank() == 0) {
              world.send(new int[size], 1, TAG);
            } else {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> world.receive(new float[size], 0, TAG))
                  .withMessageContaining("carries INT, the receiver expects FLOAT");
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void errorsCallRanksByTheirNumbersInTheCommunicator(TestJob job) {
    job.run(
        3,
        world -> {
          try (Communicator turned = world.split(0, -world.rank()).orElseThrow()) {
            if (turned.rank() == 0) {
              turned.send(new int[2], 1, TAG);
            } else if (turned.rank() == 1) {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> turned.receive(new float[2], 0, TAG))
                  .withMessageStartingWith(
                      "receive from rank 0 with tag 7: the message carries INT");
            }
            turned.barrier();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsNoDataIsRefusedWithWhatToUseInstead(TestJob job) {
    job.run(
        1,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.isend(Elements.of("text"), 0, TAG))
              .withMessageContaining("java.lang.String")
              .withMessageContaining("sendObject");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.receive(Elements.of(new int[1][1]), 0, TAG))
              .withMessageContaining("int[][]");
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> world.ireceive(MemorySegment.ofArray(new byte[1]).asReadOnly(), 0, TAG))
              .withMessageContaining("read-only");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksAndTagsThatCannotBeAreRefused(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = new int[1];
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.send(data, 2, TAG))
              .withMessageContaining("no rank 2 in a communicator of 2");
          assertThatIllegalArgumentException().isThrownBy(() -> world.isend(data, -1, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> world.receive(data, -2, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> world.probe(9, TAG));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.send(data, 1, -1))
              .withMessageContaining("tag");
          assertThatIllegalArgumentException().isThrownBy(() -> world.ireceive(data, 1, -2));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfAnotherThreadAndFreedMemoryAreRefusedAtOnce(TestJob job) {
    try (Arena foreign = Arena.ofConfined()) {
      MemorySegment confined = foreign.allocate(8);
      job.run(
          1,
          world -> {
            assertThatExceptionOfType(WrongThreadException.class)
                .isThrownBy(() -> world.send(confined, 0, TAG));
            assertThatExceptionOfType(WrongThreadException.class)
                .isThrownBy(() -> world.ireceive(confined, 0, TAG));
            MemorySegment freed;
            try (Arena arena = Arena.ofConfined()) {
              freed = arena.allocate(8);
            }
            assertThatIllegalStateException()
                .isThrownBy(() -> world.send(freed, 0, TAG))
                .withMessageContaining("freed");
            Lease lease = BufferPool.shared().lease(8);
            lease.close();
            assertThatIllegalStateException().isThrownBy(() -> world.send(lease, 0, TAG));
          });
    }
  }
}
