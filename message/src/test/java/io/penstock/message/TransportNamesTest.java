package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/// What transports say of themselves.
class TransportNamesTest {
  @Test
  void aTransportSaysWhatItIs() {
    assertThat(ServiceLoader.load(Transport.class))
        .isNotEmpty()
        .allSatisfy(
            transport -> assertThat(transport).hasToString("transport " + transport.name()));
  }
}
