package io.penstock.evaluate.run;

import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Threads that meet before and after each run.
final class TeamMove implements Move {
  private final List<Task.Block> blocks;
  private final OfBlock part;
  private final CyclicBarrier start;
  private final CyclicBarrier end;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private volatile boolean closed;

  TeamMove(List<Task.Block> blocks, OfBlock part) {
    this.blocks = blocks;
    this.part = part;
    start = new CyclicBarrier(blocks.size());
    end = new CyclicBarrier(blocks.size());
    blocks.stream().skip(1).forEach(this::startHelper);
  }

  private void startHelper(Task.Block block) {
    Thread.ofPlatform().daemon().name("mover-" + block.member()).start(() -> help(block));
  }

  private void help(Task.Block block) {
    meet(start);
    while (!closed) {
      move(block);
      meet(end);
      meet(start);
    }
  }

  @Override
  public void run() throws Exception {
    failure.set(null);
    meet(start);
    move(blocks.getFirst());
    meet(end);
    Exception thrown = failure.get();
    if (thrown != null) {
      throw thrown;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      meet(start);
    }
  }

  private void move(Task.Block block) {
    try {
      part.run(block);
    } catch (Exception e) {
      failure.compareAndSet(null, e);
    } catch (Error e) {
      failure.compareAndSet(null, new IllegalStateException(e.toString(), e));
    }
  }

  private void meet(CyclicBarrier barrier) {
    if (blocks.size() == 1) {
      return;
    }
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("the threads of a move lost each other", e);
    }
  }
}
