package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RankContextTest {
  private static final JobDescription RANK = new JobDescription(UUID.randomUUID(), "threads", 2, 4);

  private final List<String> seen = new ArrayList<>();

  @Test
  void aThreadBelongsToTheRankThatItRuns() {
    assertThat(JobDescription.current()).isEmpty();
    RankContext.run(RANK, () -> assertThat(JobDescription.current()).contains(RANK));
    assertThat(JobDescription.current()).isEmpty();
  }

  @Test
  void threadsInheritTheirRank() throws Exception {
    CompletableFuture<Optional<JobDescription>> platform = new CompletableFuture<>();
    CompletableFuture<Optional<JobDescription>> virtual = new CompletableFuture<>();
    RankContext.run(
        RANK,
        () -> {
          Thread.ofPlatform().start(() -> platform.complete(JobDescription.current()));
          Thread.ofVirtual().start(() -> virtual.complete(JobDescription.current()));
        });
    assertThat(platform.get()).contains(RANK);
    assertThat(virtual.get()).contains(RANK);
  }

  @Test
  void whatWasRegisteredRunsAtTheEndLatestFirst() {
    RankContext.run(
        RANK,
        () -> {
          RankContext.atEnd(failure -> seen.add("first " + failure));
          RankContext.atEnd(failure -> seen.add("second " + failure));
          seen.add("body");
        });
    assertThat(seen).containsExactly("body", "second null", "first null");
  }

  @Test
  void aFailureIsPassedToAllEvenIfOneThrows() {
    IllegalStateException failure = new IllegalStateException("broken");
    assertThatThrownBy(
            () ->
                RankContext.run(
                    RANK,
                    () -> {
                      RankContext.atEnd(cause -> seen.add("first " + cause));
                      RankContext.atEnd(
                          cause -> {
                            throw new IllegalArgumentException("farewell");
                          });
                      throw failure;
                    }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(seen).containsExactly("first " + failure);
    assertThat(JobDescription.current()).isEmpty();
  }

  @Test
  void whatIsRegisteredAfterTheEndRunsAtOnce() throws Exception {
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    CompletableFuture<Throwable> farewell = new CompletableFuture<>();
    RankContext.run(
        RANK,
        () ->
            Thread.ofPlatform()
                .start(
                    () -> {
                      ended.join();
                      RankContext.atEnd(farewell::complete);
                    }));
    ended.complete(true);
    assertThat(farewell.get()).isNull();
  }

  @Test
  void outsideARankNothingIsRegistered() {
    assertThat(RankContext.atEnd(failure -> seen.add("never"))).isFalse();
    assertThat(seen).isEmpty();
  }
}
