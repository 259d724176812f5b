package io.penstock.message;

import io.penstock.testing.fuzz.Campaign;
import io.penstock.testing.fuzz.JazzerCampaign;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever comes over a connection, it is understood or turned down by an exception of messages,
/// in time, within a stated multiple of its length in memory, and leaves nothing.
class FuzzTest {
  private static final String INPUT = "penstock.fuzz.input";
  private static final MessageDecoders DECODERS = new MessageDecoders();

  private static Collection<String> targets() {
    return DECODERS.chosen();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void everyInputIsReadOrRefused(String target) throws Exception {
    Campaign.run(DECODERS, target, "message", FuzzTest.class);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  @Tag("long")
  void everyInputOfAMillionThatAreMadeFromWhatTheyReachIsReadOrRefused(String target)
      throws Exception {
    JazzerCampaign.run(DECODERS, target, "message", FuzzTest.class);
  }

  @Test
  @EnabledIfSystemProperty(named = INPUT, matches = ".+:.+")
  void theNamedInputIsReadOrRefused() throws Exception {
    String[] named = System.getProperty(INPUT).split(":", 2);
    Campaign.single(DECODERS, named[0], Path.of(named[1]), "message", FuzzTest.class);
  }
}
