package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The order in which the locks of a window are given.
class LockQueueTest {
  private final LockQueue locks = new LockQueue();
  private final List<String> told = new ArrayList<>();

  private void ask(int rank, LockQueue.Kind kind) {
    locks.acquire(
        rank,
        kind,
        new LockQueue.Grant() {
          @Override
          public void granted() {
            told.add(rank + " " + kind);
          }

          @Override
          public void refused(String why) {
            told.add(rank + " refused: " + why);
          }
        });
  }

  private void shared(int rank) {
    ask(rank, LockQueue.Kind.SHARED);
  }

  private void exclusive(int rank) {
    ask(rank, LockQueue.Kind.EXCLUSIVE);
  }

  @Test
  void whoWantsItAloneWaitsUntilAllWhoShareItHaveGivenItUp() {
    shared(0);
    shared(1);
    exclusive(2);
    locks.release(0);
    assertThat(told).containsExactly("0 SHARED", "1 SHARED");
    locks.release(1);
    assertThat(told).endsWith("1 SHARED", "2 EXCLUSIVE");
  }

  @Test
  void whoSharesItWaitsUntilTheOneWhoHasItAloneHasGivenItUp() {
    exclusive(0);
    shared(1);
    exclusive(2);
    assertThat(told).containsExactly("0 EXCLUSIVE");
    locks.release(0);
    assertThat(told).endsWith("0 EXCLUSIVE", "1 SHARED");
    locks.release(1);
    assertThat(told).endsWith("1 SHARED", "2 EXCLUSIVE");
  }

  @Test
  void nobodyOvertakesOneWhoWaits() {
    shared(0);
    exclusive(1);
    shared(2);
    assertThat(told).containsExactly("0 SHARED");
    locks.release(1);
    assertThat(told)
        .containsExactly(
            "0 SHARED", "1 refused: this rank has given up waiting for the lock", "2 SHARED");
  }

  @Test
  void whoWaitsWhenItEndsAndWhoComesLaterIsRefused() {
    exclusive(0);
    shared(1);
    locks.end("closed");
    shared(2);
    locks.release(0);
    assertThat(told).containsExactly("0 EXCLUSIVE", "1 refused: closed", "2 refused: closed");
  }
}
