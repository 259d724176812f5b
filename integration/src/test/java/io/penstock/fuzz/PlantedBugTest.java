package io.penstock.fuzz;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.fuzz.FuzzTarget;
import io.penstock.testing.fuzz.FuzzTargets;
import io.penstock.testing.fuzz.JazzerCampaign;
import java.io.IOException;
import java.nio.ByteBuffer;
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

  /// A decoder with a bug.
  static final class Planted implements FuzzTargets {
    @Override
    public Map<String, Callable<FuzzTarget>> all() {
      return Map.of("planted", Target::new);
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
