package io.penstock.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.fuzz.FuzzTarget;
import io.penstock.testing.fuzz.FuzzTargets;
import io.penstock.testing.fuzz.JazzerCampaign;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Jazzer sees on this JDK what code its inputs reach, and with what they are compared: no chance
/// finds four bytes, and two behind them.
class PlantedBugTest {
  private static final int MAGIC = 0xFD2FB528;

  @Test
  @Tag("long")
  void aBugBehindAMagicNumberIsFound() {
    assertThatThrownBy(
            () -> JazzerCampaign.run(new Planted(), "planted", "integration", PlantedBugTest.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("planted throws java.lang.IndexOutOfBoundsException: planted");
  }

  /// To look up a string that is not in a sorted map, Jazzer compares it with all that are.
  @Test
  @Tag("long")
  void whatJazzerTakesForItselfIsNotTheDecoders() {
    assertThatCode(
            () -> JazzerCampaign.run(new Planted(), "lookup", "integration", PlantedBugTest.class))
        .doesNotThrowAnyException();
  }

  @Test
  @Tag("long")
  void whatADecoderTakesIsFoundWithIt() {
    assertThatThrownBy(
            () -> JazzerCampaign.run(new Planted(), "hungry", "integration", PlantedBugTest.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("hungry takes ");
  }

  /// Decoders with a bug, without one, and with one more.
  static final class Planted implements FuzzTargets {
    @Override
    public Map<String, Callable<FuzzTarget>> all() {
      return Map.of(
          "planted", Target::new,
          "lookup", () -> new Lookup("lookup", 0),
          "hungry", () -> new Lookup("hungry", 100_000));
    }
  }

  /// A decoder that looks a word up.
  private static final class Lookup extends FuzzTarget {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final int more;

    Lookup(String name, int more) {
      super(name, IOException.class, 4096, 100);
      this.more = more;
      for (int i = 0; i < 1000; i++) {
        Integer _ = numbers.put("word " + i, i);
      }
    }

    @Override
    public long longInputs() {
      return 20;
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(new byte[8]);
    }

    @Override
    public void decode(byte[] input) {
      byte[] own = new byte[more];
      int number = numbers.getOrDefault(new String(input, ISO_8859_1), own.length);
      if (number < 0) {
        throw new IllegalStateException();
      }
    }
  }

  private static final class Target extends FuzzTarget {
    Target() {
      super("planted", IOException.class, 4096, 10);
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(new byte[8]);
    }

    @Override
    public void decode(byte[] input) {
      if (input.length >= 6
          && ByteBuffer.wrap(input).getInt() == MAGIC
          && input[4] == 17
          && input[5] == 42) {
        throw new IndexOutOfBoundsException("planted");
      }
    }
  }
}
