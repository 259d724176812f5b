package io.penstock.message.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.MessageException;
import io.penstock.message.RankFailedException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JobFailureTest {
  private final IOException cause = new IOException("connection reset");

  @Test
  void aRankThatIsGoneIsNamedWithTheCause() {
    assertThatThrownBy(JobFailure.ofRank(3, "rank 3 is gone", cause)::check)
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 3 is gone")
        .hasCause(cause);
    assertThat(JobFailure.ofRank(3, "rank 3 is gone").exceptionForSender(3))
        .isInstanceOf(RankFailedException.class);
  }

  @Test
  void whatThisRankFailsOfIsSaid() {
    assertThatThrownBy(JobFailure.of("out of memory", cause)::check)
        .isInstanceOf(MessageException.class)
        .hasMessage("out of memory")
        .hasCause(cause);
  }

  @Test
  void whereNothingFailedNothingIsThrown() {
    JobFailure.NONE.check();
    JobFailure.NONE.checkAsSender(1);
    assertThat(JobFailure.NONE.exception()).hasMessage("no failure");
  }

  @Test
  void aHelperKeepsNoJvmAlive() {
    Helper helper = Helper.named("penstock-test", () -> {});
    assertThat(helper.isDaemon()).isTrue();
    assertThat(helper.getName()).isEqualTo("penstock-test");
    assertThat(new Helper(() -> {}).getName()).startsWith("penstock-collectives-");
  }
}
