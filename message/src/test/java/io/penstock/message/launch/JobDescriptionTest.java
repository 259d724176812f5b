package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobDescriptionTest {
  private static final UUID JOB = UUID.randomUUID();
  private static final JobSecret SECRET = JobSecret.random();

  private final Map<String, String> variables = new HashMap<>(example().environment());

  private static JobDescription example() {
    InetSocketAddress coordinator = InetSocketAddress.createUnresolved("node7", 4711);
    InetAddress bind = InetAddress.ofLiteral("10.1.2.3");
    Contact contact = new Contact(coordinator, SECRET, bind, Duration.ofSeconds(7));
    return new JobDescription(JOB, "tcp", 3, 8, contact);
  }

  @Test
  void whatIsWrittenIsReadBack() {
    assertThat(JobDescription.from(variables)).contains(example());
  }

  @Test
  void aProcessThatWasToldNothingIsNoRank() {
    assertThat(JobDescription.from(Map.of("PENSTOCK_BUILD", "never"))).isEmpty();
  }

  @Test
  void aRankWaitsNeitherForNoTimeNorForEver() {
    Contact contact =
        Contact.local(InetSocketAddress.createUnresolved("coordinator", 4711), SECRET);
    for (Duration patience :
        List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofSeconds(Long.MAX_VALUE))) {
      assertThatThrownBy(() -> contact.waiting(patience))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a rank waits for a millisecond to a day");
    }
  }

  @Test
  void withoutACoordinatorThereIsNoContact() {
    variables.remove("PENSTOCK_COORDINATOR");
    assertThat(JobDescription.from(variables).orElseThrow().contact()).isNull();
  }

  @Test
  void aRankListensOnLoopbackAndWaitsHalfAMinuteUnlessToldOtherwise() {
    variables.remove("PENSTOCK_BIND");
    variables.remove("PENSTOCK_TIMEOUT");
    Contact contact =
        Objects.requireNonNull(JobDescription.from(variables).orElseThrow().contact());
    assertThat(contact.bind().isLoopbackAddress()).isTrue();
    assertThat(contact.patience()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void anAddressOfTheSixthVersionStandsInBrackets() {
    variables.put("PENSTOCK_COORDINATOR", "[::1]:4711");
    Contact contact =
        Objects.requireNonNull(JobDescription.from(variables).orElseThrow().contact());
    assertThat(contact.coordinator().getHostString()).isEqualTo("::1");
    assertThat(Sockets.text(contact.coordinator())).isEqualTo("[::1]:4711");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JOB", "RANK", "SIZE", "SECRET"})
  void aMissingVariableIsNamed(String variable) {
    variables.remove("PENSTOCK_" + variable);
    assertThatThrownBy(() -> JobDescription.from(variables))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "PENSTOCK_"
                + variable
                + " is not set, PENSTOCK_TRANSPORT is; start ranks with penstock run, or set its"
                + " variables by hand");
  }

  @ParameterizedTest
  @CsvSource({
    "JOB, seven, Invalid UUID",
    "TRANSPORT, '', names no transport",
    "RANK, 8, not within 0 and 7",
    "RANK, -1, not within 0 and 7",
    "RANK, three, For input string",
    "SIZE, 0, not within 1 and 65536",
    "SIZE, 65537, not within 1 and 65536",
    "COORDINATOR, node7, not of the form host:port",
    "COORDINATOR, ':80', not of the form host:port",
    "COORDINATOR, '::1:80', 'not of the form host:port or [address]:port'",
    "COORDINATOR, 'node7:0', a port is within 1 and 65535",
    "COORDINATOR, 'node7:65536', a port is within 1 and 65535",
    "BIND, localhost, Invalid IP address literal",
    "TIMEOUT, 0, not within 1 and 86400 seconds",
    "TIMEOUT, 86401, not within 1 and 86400 seconds"
  })
  void aWrongVariableIsNamedWithItsValueAndTheReason(String variable, String value, String reason) {
    variables.put("PENSTOCK_" + variable, value);
    assertThatThrownBy(() -> JobDescription.from(variables))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("PENSTOCK_" + variable + " '" + value + "': " + reason)
        .hasMessageEndingWith("set its variables by hand");
  }

  @Test
  void aWrongSecretIsNotRepeated() {
    variables.put("PENSTOCK_SECRET", "0123");
    assertThatThrownBy(() -> JobDescription.from(variables))
        .hasMessageStartingWith("PENSTOCK_SECRET: a job secret is 64 hexadecimal digits")
        .hasMessageNotContaining("0123");
  }

  @Test
  void aDescriptionDoesNotShowTheSecret() {
    assertThat(example().toString()).contains("JobSecret[hidden]").doesNotContain(SECRET.hex());
  }

  @Test
  void aRankIsOneOfItsJob() {
    assertThatThrownBy(() -> new JobDescription(JOB, "tcp", 4, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no rank 4 in a job of 4: ranks begin at 0");
    assertThatThrownBy(() -> new JobDescription(JOB, "tcp", 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a job has 1 to 65536 ranks, not 0");
  }
}
