package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import io.penstock.testing.ForwardedPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpEndpointTest {
  private final List<TcpEndpoint> ranks = new ArrayList<>();

  private void start(int size) throws Exception {
    for (Mesh mesh : LoopbackJob.meshes(size)) {
      ranks.add(new TcpEndpoint(mesh, TcpSettings.DEFAULT, BufferPool.shared()));
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    List<Thread> leaving = ranks.stream().map(r -> Thread.ofPlatform().start(r::close)).toList();
    for (Thread thread : leaving) {
      thread.join();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 10_000, 1_000_000})
  void whatOneRankSendsTheOtherReceives(int count) throws Exception {
    start(2);
    double[] sent = new double[count];
    for (int i = 0; i < count; i++) {
      sent[i] = i + 0.5;
    }
    double[] received = new double[count];
    Thread sender = Thread.ofPlatform().start(() -> send(ranks.get(0), sent, 1));

    receive(ranks.get(1), received, 0);

    sender.join();
    assertThat(received).isEqualTo(sent);
  }

  private static void send(Endpoint endpoint, Object data, int to) {
    Transfer transfer = endpoint.take().of(data).with(to, 0, 7);
    endpoint.send(transfer);
    endpoint.await(transfer);
    endpoint.give(transfer);
  }

  private static void receive(Endpoint endpoint, Object data, int from) {
    Transfer transfer = endpoint.take().of(data).with(from, 0, 7);
    endpoint.receive(transfer);
    endpoint.await(transfer);
    endpoint.give(transfer);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aRankWithoutMemoryForAllItsConnectionsGivesBackWhatItHas(int blocks) {
    AtomicInteger left = new AtomicInteger(blocks);
    BufferPool pool = BufferPools.cached(PoolOptions.defaults());
    BufferPool few =
        new ForwardedPool(
            pool,
            _ -> {
              if (left.getAndDecrement() == 0) {
                throw new PoolExhaustedException("no memory in this test");
              }
            });
    List<Mesh> meshes = LoopbackJob.meshes(3);
    assertThatExceptionOfType(PoolExhaustedException.class)
        .isThrownBy(() -> new TcpEndpoint(meshes.getFirst(), TcpSettings.DEFAULT, few));
    meshes.forEach(Mesh::close);
    assertThat(pool.statistics().liveBlocks()).isZero();
    pool.close();
  }

  /// What wakes a thread may come before it has the selector, and wake another one, or be gone with
  /// a look.
  @ParameterizedTest
  @ValueSource(ints = {2, 20})
  @Timeout(30)
  void nobodySleepsThroughWhatHappenedBeforeItHadTheSelector(int size) throws Exception {
    start(size);
    TcpEndpoint rank = ranks.getFirst();
    rank.wake();
    rank.progress();
    rank.sleep(() -> true, TimeUnit.HOURS.toNanos(1));
    assertThat(rank.progress()).isFalse();
  }
}
