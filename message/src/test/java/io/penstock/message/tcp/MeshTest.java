package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.MessageException;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.JobSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MeshTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16})
  void eachPairOfRanksHasOneConnection(int size) throws IOException {
    List<Mesh> meshes = LoopbackJob.meshes(size);
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        if (from != to) {
          send(meshes.get(from).peer(to), from * size + to);
          assertThat(receive(meshes.get(to).peer(from))).isEqualTo(from * size + to);
        }
      }
    }
    meshes.forEach(Mesh::close);
  }

  @Test
  void moreRanksJoinAtOnceThanStrangersAreHeard() throws IOException {
    List<Mesh> meshes = LoopbackJob.meshes(70);
    send(meshes.getFirst().peer(69), 42);
    assertThat(receive(meshes.getLast().peer(0))).isEqualTo(42);
    meshes.forEach(Mesh::close);
  }

  @Test
  void channelsBlockAndDoNotWaitForMore() throws IOException {
    List<Mesh> meshes = LoopbackJob.meshes(2);
    for (Mesh mesh : meshes) {
      SocketChannel peer = mesh.peer(1 - mesh.rank());
      assertThat(peer.isBlocking()).isTrue();
      assertThat(peer.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
      assertThat(peer.socket().getSoTimeout()).isZero();
    }
    meshes.forEach(Mesh::close);
  }

  @Test
  void aRankHasNoConnectionToItselfOrToNobody() {
    List<Mesh> meshes = LoopbackJob.meshes(2);
    assertThatThrownBy(() -> meshes.get(1).peer(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rank 1 has no connection to itself");
    assertThatThrownBy(() -> meshes.get(1).peer(2)).isInstanceOf(IndexOutOfBoundsException.class);
    meshes.forEach(Mesh::close);
  }

  @Test
  void whatIsClosedIsNoticedByThePeer() throws IOException {
    List<Mesh> meshes = LoopbackJob.meshes(2);
    meshes.get(0).close();
    assertThat(meshes.get(1).peer(0).read(ByteBuffer.allocate(1))).isEqualTo(-1);
    meshes.get(1).close();
  }

  @Test
  void ranksThatDoNotComeAreNamed() {
    try (LoopbackJob job = new LoopbackJob(3)) {
      Contact impatient = job.coordinator().contact().waiting(Duration.ofSeconds(2));
      assertThatThrownBy(() -> Mesh.join(job.description(1, impatient)))
          .isInstanceOf(MessageException.class)
          .hasMessageContaining("rank 1 of 3 cannot join its job: ranks 0 and 2 did not join");
    }
  }

  @Test
  void aRankThatEndedIsNotWaitedFor() {
    try (LoopbackJob job = new LoopbackJob(2)) {
      job.coordinator().ended(1);
      assertThatThrownBy(() -> Mesh.join(job.description(0)))
          .isInstanceOf(MessageException.class)
          .hasMessageContaining("rank 1 ended without having joined");
    }
  }

  @Test
  void aRankWithAnotherSecretIsRefused() {
    try (LoopbackJob job = new LoopbackJob(1)) {
      Contact wrong = Contact.local(job.coordinator().address(), JobSecret.random());
      assertThatThrownBy(() -> Mesh.join(job.description(0, wrong)))
          .isInstanceOf(MessageException.class)
          .hasMessageContaining("does not know the job's secret");
    }
  }

  @Test
  void aRankThatJoinsTwiceIsRefused() {
    try (LoopbackJob job = new LoopbackJob(1)) {
      Mesh.join(job.description(0)).close();
      assertThatThrownBy(() -> Mesh.join(job.description(0)))
          .isInstanceOf(MessageException.class)
          .hasMessageContaining("is a rank that is connected already");
    }
  }

  @Test
  void aRankOfAnotherJobIsRefused() {
    try (LoopbackJob job = new LoopbackJob(1)) {
      JobDescription stray =
          new JobDescription(UUID.randomUUID(), "tcp", 0, 1, job.coordinator().contact());
      assertThatThrownBy(() -> Mesh.join(stray))
          .isInstanceOf(MessageException.class)
          .hasMessageContaining("belongs to another job");
    }
  }

  @Test
  void aRankThatWasToldNoCoordinatorSaysWhatToSet() {
    JobDescription alone = new JobDescription(UUID.randomUUID(), "tcp", 0, 1);
    assertThatThrownBy(() -> Mesh.join(alone))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("PENSTOCK_COORDINATOR");
  }

  /// Often, and with processors busy: a listener that is closed while a thread is in its accept may
  /// hand over one more caller.
  @Test
  void aCoordinatorThatIsGoneIsNamed() {
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService busy = Executors.newCachedThreadPool()) {
      for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
        busy.execute(() -> spin(over));
      }
      try {
        IntStream.range(0, 200).forEach(_ -> joinsNoCoordinatorThatIsGone());
      } finally {
        over.set(true);
      }
    }
  }

  private static void joinsNoCoordinatorThatIsGone() {
    LoopbackJob job = new LoopbackJob(1);
    JobDescription orphan = job.description(0);
    job.close();
    assertThatThrownBy(() -> Mesh.join(orphan))
        .isInstanceOf(MessageException.class)
        .hasMessageContaining("rank 0 of 1 cannot join its job")
        .hasMessageContaining("127.0.0.1:");
  }

  private static void spin(AtomicBoolean over) {
    while (!over.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void anAddressOfAnotherMachineCannotBeBound() throws IOException {
    try (LoopbackJob job = new LoopbackJob(1)) {
      Contact usual = job.coordinator().contact();
      Contact elsewhere =
          new Contact(
              usual.coordinator(),
              usual.secret(),
              InetAddress.ofLiteral("192.0.2.1"),
              usual.patience());
      assertThatThrownBy(() -> Mesh.join(job.description(0, elsewhere)))
          .isInstanceOf(MessageException.class)
          .hasMessageContaining("cannot listen on 192.0.2.1:0");
    }
  }

  private static void send(SocketChannel channel, int value) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static int receive(SocketChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
    while (bytes.hasRemaining()) {
      assertThat(channel.read(bytes)).isPositive();
    }
    return bytes.getInt(0);
  }
}
