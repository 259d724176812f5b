package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The JVM's signals stay the JVM's, whatever a library does about them.
class SignalsTest {
  private static final Pattern SAID =
      Pattern.compile("caught (\\d+), before (\\p{XDigit}+), after (\\p{XDigit}+)\\s*");

  /// ABRT, USR1 and the real-time signals: the JVM does without.
  private static final long NOT_THE_JVMS = 1L << 5 | 1L << 9 | -1L << 31;

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aJvmLivesOnWhenMpiIsLoadedAndStarted(MpiInstallation installation) {
    Outcome outcome = MpiLaunch.by(installation, 1).run(Signals.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    Matcher said = SAID.matcher(outcome.out());
    assertThat(said.matches()).as(outcome.toString()).isTrue();
    assertThat(said.group(1)).isEqualTo("50000");
    assertThat(jvms(said.group(3))).isEqualTo(jvms(said.group(2)));
  }

  private static String jvms(String mask) {
    return Long.toHexString(Long.parseUnsignedLong(mask, 16) & ~NOT_THE_JVMS);
  }
}
