package io.penstock.evaluate.messages;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/// The ping-pong of a message between two ranks, as one of them sees it.
///
/// Whoever sends the message changes both its ends first, so that both ranks know afterwards that
/// each one has arrived. The same stands in `pingpong.c`.
///
/// @param <D> what a message lies in
final class PingPong<D> implements RankSession.Rank {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long PAGE = 4096;
  private static final int TAG = 7;

  private final int rank;
  private final D data;
  private final D number;
  private final MemorySegment message;
  private final MemorySegment rounds;
  private final Consumer<D> send;
  private final Consumer<D> receive;
  private final AutoCloseable connection;
  private long messages;

  /// @param data that goes to and fro
  /// @param number that rank 0 tells the other one: room for 8 bytes
  /// @param memory of both
  /// @param send to the other rank, from where it lies
  /// @param receive from the other rank, to where it is to lie
  /// @param connection closed with this
  PingPong(
      int rank,
      D data,
      D number,
      Function<D, MemorySegment> memory,
      Consumer<D> send,
      Consumer<D> receive,
      AutoCloseable connection) {
    this.rank = rank;
    this.data = data;
    this.number = number;
    message = memory.apply(data);
    rounds = memory.apply(number);
    this.send = send;
    this.receive = receive;
    this.connection = connection;
  }

  /// Gives rank 0 what is to go to and fro, and the other one something else.
  @Override
  public void arm(long salt) {
    messages = 0;
    long flip = rank == 0 ? 0 : -1;
    long bytes = message.byteSize();
    for (long i = 0; i + Long.BYTES <= bytes; i += Long.BYTES) {
      message.set(JAVA_LONG_UNALIGNED, i, word(i, salt) ^ flip);
    }
    for (long i = bytes & -Long.BYTES; i < bytes; i++) {
      message.set(JAVA_BYTE, i, (byte) (word(i, salt) ^ flip));
    }
  }

  @Override
  public long play(long wanted) {
    if (rank == 0) {
      rounds.set(JAVA_LONG_UNALIGNED, 0, wanted);
      send.accept(number);
      messages += 2 * wanted;
      return serve(wanted);
    }
    receive.accept(number);
    long told = rounds.get(JAVA_LONG_UNALIGNED, 0);
    messages += 2 * told;
    return giveBack(told);
  }

  private long serve(long times) {
    long start = System.nanoTime();
    for (long i = 0; i < times; i++) {
      change();
      send.accept(data);
      receive.accept(data);
    }
    return System.nanoTime() - start;
  }

  private long giveBack(long times) {
    long start = System.nanoTime();
    for (long i = 0; i < times; i++) {
      receive.accept(data);
      change();
      send.accept(data);
    }
    return System.nanoTime() - start;
  }

  /// To and fro are two messages.
  @Override
  public int operations() {
    return 2;
  }

  private void change() {
    add(0, 1);
    if (message.byteSize() > 1) {
      add(message.byteSize() - 1, 1);
    }
  }

  private void add(long at, long summand) {
    message.set(JAVA_BYTE, at, (byte) (message.get(JAVA_BYTE, at) + summand));
  }

  @Override
  public Optional<String> fault(long salt) {
    long bytes = message.byteSize();
    add(0, -messages);
    if (bytes > 1) {
      add(bytes - 1, -messages);
    }
    for (long i = 0; i + Long.BYTES <= bytes; i += Long.BYTES) {
      if (message.get(JAVA_LONG_UNALIGNED, i) != word(i, salt)) {
        return wrong(i);
      }
    }
    for (long i = bytes & -Long.BYTES; i < bytes; i++) {
      if (message.get(JAVA_BYTE, i) != (byte) word(i, salt)) {
        return wrong(i);
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrong(long at) {
    return Optional.of(
        String.format(
            Locale.ROOT,
            "at rank %d the message of %d bytes differs from byte %d on",
            rank,
            message.byteSize(),
            at));
  }

  /// What stands at a place, by its number.
  static long word(long i, long salt) {
    long mixed = ((i + 1) * MULTIPLIER) ^ (salt * 31);
    return mixed ^ (mixed >>> 29);
  }

  @Override
  public void close() throws Exception {
    connection.close();
  }

  // ---- by Penstock -----------------------------------------------------------------------------

  /// A message in a byte array, sent from where it is and received to where it is to be.
  static PingPong<byte[]> array(Communicator world, Drill drill) {
    int other = 1 - world.rank();
    return new PingPong<>(
        world.rank(),
        new byte[Math.toIntExact(drill.bytes())],
        new byte[Long.BYTES],
        MemorySegment::ofArray,
        sent -> world.send(sent, other, TAG),
        received -> world.receive(received, other, TAG),
        world);
  }

  /// A message in a segment outside the heap, sent from where it is and received to where it is to
  /// be.
  static PingPong<MemorySegment> segment(Communicator world, Drill drill) {
    int other = 1 - world.rank();
    return new PingPong<>(
        world.rank(),
        Arena.ofAuto().allocate(drill.bytes(), PAGE),
        Arena.ofAuto().allocate(Long.BYTES),
        segment -> segment,
        sent -> world.send(sent, other, TAG),
        received -> world.receive(received, other, TAG),
        world);
  }

  /// A message that is written into a message buffer to be sent, and read out of one when it has
  /// been received, as the document's system does with every message. The buffers' memory comes
  /// from a pool and goes back to it each time.
  ///
  /// @param pool the name of one, which each rank has for itself
  static BiFunction<Communicator, Drill, RankSession.Rank> buffers(String pool) {
    return (world, drill) -> {
      int other = 1 - world.rank();
      BufferPool own = Allocator.pool(pool);
      MessageBuffer buffer = new MessageBuffer(MessageSettings.growing().pool(own));
      return new PingPong<>(
          world.rank(),
          new byte[Math.toIntExact(drill.bytes())],
          new byte[Long.BYTES],
          MemorySegment::ofArray,
          sent -> {
            buffer.clear().write(sent).commit();
            world.send(buffer, other, TAG);
          },
          received -> {
            world.receive(buffer.clear(), other, TAG);
            buffer.rewind().read(received);
          },
          () -> {
            buffer.close();
            world.close();
            own.close();
          });
    };
  }

  // ---- by socket channels ----------------------------------------------------------------------

  /// A blocking socket channel with TCP_NODELAY, and one buffer in each process.
  ///
  /// @param direct whether the buffers lie outside the heap
  static Exercise sockets(boolean direct) {
    return task -> new RankSession(task, _ -> overSocket(task, direct));
  }

  private static PingPong<ByteBuffer> overSocket(DrillTask task, boolean direct)
      throws IOException, InterruptedException {
    int size = Math.toIntExact(task.drill().bytes());
    SocketChannel channel = task.rank() == 0 ? host(task) : visit(task);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new PingPong<>(
        task.rank(),
        direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size),
        ByteBuffer.allocateDirect(Long.BYTES),
        MemorySegment::ofBuffer,
        sent -> write(channel, sent.clear()),
        received -> read(channel, received.clear()),
        channel);
  }

  private static SocketChannel host(DrillTask task) throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      RankSession.announce(task, Integer.toString(server.socket().getLocalPort()));
      return server.accept();
    }
  }

  private static SocketChannel visit(DrillTask task) throws IOException, InterruptedException {
    int port = Integer.parseInt(RankSession.await(task));
    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  private static void write(SocketChannel channel, ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(SocketChannel channel, ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new EOFException("the other process has left");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
