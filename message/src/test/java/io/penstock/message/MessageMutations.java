package io.penstock.message;

import io.penstock.object.ObjectCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// Messages that have been tampered with, always the same for the same seed.
final class MessageMutations {
  private static final long[] EXTREMES = {
    0,
    1,
    2,
    8,
    -1,
    -8,
    1L << 31,
    (1L << 31) - 1,
    1L << 32,
    1L << 60,
    1L << 61,
    1L << 62,
    (1L << 62) + 1,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 7,
    Long.MIN_VALUE
  };

  private final SplittableRandom random;
  private final List<byte[]> sound = new ArrayList<>();

  MessageMutations(long seed, CountingPool pool, ObjectCodec codec) {
    this.random = new SplittableRandom(seed);
    for (int i = 0; i < 200; i++) {
      ByteOrder order = i % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      try (MessageBuffer message =
          new MessageBuffer(MessageSettings.growing().pool(pool).order(order).objects(codec))) {
        for (int sections = random.nextInt(5); sections >= 0; sections--) {
          section(message);
        }
        sound.add(Delivery.bytes(message.commit()));
      }
    }
  }

  private void section(MessageBuffer message) {
    int n = random.nextInt(6);
    switch (random.nextInt(12)) {
      case 0 -> message.write(new byte[n]);
      case 1 -> message.write(new short[n]);
      case 2 -> message.write(new char[n]);
      case 3 -> message.write(new int[n]);
      case 4 -> message.write(new long[n]);
      case 5 -> message.write(new float[n]);
      case 6 -> message.write(new double[n]);
      case 7 -> message.write(new boolean[n]);
      case 8 -> message.writeObject("text " + n);
      case 9 -> message.writeObject(new ArrayList<>(List.of(n, "b", List.of(1.5))));
      case 10 -> message.writeObject(Map.of("k", Set.of(n)));
      default ->
          message.begin(SectionType.OBJECT).putObject(new int[n]).putObject(new Object[] {n});
    }
  }

  /// The next message: one or two changes in a sound one, most of them where lengths and types are.
  byte[] next() {
    byte[] message = sound.get(random.nextInt(sound.size())).clone();
    for (int changes = random.nextInt(4) / 3; changes >= 0 && message.length > 0; changes--) {
      message = changed(message);
    }
    return message;
  }

  private byte[] changed(byte[] message) {
    int at = random.nextInt(message.length);
    int word = random.nextInt(message.length / 8 + 1) * 8;
    switch (random.nextInt(8)) {
      case 0 -> message[at] = (byte) random.nextInt();
      case 1 -> message[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> put(message, word, EXTREMES[random.nextInt(EXTREMES.length)]);
      case 3 -> put(message, word, random.nextInt(40));
      case 4 -> {
        return Arrays.copyOf(message, at);
      }
      case 5 -> {
        return Arrays.copyOf(message, message.length + random.nextInt(40));
      }
      case 6 -> splice(message, at);
      default -> message[random.nextInt(Math.min(message.length, 64))] = (byte) random.nextInt(16);
    }
    return message;
  }

  private static void put(byte[] message, int at, long value) {
    if (at + 8 <= message.length) {
      ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
    }
  }

  /// Puts a piece of another message over a place of this one.
  private void splice(byte[] message, int at) {
    byte[] other = sound.get(random.nextInt(sound.size()));
    int from = random.nextInt(other.length);
    int most = Math.min(message.length - at, other.length - from);
    System.arraycopy(other, from, message, at, 1 + random.nextInt(most));
  }
}
