package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.Transfer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Frames are read the same wherever the network cuts them, and bytes that are none are refused.
class FrameReaderProperties {
  private static final long SEED = 20_261_121;

  private TcpEndpoint rank;

  @BeforeEach
  void begin() throws IOException {
    rank =
        new TcpEndpoint(LoopbackJob.meshes(1).getFirst(), TcpSettings.DEFAULT, BufferPool.shared());
  }

  @AfterEach
  void end() {
    rank.close();
  }

  @Test
  void framesAreReadTheSameWhereverTheyAreCut() throws IOException {
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      List<byte[]> payloads = payloads(random);
      Recorder recorder = new Recorder(rank);
      read(new Slices(stream(payloads), random), recorder);
      assertThat(recorder.payloads).as("seed %d, round %d", SEED, round).hasSameSizeAs(payloads);
      for (int i = 0; i < payloads.size(); i++) {
        assertThat(Arrays.equals(recorder.payloads.get(i), payloads.get(i)))
            .as("seed %d, round %d, frame %d", SEED, round, i)
            .isTrue();
      }
    }
  }

  @Test
  void damagedBytesAreRefusedAndNothingElseHappens() throws IOException {
    Random random = new Random(SEED);
    int refused = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] bytes = stream(List.of(new byte[random.nextInt(40)], new byte[random.nextInt(40)]));
      for (int hits = random.nextInt(1, 4); hits > 0; hits--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        read(new Slices(bytes, random), new Recorder(rank));
      } catch (ProtocolException e) {
        refused++;
      }
    }
    System.out.printf("damaged streams: 100000, refused: %d%n", refused);
    assertThat(refused).isBetween(10_000, 99_999);
  }

  @Test
  void nothingIsTakenUpOrReadAfterAnAbortThatHasEndedTheJob() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteBuffer abort = ByteBuffer.allocate(Frame.BYTES);
    new Frame().of(FrameType.ABORT).put(abort);
    bytes.writeBytes(abort.array());
    bytes.writeBytes(stream(Collections.nCopies(10_000, new byte[40])));
    ByteArrayInputStream left = new ByteArrayInputStream(bytes.toByteArray());
    Last last = new Last();
    FrameReader frameReader = new FrameReader(Channels.newChannel(left), BufferPool.shared(), last);
    last.ends = frameReader::release;

    assertThat(frameReader.read()).isTrue();
    int unread = left.available();
    assertThat(unread).isPositive();
    assertThat(frameReader.read()).isFalse();

    assertThat(left.available()).isEqualTo(unread);
    assertThat(last.begun).isFalse();
  }

  /// Gives the buffer back when the job has failed, as a connection does.
  private static final class Last implements FrameHandler {
    private Runnable ends = () -> {};
    private boolean begun;

    @Override
    public boolean begin(Frame header, FrameReader reader) {
      begun = true;
      return false;
    }

    @Override
    public void end(Frame header, FrameReader reader) {}

    @Override
    public void abort(long failed, byte[] reason) {
      ends.run();
    }
  }

  private static void read(Slices slices, Recorder recorder) throws IOException {
    FrameReader frameReader = new FrameReader(slices, BufferPool.shared(), recorder);
    try {
      while (true) {
        frameReader.read();
      }
    } catch (EOFException e) {
      assertThat(slices.isEmpty()).isTrue();
    } finally {
      frameReader.release();
    }
  }

  private static List<byte[]> payloads(Random random) {
    List<byte[]> payloads = new ArrayList<>();
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      byte[] payload = new byte[random.nextInt(1 << random.nextInt(1, 20))];
      random.nextBytes(payload);
      payloads.add(payload);
    }
    return payloads;
  }

  private static byte[] stream(List<byte[]> payloads) {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (byte[] payload : payloads) {
      Frame header = new Frame().of(FrameType.MESSAGE);
      header.bytes = payload.length;
      ByteBuffer head = ByteBuffer.allocate(Frame.BYTES);
      header.put(head);
      stream.writeBytes(head.array());
      stream.writeBytes(payload);
    }
    return stream.toByteArray();
  }

  /// Receives each payload into an array of its own.
  private static final class Recorder implements FrameHandler {
    private static final int LONGEST = 1 << 20;

    final List<byte[]> payloads = new ArrayList<>();
    private final TcpEndpoint rank;

    Recorder(TcpEndpoint rank) {
      this.rank = rank;
    }

    @Override
    public boolean begin(Frame header, FrameReader reader) {
      if (header.type != FrameType.MESSAGE) {
        return false;
      }
      if (header.bytes > LONGEST) {
        throw new ProtocolException("too long");
      }
      byte[] target = new byte[(int) header.bytes];
      payloads.add(target);
      reader.deliverTo(rank.take().of(target), header.bytes);
      return true;
    }

    @Override
    public void end(Frame header, FrameReader reader) {
      Transfer receive = reader.receive();
      reader.discard(0);
      rank.give(receive);
    }

    @Override
    public void abort(long failed, byte[] reason) {}
  }

  /// Bytes that come a few at a time, as from a network.
  private static final class Slices implements ReadableByteChannel {
    private final ByteBuffer bytes;
    private final Random random;

    Slices(byte[] bytes, Random random) {
      this.bytes = ByteBuffer.wrap(bytes);
      this.random = random;
    }

    boolean isEmpty() {
      return !bytes.hasRemaining();
    }

    @Override
    public int read(ByteBuffer target) {
      if (isEmpty()) {
        return -1;
      }
      int most = Math.min(bytes.remaining(), target.remaining());
      int n = Math.min(most, random.nextInt(1 << random.nextInt(1, 18)));
      target.put(bytes.slice(bytes.position(), n));
      bytes.position(bytes.position() + n);
      return n;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
