package io.penstock.message;

import static io.penstock.message.RankValues.all;
import static io.penstock.message.RankValues.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about operations of all ranks that are started.
@Timeout(60)
class NonblockingCollectiveContractTest {
  private static final int TAG = 7;
  private static final Status NOTHING =
      new Status(Communicator.NO_RANK, Communicator.ANY_TAG, MessageKind.BYTES, 0);

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachOperationDoesWhatTheOneThatWaitsDoes(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          for (int count : new int[] {0, 5, 40_000}) {
            int root = count % ranks;
            Shares shares = Shares.equal(count, ranks);
            long[] mine = RankValues.of(me, count);
            long[] data = me == root ? RankValues.of(root, count) : new long[count];
            long[] gathered = new long[count * ranks];
            long[] gatheredShares = new long[count * ranks];
            long[] everywhere = new long[count * ranks];
            long[] everywhereShares = new long[count * ranks];
            long[] scattered = new long[count];
            long[] scatteredShares = new long[count];
            long[] exchanged = new long[count * ranks];
            long[] exchangedShares = new long[count * ranks];
            long[] reduced = new long[count];
            long[] reducedToAll = new long[count];
            long[] reducedShare = new long[count];
            long[] scan = new long[count];
            long[] below = new long[count];
            long[] of = all(ranks, count);
            List<Request> requests =
                List.of(
                    world.ibarrier(),
                    world.ibroadcast(data, root),
                    world.igather(mine, gathered, root),
                    world.igather(mine, gatheredShares, shares, root),
                    world.iscatter(of, scattered, root),
                    world.iscatter(of, shares, scatteredShares, root),
                    world.iallGather(mine, everywhere),
                    world.iallGather(mine, everywhereShares, shares),
                    world.iallToAll(of, exchanged),
                    world.iallToAll(of, shares, exchangedShares, shares),
                    world.ireduce(mine, reduced, Reduction.SUM, root),
                    world.iallReduce(mine, reducedToAll, Reduction.SUM),
                    world.ireduceScatter(of, reducedShare, shares, Reduction.MAXIMUM),
                    world.iscan(mine, scan, Reduction.SUM),
                    world.iexclusiveScan(mine, below, Reduction.SUM));
            assertThat(Request.awaitAll(requests)).containsOnly(NOTHING);
            assertThat(requests).noneMatch(Request::isActive);
            long[] transposed =
                IntStream.range(0, ranks)
                    .mapToObj(_ -> RankValues.of(me, count))
                    .flatMapToLong(Arrays::stream)
                    .toArray();
            long[] none = new long[count];
            assertThat(data).isEqualTo(RankValues.of(root, count));
            assertThat(gathered).isEqualTo(me == root ? of : new long[count * ranks]);
            assertThat(gatheredShares).isEqualTo(gathered);
            assertThat(scattered).isEqualTo(mine);
            assertThat(scatteredShares).isEqualTo(mine);
            assertThat(everywhere).isEqualTo(of);
            assertThat(everywhereShares).isEqualTo(of);
            assertThat(exchanged).isEqualTo(transposed);
            assertThat(exchangedShares).isEqualTo(transposed);
            assertThat(reduced).isEqualTo(me == root ? sum(ranks, count) : none);
            assertThat(reducedToAll).isEqualTo(sum(ranks, count));
            assertThat(reducedShare).isEqualTo(mine);
            assertThat(scan).isEqualTo(sum(me + 1, count));
            assertThat(below).isEqualTo(sum(me, count));
          }
        });
  }

  /// Nobody calls anything between the starts and the end of what the others wait for.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatWasStartedGoesOnWithoutItsProgram(TestJob job) {
    job.run(
        3,
        world -> {
          int[] sum = {world.rank()};
          Request reduction = world.iallReduce(sum, sum, Reduction.SUM);
          Request barrier = world.ibarrier();
          while (!barrier.isKnownDone()) {
            LockSupport.parkNanos(1_000_000);
          }
          assertThat(reduction.isKnownDone()).isTrue();
          assertThat(reduction.await()).isEqualTo(NOTHING);
          assertThat(barrier.test()).contains(NOTHING);
          assertThat(sum).containsExactly(3);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void operationsMeetInTheOrderOfTheirStartsWhateverOrderTheyAreAwaitedIn(TestJob job, int ranks) {
    int many = 60;
    job.run(
        ranks,
        world -> {
          List<Request> requests = new ArrayList<>();
          long[][] data = new long[many][];
          for (int i = 0; i < many; i++) {
            int count = i % 7 == 0 ? 20_000 : 3;
            int root = i % ranks;
            data[i] = new long[count];
            Arrays.fill(data[i], i + world.rank());
            requests.add(
                i % 2 == 0
                    ? world.ibroadcast(data[i], root)
                    : world.iallReduce(data[i], data[i], Reduction.MAXIMUM));
          }
          Collections.shuffle(requests, new Random(world.rank()));
          requests.forEach(Request::await);
          for (int i = 0; i < many; i++) {
            assertThat(data[i]).containsOnly(i % 2 == 0 ? i + i % ranks : i + ranks - 1);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void operationsThatWaitKeepTheirPlaceBetweenThoseThatWereStarted(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int round = 0; round < 20; round++) {
            int[] first = {world.rank() == 0 ? round : -1};
            int[] second = {1};
            int[] third = {world.rank()};
            Request one = world.ibroadcast(first, 0);
            world.allReduce(second, second, Reduction.SUM);
            assertThat(one.isKnownDone()).isTrue();
            Request two = world.iallReduce(third, third, Reduction.MAXIMUM);
            try (Communicator twin = world.duplicate()) {
              Request other = twin.ibarrier();
              world.barrier();
              other.await();
            }
            assertThat(world.allGatherObjects(round)).containsOnly(round).hasSize(ranks);
            one.await();
            two.await();
            assertThat(first).containsExactly(round);
            assertThat(second).containsExactly(ranks);
            assertThat(third).containsExactly(ranks - 1);
          }
        });
  }

  /// One rank waits in what another one only has started.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anOperationThatWaitsMeetsOneThatWasStarted(TestJob job) {
    job.run(
        2,
        world -> {
          int[] sum = {world.rank() + 1};
          if (world.rank() == 0) {
            world.allReduce(sum, sum, Reduction.SUM);
          } else {
            world.iallReduce(sum, sum, Reduction.SUM).await();
          }
          assertThat(sum).containsExactly(3);
        });
  }

  /// Rank 0 starts both in another order than rank 1, which is allowed between communicators.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void operationsOfSeveralCommunicatorsDoNotWaitForEachOther(TestJob job) {
    job.run(
        2,
        world -> {
          try (Communicator twin = world.duplicate()) {
            Communicator first = world.rank() == 0 ? world : twin;
            Communicator second = world.rank() == 0 ? twin : world;
            Request one = first.ibarrier();
            Request two = second.ibarrier();
            two.await();
            one.await();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messagesGoOnBesideOperationsThatWereStarted(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          int[] big = new int[500_000];
          Arrays.fill(big, world.rank());
          Request reduction = world.iallReduce(big, big, Reduction.SUM);
          int[] got = new int[1];
          for (int i = 0; i < 500; i++) {
            world.sendReceive(new int[] {i}, other, TAG, got, other, TAG);
            assertThat(got).containsExactly(i);
          }
          Request receive = world.ireceive(got, other, TAG);
          Request send = world.isend(new int[] {7}, other, TAG);
          CompletionQueue<String> queue = world.completionQueue();
          queue.add(reduction, "reduction");
          queue.add(receive, "receive");
          assertThatIllegalStateException().isThrownBy(() -> queue.add(reduction, "again"));
          List<String> taken = new ArrayList<>();
          for (var next = queue.take(); next.isPresent(); next = queue.take()) {
            next.get().request().await();
            taken.add(next.get().attachment());
          }
          assertThat(taken).containsExactlyInAnyOrder("reduction", "receive");
          send.await();
          assertThat(big).containsOnly(1);
          Request barrier = world.ibarrier();
          Request last = world.ireceive(got, Communicator.NO_RANK, TAG);
          List<Request> mixed = List.of(barrier, last);
          for (var index = Request.awaitAny(mixed);
              index.isPresent();
              index = Request.awaitAny(mixed)) {
            assertThat(mixed.get(index.getAsInt()).isActive()).isFalse();
          }
          assertThat(mixed).noneMatch(Request::isActive);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void confinedMemoryArrivesInItsThread(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          try (Arena arena = Arena.ofConfined();
              ExecutorService other = Executors.newSingleThreadExecutor()) {
            MemorySegment segment = arena.allocate(ValueLayout.JAVA_INT, 10_000);
            Elements data = Elements.of(segment, ElementType.INT);
            segment.setAtIndex(ValueLayout.JAVA_INT, 9_999, world.rank() + 1);
            Request request = world.iallReduce(data, data, Reduction.SUM);
            Future<Status> foreign = other.submit(request::await);
            assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(foreign::get)
                .withCauseInstanceOf(WrongThreadException.class);
            assertThat(request.isActive()).isTrue();
            request.await();
            assertThat(segment.getAtIndex(ValueLayout.JAVA_INT, 9_999)).isEqualTo(3);
            request.await();
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryThatWasFreedBeforeTheOutcomeIsReadFailsIt(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          Request request;
          try (Arena arena = Arena.ofConfined()) {
            request = world.ibroadcast(arena.allocate(1000), 0);
          }
          if (world.rank() == 0) {
            request.await();
          } else {
            assertThatIllegalStateException().isThrownBy(request::await);
            assertThatIllegalStateException().isThrownBy(request::await);
          }
          world.barrier();
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void placesOfMemoryThatWasFreedBeforeAnythingCameFailTheOutcomeAndKeepNoMemory(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(new byte[0], 1, TAG);
            world.broadcast(new double[50], 0);
            return;
          }
          Request request;
          try (Arena arena = Arena.ofShared()) {
            Elements matrix = Elements.of(arena.allocate(800), ElementType.DOUBLE);
            Selection column = Hyperslab.at(0, 1).count(50, 1);
            request = world.ibroadcast(new Tile(matrix, Shape.of(50, 2), column), 0);
          }
          world.send(new byte[0], 0, TAG);
          assertThatIllegalStateException().isThrownBy(request::await);
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void leasesAndMessageBuffersAreKeptUntilTheEnd(TestJob job) {
    job.run(
        2,
        world -> {
          try (Lease lease = BufferPool.shared().lease(100_000);
              MessageBuffer buffer = new MessageBuffer();
              Arena arena = Arena.ofConfined()) {
            if (world.rank() == 0) {
              lease.segment().fill((byte) 5);
              MemorySegment lent = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3);
              buffer.lend(lent, SectionType.INT).commit();
            }
            if (world.rank() == 1) {
              world.receive(new byte[0], 0, TAG);
            }
            Request one = world.ibarrier();
            Request two = world.ibroadcast(lease, 0);
            Request three = world.ibroadcast(buffer, 0);
            if (world.rank() == 0) {
              assertThatIllegalStateException().isThrownBy(lease::close);
              assertThatIllegalStateException().isThrownBy(buffer::clear);
              world.send(new byte[0], 1, TAG);
            }
            Request.awaitAll(one, two, three);
            assertThat(lease.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(5);
            if (world.rank() == 1) {
              int[] got = new int[3];
              buffer.read(got);
              assertThat(got).containsExactly(1, 2, 3);
            }
            buffer.clear();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aThreadThatIsInterruptedAwaitsWhatItStartedAndStaysInterrupted(TestJob job) {
    job.run(
        2,
        world -> {
          Thread.currentThread().interrupt();
          Request barrier = world.ibarrier();
          world.barrier();
          barrier.await();
          assertThat(Thread.interrupted()).isTrue();
        });
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatOneRankCanSeeIsRefusedByTheStartAndCountsForNothing(TestJob job) {
    job.run(
        1,
        world -> {
          int[] data = new int[4];
          assertThatIllegalArgumentException().isThrownBy(() -> world.ibroadcast(data, 1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.igather(data, new int[5], 0))
              .withMessageContaining("5 elements are not 4 for each of 1 ranks");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.iallToAll(Elements.of(data, 0, 3), Elements.of(data, 1, 3)))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.iallReduce(new float[1], new float[1], Reduction.AND));
          try (MessageBuffer buffer = new MessageBuffer()) {
            assertThatIllegalStateException().isThrownBy(() -> world.ibroadcast(buffer, 0));
            buffer.clear();
          }
          Request barrier = world.ibarrier();
          assertThat(barrier.cancel()).isFalse();
          barrier.await();
          world.close();
          assertThatIllegalStateException()
              .isThrownBy(world::ibarrier)
              .withMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatStartDifferentOperationsAreTold(TestJob job) {
    job.run(
        2,
        world -> {
          Request request =
              world.rank() == 0
                  ? world.ibarrier()
                  : world.iallReduce(new int[1], new int[1], Reduction.SUM);
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(request::await)
              .withMessageContaining("barrier")
              .withMessageContaining("allReduce by SUM");
          assertThatExceptionOfType(CollectiveMismatchException.class).isThrownBy(request::test);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void countsThatDoNotAgreeFailWhatWasStartedAlone(TestJob job) {
    job.run(
        2,
        world -> {
          Request one = world.ibroadcast(new int[5 + world.rank()], 0);
          int[] sum = {1};
          Request two = world.iallReduce(sum, sum, Reduction.SUM);
          if (world.rank() == 0) {
            one.await();
          } else {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(one::await)
                .withMessageContaining("20 bytes where rank 1 expects 24");
          }
          two.await();
          assertThat(sum).containsExactly(2);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatAReductionThrowsComesWithTheOutcome(TestJob job) {
    Reduction refusing =
        Reduction.commutative(
            "refusing",
            1,
            (_, _) -> {
              throw new ArithmeticException("not these");
            });
    job.run(
        2,
        world -> {
          Request request = world.iallReduce(new int[1], new int[1], refusing);
          assertThatExceptionOfType(ArithmeticException.class).isThrownBy(request::await);
          world.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void closingWithAnOperationUnderWaySaysSo(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            Communicator twin = world.duplicate();
            Request barrier = twin.ibarrier();
            assertThatIllegalStateException()
                .isThrownBy(twin::close)
                .withMessageContaining("1 requests under way");
            world.send(new byte[0], 1, TAG);
            barrier.await();
          } else {
            Communicator twin = world.duplicate();
            world.receive(new byte[0], 0, TAG);
            twin.barrier();
            twin.close();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void closingTheWorldEndsWhatWasStarted(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            world.receive(new byte[0], 0, TAG);
            world.close();
            return;
          }
          Request barrier = world.ibarrier();
          world.send(new byte[0], 1, TAG);
          assertThatExceptionOfType(MessageException.class).isThrownBy(barrier::await);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsFailsWhatTheOthersStarted(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      List<Request> requests = new ArrayList<>();
                      for (int i = 0; i < 5; i++) {
                        requests.add(
                            world.iallReduce(new int[100_000], new int[100_000], Reduction.SUM));
                      }
                      if (world.rank() == 3) {
                        requests.getFirst().await();
                        throw new ArithmeticException("three is even");
                      }
                      requests.add(world.ibarrier());
                      Request.awaitAll(requests);
                    }))
        .withMessageContaining("three is even");
  }

  /// What waits in the background does not keep its program from calling what another rank waits
  /// in, though the program promises that one thread calls all.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aProgramThatComputesWhileItsOperationWaitsIsNotTakenForDeadlocked(TestJob job) {
    System.setProperty("penstock.message.threadLevel", "funneled");
    try {
      job.hasty()
          .run(
              2,
              world -> {
                try (Communicator one = world.duplicate();
                    Communicator other = world.duplicate()) {
                  if (world.rank() == 0) {
                    Request started = one.ibarrier();
                    compute(5 * TestJob.HASTE_NANOS);
                    other.barrier();
                    started.await();
                  } else {
                    other.barrier();
                    one.barrier();
                  }
                }
              });
    } finally {
      System.clearProperty("penstock.message.threadLevel");
    }
  }

  private static void compute(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      LockSupport.parkNanos(end - now);
    }
  }

  /// The library's own thread sends nothing to the rank itself.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForAnyRankIsToldThoughOperationsWereStarted(TestJob job) {
    job.run(
        2,
        world -> {
          world.ibarrier().await();
          if (world.rank() == 0) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(new int[1], Communicator.ANY_SOURCE, TAG))
                .withMessageContaining("any rank");
          }
          world.close();
        });
  }
}
