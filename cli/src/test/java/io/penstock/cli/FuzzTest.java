package io.penstock.cli;

import io.penstock.testing.fuzz.Campaign;
import io.penstock.testing.fuzz.JazzerCampaign;
import java.nio.file.Path;
import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever stands on the command line or in a file of figures, it is understood or refused by one
/// clear line, in time, within a stated multiple of its length in memory.
class FuzzTest {
  private static final String INPUT = "penstock.fuzz.input";
  private static final CommandDecoders DECODERS = new CommandDecoders();

  private static Collection<String> targets() {
    return DECODERS.chosen();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  void everyInputIsReadOrRefused(String target) throws Exception {
    Campaign.run(DECODERS, target, "cli", FuzzTest.class);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("targets")
  @Tag("long")
  void everyInputOfAMillionThatAreMadeFromWhatTheyReachIsReadOrRefused(String target)
      throws Exception {
    JazzerCampaign.run(DECODERS, target, "cli", FuzzTest.class);
  }

  @Test
  @EnabledIfSystemProperty(named = INPUT, matches = ".+:.+")
  void theNamedInputIsReadOrRefused() throws Exception {
    String[] named = System.getProperty(INPUT).split(":", 2);
    Campaign.single(DECODERS, named[0], Path.of(named[1]), "cli", FuzzTest.class);
  }
}
