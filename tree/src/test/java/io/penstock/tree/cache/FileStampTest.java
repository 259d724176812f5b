package io.penstock.tree.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What tells one state of a file from another.
class FileStampTest {
  @Test
  void aFileThatWasWrittenJustNowMayBeWrittenAgainAtTheSameTime() {
    assertThat(written(Instant.now().plusSeconds(1)).settled()).isFalse();
    assertThat(written(Instant.now().minusSeconds(1)).settled()).isTrue();
  }

  @Test
  void aTimeThatLiesFarInTheFutureWillNotBeThatOfAWrite() {
    assertThat(written(Instant.now().plusSeconds(3600)).settled()).isTrue();
    assertThat(written(Instant.MAX).settled()).isTrue();
    assertThat(written(Instant.MIN).settled()).isTrue();
  }

  @Test
  void aFileWhoseTimeWasSetBackJustNowMayBeWrittenAgainAtTheSameTime() {
    Instant now = Instant.now();
    assertThat(new FileStamp(1, Instant.EPOCH, now.plusSeconds(1), "1").settled()).isFalse();
    assertThat(new FileStamp(1, Instant.EPOCH, now.minusSeconds(1), "1").settled()).isTrue();
  }

  private static FileStamp written(Instant time) {
    return new FileStamp(1, time, time, "1");
  }
}
