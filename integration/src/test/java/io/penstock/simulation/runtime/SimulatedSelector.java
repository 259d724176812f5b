package io.penstock.simulation.runtime;

import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A selector of simulated sockets, which waits in virtual time.
final class SimulatedSelector extends AbstractSelector {
  private final Set<SelectionKey> keys = new LinkedHashSet<>();
  private boolean woken;
  private @Nullable Thread sleeper;

  SimulatedSelector() {
    super(SelectorProvider.provider());
  }

  private static final class Key extends AbstractSelectionKey {
    private final SimulatedSelector selector;
    private final SimulatedSocket socket;
    private int interest;

    Key(SimulatedSelector selector, SimulatedSocket socket, int interest) {
      this.selector = selector;
      this.socket = socket;
      this.interest = interest;
    }

    @Override
    public SelectableChannel channel() {
      return socket;
    }

    @Override
    public Selector selector() {
      return selector;
    }

    @Override
    public int interestOps() {
      return interest;
    }

    @Override
    public SelectionKey interestOps(int ops) {
      interest = ops;
      return this;
    }

    @Override
    public int readyOps() {
      return (socket.in.isReadable() ? OP_READ : 0) | (socket.out.isWritable() ? OP_WRITE : 0);
    }
  }

  @Override
  protected SelectionKey register(AbstractSelectableChannel channel, int ops, Object attachment) {
    SimulatedSocket socket = (SimulatedSocket) channel;
    Key key = new Key(this, socket, ops);
    key.attach(attachment);
    keys.add(key);
    socket.in.readBy(this);
    socket.out.writtenBy(this);
    return key;
  }

  /// Something may be ready.
  void look() {
    Thread waiting = sleeper;
    if (waiting != null) {
      LockSupport.unpark(waiting);
    }
  }

  @Override
  public Selector wakeup() {
    woken = true;
    look();
    return this;
  }

  @Override
  public int select(Consumer<SelectionKey> action, long timeoutMillis) {
    Simulation simulation = Simulation.current();
    long end =
        timeoutMillis == 0
            ? Long.MAX_VALUE
            : simulation.nanos() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    sleeper = Thread.currentThread();
    try {
      while (ready().isEmpty()
          && !woken
          && !Thread.currentThread().isInterrupted()
          && simulation.nanos() < end) {
        simulation.park(Math.min(TimeUnit.HOURS.toNanos(1), end - simulation.nanos()));
      }
    } finally {
      sleeper = null;
      woken = false;
    }
    return selectNow(action);
  }

  @Override
  public int selectNow(Consumer<SelectionKey> action) {
    if (!isOpen()) {
      throw new ClosedSelectorException();
    }
    woken = false;
    List<SelectionKey> found = ready();
    found.forEach(action);
    return found.size();
  }

  private List<SelectionKey> ready() {
    keys.removeIf(key -> !key.isValid() || !key.channel().isOpen());
    List<SelectionKey> found = new ArrayList<>();
    for (SelectionKey key : keys) {
      if ((key.readyOps() & key.interestOps()) != 0) {
        found.add(key);
      }
    }
    return found;
  }

  @Override
  public int selectNow() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int select(long timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int select() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SelectionKey> keys() {
    return keys;
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    throw new UnsupportedOperationException();
  }

  @Override
  protected void implCloseSelector() {
    for (SelectionKey key : List.copyOf(keys)) {
      deregister((AbstractSelectionKey) key);
    }
    keys.clear();
    wakeup();
  }
}
