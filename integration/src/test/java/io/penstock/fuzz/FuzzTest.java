package io.penstock.fuzz;

import io.penstock.testing.fuzz.Campaign;
import io.penstock.testing.fuzz.JazzerCampaign;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever a stranger sends, a decoder returns or refuses it by its own exception with one clear
/// line, in time, within a stated multiple of its length in memory, and leaves nothing.
class FuzzTest {
  /// Names a target and a file with an input, as a failure prints it.
  private static final String INPUT = "penstock.fuzz.input";

  private static final Decoders DECODERS = new Decoders();

  private static Collection<String> targets() {
    return DECODERS.chosen();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void everyInputIsReadOrRefused(String target) throws Exception {
    Campaign.run(DECODERS, target, "integration", FuzzTest.class);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  @Tag("long")
  void everyInputOfAMillionThatAreMadeFromWhatTheyReachIsReadOrRefused(String target)
      throws Exception {
    JazzerCampaign.run(DECODERS, target, "integration", FuzzTest.class);
  }

  @Test
  @EnabledIfSystemProperty(named = INPUT, matches = ".+:.+")
  void theNamedInputIsReadOrRefused() throws Exception {
    String[] named = System.getProperty(INPUT).split(":", 2);
    Campaign.single(DECODERS, named[0], Path.of(named[1]), "integration", FuzzTest.class);
  }
}
