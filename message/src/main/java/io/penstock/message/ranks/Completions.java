package io.penstock.message.ranks;

import io.penstock.message.CompletionQueue;
import io.penstock.message.Request;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The requests of one rank that are done, added by the threads that end them.
final class Completions<T> implements CompletionQueue<T> {
  private final Endpoint endpoint;
  private final Queue<Entry> done = new ConcurrentLinkedQueue<>();
  private final Set<Entry> underWay = new LinkedHashSet<>();
  private final AtomicInteger size = new AtomicInteger();

  private final class Entry implements Runnable {
    private final RankRequest request;
    private final T attachment;
    private final AtomicBoolean queued = new AtomicBoolean();

    Entry(RankRequest request, T attachment) {
      this.request = request;
      this.attachment = attachment;
    }

    /// May be called before the request is done, by the one who used its transfer before.
    @Override
    public void run() {
      if (request.met() && queued.compareAndSet(false, true)) {
        done.add(this);
      }
    }
  }

  Completions(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public void add(Request request, T attachment) {
    if (!(request instanceof RankRequest own) || !own.isOf(endpoint)) {
      throw new IllegalArgumentException("a queue takes requests of its own rank");
    }
    Entry entry = new Entry(own, attachment);
    synchronized (underWay) {
      own.whenDone(entry);
      underWay.add(entry);
      size.incrementAndGet();
    }
  }

  @Override
  public Optional<Completion<T>> take() {
    Optional<Completion<T>> next = next();
    while (next.isEmpty() && size() > 0) {
      endpoint.await((Condition) () -> !done.isEmpty() || size() == 0 || endForsaken());
      next = next();
    }
    return next;
  }

  @Override
  public Optional<Completion<T>> poll() {
    if (done.isEmpty()) {
      endpoint.progress();
    }
    return next();
  }

  private Optional<Completion<T>> next() {
    Entry entry = done.poll();
    if (entry == null) {
      return Optional.empty();
    }
    synchronized (underWay) {
      underWay.remove(entry);
      size.decrementAndGet();
    }
    return Optional.of(new Completion<>(entry.request, entry.attachment));
  }

  @Override
  public int size() {
    return size.get();
  }

  /// Ends the receives if nothing can meet any of them any more. The first one that something can
  /// meet is enough to know.
  private boolean endForsaken() {
    synchronized (underWay) {
      boolean forsaken =
          !underWay.isEmpty() && underWay.stream().allMatch(entry -> entry.request.isForsaken());
      if (forsaken) {
        underWay.forEach(entry -> entry.request.endIfForsaken());
      }
      return forsaken;
    }
  }
}
