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
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about messages between two ranks.
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
  void messagesBetweenTwoRanksKeepTheirOrder(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = new int[1];
          for (int i = 0; i < 2000; i++) {
            int length = i % 5 == 0 ? 40_000 : 1;
            if (world.rank() == 0) {
              int[] sent = new int[length];
              sent[0] = i;
              world.send(sent, 1, i % 3);
            } else {
              int[] room = length == 1 ? data : new int[length];
              world.receive(room, 0, Communicator.ANY_TAG);
              assertThat(room[0]).isEqualTo(i);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveTakesTheFirstMessageOfItsTagWhateverElseCame(TestJob job) {
    job.run(
        2,
        world -> {
          int tags = 50;
          if (world.rank() == 0) {
            for (int tag = 0; tag < tags; tag++) {
              world.send(new int[] {tag}, 1, tag);
              world.send(new int[] {-tag}, 1, tag);
            }
          } else {
            int[] got = new int[1];
            for (int tag = tags - 1; tag >= 0; tag--) {
              world.receive(got, 0, tag);
              assertThat(got).containsExactly(tag);
              world.receive(got, Communicator.ANY_SOURCE, tag);
              assertThat(got).containsExactly(-tag);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anySourceTakesFromAllAndSaysFromWhom(TestJob job) {
    job.run(
        4,
        world -> {
          if (world.rank() > 0) {
            world.send(new long[] {world.rank()}, 0, 10 + world.rank());
            return;
          }
          List<Integer> sources = new ArrayList<>();
          for (int i = 1; i < 4; i++) {
            long[] got = new long[1];
            Status status = world.receive(got, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(got[0]).isEqualTo(status.source());
            assertThat(status.tag()).isEqualTo(10 + status.source());
            sources.add(status.source());
          }
          assertThat(sources).containsExactlyInAnyOrder(1, 2, 3);
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
  void aProbeSaysWhatWillCome(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            assertThat(world.iprobe(1, TAG)).isEmpty();
            world.send(new float[100_000], 1, TAG);
            world.send(new char[2], 1, TAG);
            world.receive(new byte[0], 1, TAG);
          } else {
            Status status = world.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(status).isEqualTo(new Status(0, TAG, MessageKind.FLOAT, 400_000));
            assertThat(world.iprobe(0, TAG)).contains(status);
            assertThat(world.iprobe(0, TAG + 1)).isEmpty();
            world.receive(new float[(int) status.count()], status.source(), status.tag());
            assertThat(world.probe(0, TAG).count()).isEqualTo(2);
            world.receive(new char[2], 0, TAG);
            assertThat(world.iprobe(0, TAG)).isEmpty();
            world.send(new byte[0], 0, TAG);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void requestsAreAwaitedAllAnyOrSome(TestJob job) {
    job.run(
        2,
        world -> {
          int count = 10;
          if (world.rank() == 0) {
            world.receive(new byte[0], 1, 99);
            Request.awaitAll(
                IntStream.range(0, count)
                    .mapToObj(tag -> world.isend(new int[] {tag}, 1, tag))
                    .toList());
            return;
          }
          int[][] got = new int[count][1];
          List<Request> requests =
              IntStream.range(0, count).mapToObj(tag -> world.ireceive(got[tag], 0, tag)).toList();
          assertThat(Request.testAny(requests)).isEmpty();
          assertThat(Request.testAll(requests)).isEmpty();
          assertThat(Request.testSome(requests)).isEmpty();
          world.send(new byte[0], 0, 99);
          OptionalInt first = Request.awaitAny(requests);
          assertThat(requests.get(first.orElseThrow()).isActive()).isFalse();
          int done = 1;
          for (List<Integer> some = Request.awaitSome(requests);
              !some.isEmpty();
              some = Request.awaitSome(requests)) {
            done += some.size();
          }
          assertThat(done).isEqualTo(count);
          assertThat(Request.awaitAny(requests)).isEmpty();
          assertThat(Request.awaitAll(requests))
              .extracting(Status::tag)
              .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
          assertThat(Request.testAll(requests)).isPresent();
          for (int tag = 0; tag < count; tag++) {
            assertThat(got[tag]).containsExactly(tag);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveThatNothingMetCanBeTakenBack(TestJob job) {
    job.run(
        1,
        world -> {
          int[] untouched = new int[1];
          Request receive = world.ireceive(untouched, 0, TAG);
          assertThat(receive.cancel()).isTrue();
          assertThat(receive.cancel()).isFalse();
          assertThat(receive.isDone()).isTrue();
          assertThatExceptionOfType(CancellationException.class).isThrownBy(receive::await);
          world.send(new int[] {1}, 0, TAG);
          assertThat(untouched).containsExactly(0);
          int[] got = new int[1];
          Request late = world.ireceive(got, 0, TAG);
          assertThat(late.cancel()).isFalse();
          late.await();
          assertThat(got).containsExactly(1);
          assertThat(world.isend(got, 0, TAG).cancel()).isFalse();
          world.receive(got, 0, TAG);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void manyThreadsOfARankSendAndReceiveAtOnce(TestJob job) {
    int threads = 4;
    int messages = 300;
    job.run(
        2,
        world -> {
          try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
              int tag = thread;
              all.add(pool.submit(() -> converse(world, tag, messages)));
            }
            for (Future<?> one : all) {
              one.get();
            }
          }
        });
  }

  /// More than may lie unasked at the receiver, which begins when the senders can go no further.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsOfARankSendAtTheSameMomentToOneThatDoesNotReceiveYet(TestJob job) {
    int threads = 8;
    int messages = 100;
    int bytes = 60_000;
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            List<Request> sends =
                sendFrom(threads, messages, thread -> world.isend(new byte[bytes], 1, thread));
            world.send(new byte[0], 1, threads);
            Request.awaitAll(sends);
          } else {
            world.receive(new byte[0], 0, threads);
            for (int i = 0; i < threads * messages; i++) {
              int thread = i % threads;
              assertThat(world.receive(new byte[bytes], 0, thread).bytes()).isEqualTo(bytes);
            }
          }
        });
  }

  private static List<Request> sendFrom(int threads, int messages, IntFunction<Request> send)
      throws Exception {
    List<Request> sends = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(threads);
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      List<Future<List<Request>>> all =
          IntStream.range(0, threads)
              .mapToObj(thread -> executor.submit(() -> sendAll(thread, messages, send, start)))
              .toList();
      for (Future<List<Request>> one : all) {
        sends.addAll(one.get());
      }
    }
    return sends;
  }

  private static List<Request> sendAll(
      int thread, int messages, IntFunction<Request> send, CountDownLatch start)
      throws InterruptedException {
    start.countDown();
    start.await();
    return IntStream.range(0, messages).mapToObj(_ -> send.apply(thread)).toList();
  }

  private static void converse(Communicator world, int tag, int messages) {
    int other = 1 - world.rank();
    for (int i = 0; i < messages; i++) {
      int[] sent = new int[i % 50 == 0 ? 30_000 : 10];
      sent[0] = 1000 * tag + i;
      int[] received = new int[sent.length];
      Request request = world.isend(sent, other, tag);
      world.receive(received, other, tag);
      request.await();
      assertThat(received[0]).isEqualTo(1000 * tag + i);
    }
  }

  // ---- what goes wrong -------------------------------------------------------------------------

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

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aClosedCommunicatorCannotBeUsed(TestJob job) {
    job.run(
        1,
        world -> {
          world.close();
          world.close();
          assertThatIllegalStateException()
              .isThrownBy(() -> world.send(new int[1], 0, TAG))
              .withMessageContaining("closed");
          assertThatIllegalStateException().isThrownBy(() -> world.ireceive(new int[1], 0, TAG));
          assertThatIllegalStateException().isThrownBy(() -> world.iprobe(0, TAG));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void closingWithAReceiveUnderWayTakesItBackAndSaysSo(TestJob job) {
    job.run(
        1,
        world -> {
          Request receive = world.ireceive(new int[1], 0, TAG);
          assertThatIllegalStateException()
              .isThrownBy(world::close)
              .withMessageContaining("1 requests under way");
          assertThatExceptionOfType(CancellationException.class).isThrownBy(receive::await);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForARankThatLeftIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            world.close();
          } else {
            assertToldOfOne(() -> world.receive(new int[1], 1, TAG));
            assertToldOfOne(() -> world.probe(1, TAG));
            assertToldOfOne(() -> world.iprobe(1, TAG));
          }
        });
  }

  private static void assertToldOfOne(ThrowingCallable waiting) {
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(waiting)
        .withMessageContaining("rank 1")
        .withMessageContaining("left");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForAnyRankIsToldWhenAllOthersOfTheCommunicatorHaveLeft(TestJob job) {
    job.run(
        4,
        world -> {
          Communicator pair = world.split(world.rank() / 2, 0).orElseThrow();
          switch (world.rank()) {
            case 0 -> {
              Request first = pair.ireceive(new int[1], Communicator.ANY_SOURCE, TAG);
              Request second = pair.ireceive(new int[1], Communicator.ANY_SOURCE, TAG);
              assertToldOfAny(() -> pair.receive(new int[1], Communicator.ANY_SOURCE, TAG));
              assertToldOfAny(() -> pair.probe(Communicator.ANY_SOURCE, TAG));
              assertToldOfAny(() -> Request.awaitAny(List.of(first, second)));
              assertToldOfAny(second::await);
              world.send(new int[1], 2, TAG);
              world.send(new int[1], 3, TAG);
            }
            case 1 -> {}
            default -> world.receive(new int[1], 0, TAG);
          }
          if (world.rank() != 0) {
            world.close();
          }
        });
  }

  private static void assertToldOfAny(ThrowingCallable waiting) {
    assertThatExceptionOfType(MessageException.class)
        .isThrownBy(waiting)
        .withMessageContaining("any rank")
        .withMessageContaining("have left");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankSendsToItselfWhenAllOthersHaveLeft(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            int[] early = new int[1];
            Request posted = world.ireceive(early, Communicator.ANY_SOURCE, TAG);
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(new int[1], 1, TAG));
            assertThat(posted.test()).isEmpty();
            assertThat(world.iprobe(Communicator.ANY_SOURCE, TAG)).isEmpty();
            world.send(new int[] {41}, 0, TAG);
            assertThat(posted.await().source()).isZero();
            assertThat(early).containsExactly(41);
            assertMeetsSendOfAnotherThread(world);
          }
          world.close();
        });
  }

  private static void assertMeetsSendOfAnotherThread(Communicator world) throws Exception {
    int[] late = new int[1];
    CountDownLatch started = new CountDownLatch(1);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<Status> received =
          other.submit(
              () -> {
                Request receive = world.ireceive(late, Communicator.ANY_SOURCE, TAG);
                started.countDown();
                return receive.await();
              });
      started.await();
      world.send(new int[] {42}, 0, TAG);
      assertThat(received.get().source()).isZero();
    }
    assertThat(late).containsExactly(42);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aCompletionQueueGivesEachRequestOnceWhenItIsDone(TestJob job) {
    int many = 3000;
    job.run(
        2,
        world -> {
          CompletionQueue<Integer> queue = world.completionQueue();
          int[][] received = new int[many][1];
          for (int tag = 0; tag < many; tag++) {
            if (world.rank() == 0) {
              queue.add(world.ireceive(received[tag], 1, tag), tag);
            } else {
              int backwards = many - 1 - tag;
              queue.add(world.isend(new int[] {backwards}, 0, backwards), backwards);
            }
          }
          assertThat(queue.size()).isEqualTo(many);
          BitSet taken = new BitSet();
          for (var next = queue.take(); next.isPresent(); next = queue.take()) {
            int tag = next.get().attachment();
            assertThat(next.get().request().test().orElseThrow().tag()).isEqualTo(tag);
            assertThat(taken.get(tag)).isFalse();
            taken.set(tag);
            assertThat(received[tag]).containsExactly(world.rank() == 0 ? tag : 0);
          }
          assertThat(taken.cardinality()).isEqualTo(many);
          assertThat(queue.size()).isZero();
          assertThat(queue.poll()).isEmpty();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aCompletionQueueGivesWhatWasDoneFailedOrCancelledBefore(TestJob job) {
    job.run(
        2,
        world -> {
          CompletionQueue<String> queue = world.completionQueue();
          if (world.rank() == 0) {
            Request read = world.ireceive(new int[1], 1, 1);
            read.await();
            queue.add(read, "read");
            Request cancelled = world.ireceive(new int[1], 0, 2);
            queue.add(cancelled, "cancelled");
            assertThat(queue.poll().orElseThrow().attachment()).isEqualTo("read");
            assertThat(queue.poll()).isEmpty();
            assertThat(cancelled.cancel()).isTrue();
            assertThat(queue.take().orElseThrow().attachment()).isEqualTo("cancelled");
            queue.add(world.ireceive(new int[1], 1, 3), "too long");
            queue.add(world.ireceive(new int[1], Communicator.ANY_SOURCE, 4), "from nobody");
            Request failed = queue.take().orElseThrow().request();
            assertThatExceptionOfType(MessageException.class).isThrownBy(failed::await);
            Request forsaken = queue.take().orElseThrow().request();
            assertToldOfAny(forsaken::await);
            assertThat(queue.take()).isEmpty();
            assertThatIllegalStateException().isThrownBy(() -> queue.add(read, "again"));
          } else {
            world.send(new int[1], 0, 1);
            world.send(new int[2], 0, 3);
          }
          world.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsThatTakeFromOneCompletionQueueGetEachRequestOnce(TestJob job) {
    int many = 2000;
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            for (int tag = 0; tag < many; tag++) {
              world.send(new int[1], 0, tag);
            }
            return;
          }
          CompletionQueue<Integer> queue = world.completionQueue();
          for (int tag = 0; tag < many; tag++) {
            queue.add(world.ireceive(new int[1], 1, tag), tag);
          }
          Set<Integer> taken = ConcurrentHashMap.newKeySet();
          try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<?>> all =
                IntStream.range(0, 3)
                    .<Future<?>>mapToObj(_ -> threads.submit(() -> takeAll(queue, taken)))
                    .toList();
            for (Future<?> one : all) {
              one.get();
            }
          }
          assertThat(taken).hasSize(many);
        });
  }

  private static void takeAll(CompletionQueue<Integer> queue, Set<Integer> taken) {
    for (var next = queue.take(); next.isPresent(); next = queue.take()) {
      next.get().request().await();
      assertThat(taken.add(next.get().attachment())).isTrue();
    }
  }

  /// As it says: what a thread would do that has sent and received nothing so far is not known.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveFromAnyRankEndsThoughAThreadThatHasSentNothingWouldSend(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            CountDownLatch told = new CountDownLatch(1);
            try (ExecutorService other = Executors.newSingleThreadExecutor()) {
              Future<?> sent =
                  other.submit(
                      () -> {
                        told.await();
                        world.send(new int[1], 0, TAG);
                        return true;
                      });
              assertToldOfAny(() -> world.receive(new int[1], Communicator.ANY_SOURCE, TAG));
              told.countDown();
              sent.get();
              assertThat(world.receive(new int[1], Communicator.ANY_SOURCE, TAG).source()).isZero();
            }
          }
          world.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aThreadThatIsInterruptedWaitsOnAndStaysInterrupted(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = {world.rank()};
          if (world.rank() == 0) {
            Thread.currentThread().interrupt();
            world.receive(data, 1, TAG);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(data).containsExactly(1);
          } else {
            world.synchronousSend(data, 0, TAG);
          }
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

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void manyOutstandingMessagesAreMetInAnyOrder(TestJob job) {
    int count = 10_000;
    job.run(
        2,
        world -> {
          int[][] data = new int[2 * count][1];
          if (world.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int tag = 2 * count - 1; tag >= 0; tag--) {
              data[tag][0] = tag;
              sends.add(world.isend(data[tag], 1, tag));
            }
            Request.awaitAll(sends);
          } else {
            List<Request> receives = new ArrayList<>();
            for (int tag = 0; tag < count; tag++) {
              receives.add(world.ireceive(data[tag], 0, tag));
            }
            Request.awaitAll(receives);
            for (int tag = count; tag < 2 * count; tag++) {
              world.receive(data[tag], 0, tag);
            }
            assertThat(IntStream.range(0, 2 * count)).allMatch(tag -> data[tag][0] == tag);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsFailsAllOthersFromWhateverTheyWaitFor(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      switch (world.rank()) {
                        case 0 -> world.receive(new int[1], 2, TAG);
                        case 1 -> world.synchronousSend(new int[1], 2, TAG);
                        case 3 -> world.probe(Communicator.ANY_SOURCE, TAG);
                        default -> throw new ArithmeticException("two is odd");
                      }
                    }))
        .satisfies(e -> assertThat(e.rank()).isEqualTo(2))
        .withMessageContaining("two is odd")
        .withCauseInstanceOf(ArithmeticException.class);
  }
}
