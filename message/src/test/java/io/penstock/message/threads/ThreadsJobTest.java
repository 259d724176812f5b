package io.penstock.message.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsJobTest {
  private final ThreadsJob job = new ThreadsJob(2, ThreadsJob.EAGER_LIMIT, BufferPool.shared());

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 100_000})
  void whatOneRankSendsTheOtherReceives(int count) throws InterruptedException {
    double[] sent = new double[count];
    for (int i = 0; i < count; i++) {
      sent[i] = i + 0.5;
    }
    double[] received = new double[count];
    Thread sender = Thread.ofPlatform().start(() -> send(job.endpoint(0), sent, 1));

    receive(job.endpoint(1), received, 0);

    sender.join();
    assertThat(received).isEqualTo(sent);
  }

  @Test
  void aShortMessageToOneselfWaitsForItsReceive() {
    int[] received = new int[3];
    send(job.endpoint(0), new int[] {1, 2, 3}, 0);
    receive(job.endpoint(0), received, 0);
    assertThat(received).containsExactly(1, 2, 3);
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
}
