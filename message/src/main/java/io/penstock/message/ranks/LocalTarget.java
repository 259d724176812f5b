package io.penstock.message.ranks;

import io.penstock.message.MessageException;
import io.penstock.message.Reduction;
import io.penstock.message.match.Endpoint;
import java.util.List;

/// The window of a rank of this process: the calling thread accesses its memory itself.
final class LocalTarget implements WindowTarget {
  private final Endpoint endpoint;
  private final int origin;
  private final Exposure exposure;

  /// @param endpoint the origin's
  /// @param origin its rank in the communicator
  LocalTarget(Endpoint endpoint, int origin, Exposure exposure) {
    this.endpoint = endpoint;
    this.origin = origin;
    this.exposure = exposure;
  }

  @Override
  public void put(Region data, long offset) {
    later(() -> exposure.put(data, offset));
  }

  @Override
  public void accumulate(Region data, long offset, Reduction reduction) {
    later(() -> exposure.accumulate(data, offset, reduction));
  }

  /// As between processes, a failure is told when the access is completed.
  private void later(Runnable access) {
    endpoint.check();
    try {
      access.run();
    } catch (MessageException e) {
      exposure.note(origin, e);
    }
  }

  @Override
  public List<Reply> get(Region data, long offset) {
    endpoint.check();
    exposure.get(data, offset);
    return List.of();
  }

  @Override
  public List<Reply> getAccumulate(Region data, Region before, long offset, Reduction reduction) {
    endpoint.check();
    exposure.getAccumulate(data, before, offset, reduction);
    return List.of();
  }

  @Override
  public List<Reply> compareAndSwap(Region expected, Region value, Region before, long offset) {
    endpoint.check();
    exposure.compareAndSwap(expected, value, before, offset);
    return List.of();
  }

  @Override
  public Reply lock(LockQueue.Kind kind) {
    Granted granted = new Granted();
    exposure.locks().acquire(origin, kind, granted);
    return granted;
  }

  @Override
  public Reply unlock() {
    exposure.locks().release(origin);
    return flush();
  }

  @Override
  public void letGo() {
    exposure.locks().release(origin);
  }

  @Override
  public Reply flush() {
    endpoint.check();
    exposure.settle(origin);
    return Reply.DONE;
  }

  /// A lock that is waited for.
  private final class Granted implements LockQueue.Grant, Reply {
    private volatile boolean over;
    private String refusal = "";

    @Override
    public void granted() {
      over = true;
      endpoint.wake();
    }

    @Override
    public void refused(String why) {
      refusal = why;
      granted();
    }

    @Override
    public boolean met() {
      if (!over) {
        endpoint.check();
      }
      return over;
    }

    @Override
    public void check() {
      if (!refusal.isEmpty()) {
        throw new MessageException(refusal);
      }
      exposure.observe();
    }

    @Override
    public void whenDone(Runnable action) {
      throw new AssertionError("a lock is no request");
    }

    @Override
    public void release() {}
  }
}
