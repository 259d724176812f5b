package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DataStreamProperties {
  private static final int SEQUENCES = 2000;
  private static final int STEPS = 40;

  @Test
  void anySequenceOfWritesLeavesTheBytesOfTheJdksStreams() throws IOException {
    for (int seed = 0; seed < SEQUENCES; seed++) {
      Random random = new Random(seed);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      ByteArrayOutputStream actual = new ByteArrayOutputStream();
      Elementwise.Output jdk = new Elementwise.Output(expected);
      try (ArrayDataOutputStream ours =
          new ArrayDataOutputStream(actual, ByteOrder.BIG_ENDIAN, bufferBytes(random))) {
        Calls calls = new Calls(random, 300);
        for (int i = 0; i < STEPS; i++) {
          Calls.Write call = calls.write();
          call.to(jdk);
          call.to(ours);
          assertThat(ours.size()).as("size, seed %d, step %d", seed, i).isEqualTo(jdk.size());
          if (random.nextInt(10) == 0) {
            ours.flush();
            assertThat(actual.size()).as("flushed, seed %d", seed).isEqualTo(expected.size());
          }
        }
      }
      assertThat(actual.toByteArray()).as("seed %d", seed).isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void anySequenceOfReadsGivesWhatTheJdksStreamsGive() throws IOException {
    for (int seed = 0; seed < SEQUENCES; seed++) {
      Random random = new Random(seed);
      byte[] bytes = bytes(random);
      boolean trickles = random.nextBoolean();
      Elementwise.Input jdk = new Elementwise.Input(new ByteArrayInputStream(bytes));
      ArrayDataInputStream ours =
          new ArrayDataInputStream(
              trickles ? new Trickle(bytes) : new ByteArrayInputStream(bytes),
              ByteOrder.BIG_ENDIAN,
              bufferBytes(random));
      Calls calls = new Calls(random, 300);
      for (int i = 0; i < STEPS; i++) {
        Calls.Read call = calls.read();
        assertThat(Calls.outcome(call, ours))
            .as("seed %d, step %d", seed, i)
            .isEqualTo(Calls.outcome(call, jdk));
        assertSameBytes(random, ours, jdk, "seed " + seed + ", step " + i);
      }
    }
  }

  private static void assertSameBytes(Random random, InputStream ours, InputStream jdk, String what)
      throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> assertThat(ours.read()).as(what).isEqualTo(jdk.read());
      case 1 -> {
        int n = random.nextInt(40);
        assertThat(ours.readNBytes(n)).as(what).isEqualTo(jdk.readNBytes(n));
      }
      default -> {}
    }
  }

  /// Half of them 0 or 1, so that a random length of a string is often short.
  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(2000)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          switch (random.nextInt(8)) {
            case 0, 1, 2 -> 0;
            case 3 -> (byte) random.nextInt(20);
            case 4 -> (byte) (random.nextBoolean() ? '\n' : '\r');
            case 5 -> (byte) (0xC0 | random.nextInt(0x30));
            case 6 -> (byte) (0x80 | random.nextInt(0x40));
            default -> (byte) random.nextInt();
          };
    }
    return bytes;
  }

  private static int bufferBytes(Random random) {
    return random.nextInt(10) == 0 ? Buffers.STREAM_BYTES : random.nextInt(Buffers.MIN_BYTES, 80);
  }

  /// Gives one byte at a time and never more.
  private static final class Trickle extends InputStream {
    private final ByteArrayInputStream bytes;

    Trickle(byte[] bytes) {
      this.bytes = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int from, int count) {
      return bytes.read(target, from, Math.min(1, count));
    }
  }
}
