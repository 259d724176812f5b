package io.penstock.evaluate.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.evaluate.run.Exercise.Reading;
import org.junit.jupiter.api.Test;

/// What is made of what wrk prints.
class ServingTest {
  private static final String SAID =
      """
      Running 4s test @ http://127.0.0.1:9101/
        1 threads and 16 connections
        103123 requests in 4.10s, 855.04MB read
      Requests/sec:  25151.95
      """;

  @Test
  void requestsAreCounted() {
    assertThat(Serving.reading(SAID, true)).isEqualTo(new Reading(4_100_000_000L, 103_123));
  }

  @Test
  void bytesAreCountedInMebibytes() {
    assertThat(Serving.reading(SAID, false).operations()).isEqualTo(855);
    assertThat(Serving.reading("12 requests in 1.00m, 1.50GB read", false))
        .isEqualTo(new Reading(60_000_000_000L, 1536));
    assertThat(Serving.reading("12 requests in 900.00ms, 2.00KB read", false))
        .isEqualTo(new Reading(900_000_000L, 1));
  }

  @Test
  void anythingElseIsAnError() {
    assertThatIllegalStateException().isThrownBy(() -> Serving.reading("unable to connect", true));
  }
}
