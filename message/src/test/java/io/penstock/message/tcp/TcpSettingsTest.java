package io.penstock.message.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a process is told of the TCP transport.
class TcpSettingsTest {
  private static final String EAGER = "penstock.tcp.eagerLimit";
  private static final String SILENCE = "penstock.tcp.silenceSeconds";

  @AfterEach
  void forget() {
    System.clearProperty(EAGER);
    System.clearProperty(SILENCE);
  }

  @Test
  void propertiesSetTheEagerLimitAndTheSilence() {
    System.setProperty(EAGER, " 0 ");
    System.setProperty(SILENCE, "9223372036");
    assertThat(TcpSettings.ofProcess(7))
        .isEqualTo(new TcpSettings(0, 9_223_372_036_000_000_000L, 7));
  }

  @ParameterizedTest
  @CsvSource({
    EAGER + ", -1",
    EAGER + ", 16777217",
    EAGER + ", a lot",
    SILENCE + ", 0",
    SILENCE + ", -9223372036854775808",
    SILENCE + ", 9223372037"
  })
  void aPropertyThatMakesNoSenseIsNamed(String property, String value) {
    System.setProperty(property, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TcpSettings.ofProcess(0))
        .withMessageContaining("-D" + property + "=" + value);
  }
}
