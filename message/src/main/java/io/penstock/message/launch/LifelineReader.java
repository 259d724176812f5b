package io.penstock.message.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/// A reader of the connection that a process holds for as long as it lives.
///
/// A JVM that ends waits up to 300 ms for threads in native code, where each thread is that waits
/// for a socket. So the reader leaves its selector when the JVM begins to shut down, and looks at
/// the connection every few milliseconds as long as shutdown hooks run: a launcher that is lost in
/// that time still ends the process. It clears interrupts, because a thread that is interrupted
/// does not block.
public final class LifelineReader {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final SocketChannel channel;
  private final Selector selector;
  private final ByteBuffer one = ByteBuffer.allocate(1);
  private volatile boolean ending;

  private LifelineReader(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /// Reads until the other side closes.
  ///
  /// @param channel connected; in non-blocking mode from now on
  /// @param heard takes each byte, as a number from 0 to 255
  /// @throws IOException if the connection breaks
  public static void read(SocketChannel channel, IntConsumer heard) throws IOException {
    try (Selector selector = Selector.open()) {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      LifelineReader reader = new LifelineReader(channel, selector);
      reader.leaveWhenTheProcessEnds();
      reader.read(heard);
    }
  }

  private void leaveWhenTheProcessEnds() {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "penstock-leave"));
    } catch (IllegalStateException e) {
      ending = true; // it ends already
    }
  }

  private void leave() {
    ending = true;
    selector.wakeup();
  }

  private void read(IntConsumer heard) throws IOException {
    for (int count = next(); count >= 0; count = next()) {
      if (count > 0) {
        heard.accept(Byte.toUnsignedInt(one.get(0)));
      } else {
        await();
      }
    }
  }

  private int next() throws IOException {
    return channel.read(one.clear());
  }

  private void await() throws IOException {
    boolean _ = Thread.interrupted();
    if (ending) {
      LockSupport.parkNanos(this, PAUSE_NANOS);
    } else {
      selector.select();
      selector.selectedKeys().clear();
    }
  }
}
