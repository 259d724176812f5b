package io.penstock.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Objects that were tampered with, whatever is made of them: an object or an [ObjectException].
class JdkObjectCodecProperties {
  private static final int OBJECTS = 100_000;
  private static final long SEED = 20261121;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final JdkObjectCodec codec =
      JdkObjectCodec.allowing(Cell.class, Cell.Kind.class, Cell.Point.class);

  @Test
  void noOtherExceptionLeavesTheCodec() throws IOException {
    List<byte[]> sound = new ArrayList<>();
    for (Object value : JdkObjectCodecTest.basics()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      codec.encode(value, bytes);
      if (bytes.size() < 5000) {
        sound.add(bytes.toByteArray());
      }
    }
    int read = 0;
    for (int i = 0; i < OBJECTS; i++) {
      byte[] object = changed(sound.get(random.nextInt(sound.size())).clone());
      try {
        codec.decode(new ByteArrayInputStream(object));
        read++;
      } catch (ObjectException e) {
        assertThat(e.getMessage()).isNotBlank();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("object %d of seed %d".formatted(i, SEED), e);
      }
    }
    assertThat(read).isBetween(OBJECTS / 20, OBJECTS - OBJECTS / 20);
  }

  private byte[] changed(byte[] object) {
    for (int changes = random.nextInt(3); changes >= 0; changes--) {
      int at = 4 + random.nextInt(object.length - 4);
      object[at] =
          switch (random.nextInt(4)) {
            case 0 -> (byte) random.nextInt();
            case 1 -> (byte) (0x70 + random.nextInt(16));
            case 2 -> (byte) random.nextInt(8);
            default -> (byte) (object[at] ^ (1 << random.nextInt(8)));
          };
    }
    return object;
  }
}
