package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Requests that one thread awaits together while another one reads or cancels them.
@Timeout(60)
class RequestTest {
  private static final Status OUTCOME = new Status(0, 0, MessageKind.BYTES, 0);

  /// Is taken away by another thread as soon as somebody waits for it.
  private static final class Taken implements Request {
    private boolean active = true;

    @Override
    public Status await() {
      active = false;
      return OUTCOME;
    }

    @Override
    public Optional<Status> test() {
      return active ? Optional.empty() : Optional.of(OUTCOME);
    }

    @Override
    public boolean isDone() {
      return !active;
    }

    @Override
    public boolean isActive() {
      return active;
    }

    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public void awaitDoneAmong(List<? extends Request> requests) {
      active = false;
    }
  }

  private final List<Taken> requests = List.of(new Taken(), new Taken());

  @Test
  void whoAwaitsAnyWaitsNoLongerOnceOthersHaveTakenAll() {
    assertThat(Request.awaitAny(requests)).isEmpty();
    assertThat(requests).noneMatch(Request::isActive);
  }

  @Test
  void whoAwaitsSomeWaitsNoLongerOnceOthersHaveTakenAll() {
    assertThat(Request.awaitSome(requests)).isEmpty();
    assertThat(requests).noneMatch(Request::isActive);
  }
}
