package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The ranks of a job by Penstock's communicators.
///
/// @param job of the ranks
/// @param message the making of an endpoint
record PenstockFabric(Job job, Message message) implements Fabric {

  /// The memory that a message lies in, at each end.
  @FunctionalInterface
  interface Message {
    /// Makes the endpoint of the rank whose world it is.
    ///
    /// @throws AbsentException if it cannot be made here
    Endpoint endpoint(Communicator world, long bytes) throws AbsentException;
  }

  /// A message in a byte array.
  static Endpoint array(Communicator world, long bytes) {
    return Owned.array(world, bytes);
  }

  /// A message in a segment outside the heap.
  static Endpoint segment(Communicator world, long bytes) {
    MemorySegment segment = Arena.ofAuto().allocate(bytes, 4096);
    return new Owned(world, segment, segment);
  }

  /// A message in message buffers, with memory of a pool for each message.
  ///
  /// @param pool the name of one, which each rank has for itself
  static Message buffers(String pool) {
    return (world, bytes) -> new Buffered(world, Pools.named(pool), bytes);
  }

  @Override
  public Thread thread(int rank, Runnable task) {
    return job.thread(rank, task);
  }

  @Override
  public Endpoint open(int rank, long bytes) throws AbsentException {
    return message.endpoint(job.world(), bytes);
  }

  @Override
  public void close() {
    job.close();
  }

  /// A message that is memory of the program itself, sent from where it is and received to where it
  /// is to be.
  private static final class Owned implements Endpoint {
    private static final int TAG = 7;
    private static final int NUMBER_TAG = 8;

    private final Communicator world;
    private final Object data;
    private final MemorySegment message;
    private final int other;
    private final long[] number = new long[1];

    Owned(Communicator world, Object data, MemorySegment message) {
      this.world = world;
      this.data = data;
      this.message = message;
      other = 1 - world.rank();
    }

    static Owned array(Communicator world, long bytes) {
      byte[] array = new byte[Math.toIntExact(bytes)];
      return new Owned(world, array, MemorySegment.ofArray(array));
    }

    @Override
    public MemorySegment message() {
      return message;
    }

    @Override
    public void send() {
      world.send(data, other, TAG);
    }

    @Override
    public void receive() {
      world.receive(data, other, TAG);
    }

    @Override
    public void tell(long told) {
      number[0] = told;
      world.send(number, other, NUMBER_TAG);
    }

    @Override
    public long hear() {
      world.receive(number, other, NUMBER_TAG);
      return number[0];
    }

    @Override
    public void close() {
      world.close();
    }
  }

  /// A message that is written into a message buffer to be sent, and read out of one when it has
  /// been received, as the document's system does with every message. The buffers' memory comes
  /// from a pool and goes back to it each time.
  private static final class Buffered implements Endpoint {
    private static final int TAG = 7;

    private final Communicator world;
    private final BufferPool pool;
    private final byte[] data;
    private final MessageBuffer buffer;
    private final Endpoint numbers;

    /// @param world of the ranks
    /// @param pool of this rank alone
    /// @param bytes of a message
    Buffered(Communicator world, BufferPool pool, long bytes) {
      this.world = world;
      this.pool = pool;
      data = new byte[Math.toIntExact(bytes)];
      buffer = new MessageBuffer(MessageSettings.growing().pool(pool));
      numbers = Owned.array(world, 1);
    }

    @Override
    public MemorySegment message() {
      return MemorySegment.ofArray(data);
    }

    @Override
    public void send() {
      buffer.clear().write(data).commit();
      world.send(buffer, 1 - world.rank(), TAG);
    }

    @Override
    public void receive() {
      world.receive(buffer.clear(), 1 - world.rank(), TAG);
      buffer.rewind().read(data);
    }

    @Override
    public void tell(long told) throws Exception {
      numbers.tell(told);
    }

    @Override
    public long hear() throws Exception {
      return numbers.hear();
    }

    @Override
    public void close() {
      buffer.close();
      world.close();
      pool.close();
    }
  }
}
